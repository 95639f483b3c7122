"""Installing hippo for agents, and taking it out again: one after the other, each wholly or not at all."""

from __future__ import annotations

import os

from hippo.adapters import own_program
from hippo.adapters.agents import agent_name
from hippo.adapters.places import home_folder, local_folder, project_folder
from hippo.core.agents.targets import CODEX_LIMIT_BYTES, TARGETS
from hippo.core.agents.teaching import BLOCK
from hippo.core.value import value
from hippo.errors import HippoError, NoStore, NotFound, Refused, UsageError, shortened
from hippo.services.agent_files import AgentFiles, entries_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from hippo.adapters.own_program import Call
    from hippo.core.agents.targets import Layout, Target
    from hippo.services.agent_files import Change

PLAIN = own_program.PLAIN
ALL = "all"
NAMES = tuple(TARGETS)
#: Agents that read AGENTS.md and are known by marks of their own.
_READERS = ("codex", "openclaw", "opencode", "pi")


@value
class FileDone:
    """A file that was looked at: what became of it, and hippo's part in it line by line."""

    path: str
    what: str
    parts: tuple[str, ...]


@value
class Piece:
    """A file, and what hippo writes into it."""

    path: str
    text: str


@value
class AgentDone:
    """What was done for one agent; `refused` says why nothing was, and `paste` what a person can put in by hand."""

    target: str
    title: str
    files: tuple[FileDone, ...] = ()
    refused: str = ""
    hint: str = ""
    paste: tuple[Piece, ...] = ()


@value
class Done:
    """What was done for some agents below a folder."""

    folder: str
    agents: tuple[AgentDone, ...]
    notes: tuple[str, ...] = ()

    @property
    def refused(self) -> tuple[AgentDone, ...]:
        return tuple(each for each in self.agents if each.refused)

    @property
    def is_refused(self) -> bool:
        """Whether nothing at all was done."""
        return bool(self.agents) and len(self.refused) == len(self.agents)

    def check(self) -> None:
        """Raises Refused when nothing at all was done."""
        if self.is_refused:
            raise Refused(
                "; ".join(f"{each.target}: {each.refused}" for each in self.refused),
                hint=self.refused[0].hint,
                refused=self.refused,
            )


class Place:
    """Where is installed: the project that a folder is in, or with `user` the agents' own folders."""

    def __init__(self, start: str, environ: Mapping[str, str], *, user: bool) -> None:
        self.environ = environ
        self.user = user
        self.folder = home_folder(environ) if user else project_folder(start, environ)

    def layout(self, target: Target) -> Layout:
        """Where an agent looks here. Raises UsageError for one that has nothing for all projects."""
        if not self.user:
            return target.project
        if target.user is None:
            raise UsageError(f"{target.title} has no file for all projects that hippo knows", hint="leave out --user")
        return target.user

    def files(self, target: Target) -> AgentFiles:
        """The files of an agent here. Raises UsageError as `layout` does."""
        root = self._own_folder(target) if self.user else self.folder
        return AgentFiles(target, self.layout(target), root, inside=not self.user)

    def call(self) -> Call:
        """How the agents shall call hippo."""
        return own_program.private_call(self.environ) if self.user else own_program.shared_call(self.environ)

    def shown(self, target: Target, path: str) -> str:
        """A file's name as a person reads it."""
        return os.path.join(self._own_folder(target), path) if self.user else path

    def _own_folder(self, target: Target) -> str:
        variable, below = target.home
        named = self.environ.get(variable) if variable else ""
        return named or os.path.join(self.folder, *below.split("/"))


def targets_named(names: Sequence[str], place: Place) -> list[Target]:
    """The agents of these names; `all` are those that can be installed there, none are those that are used there.

    Raises NotFound for an unknown name, UsageError for an agent that has no files there.
    """
    if ALL in names:
        return [each for each in TARGETS.values() if each.user or not place.user]
    return [target_named(name, place, others=", or all") for name in dict.fromkeys(names)] or detected(place)


def target_named(name: str, place: Place, *, others: str = "") -> Target:
    """The agent of a name; `others` are words that would have done as well.

    Raises NotFound for an unknown name, UsageError for an agent that has no files there.
    """
    target = TARGETS.get(name)
    if target is None:
        raise NotFound(f"no agent is called {shortened(name)!r}", hint=f"known: {', '.join(TARGETS)}{others}")
    place.layout(target)
    return target


def detected(place: Place) -> list[Target]:
    """The agents that are used: by their files there, or because one of them is calling."""
    calling = agent_name(place.environ)
    if place.user:
        return [each for each in TARGETS.values() if each.user and (each.name == calling or on_machine(each, place))]
    found = [
        each
        for each in TARGETS.values()
        if each.name == calling or any(os.path.exists(os.path.join(place.folder, mark)) for mark in each.marks)
    ]
    if os.path.exists(os.path.join(place.folder, "AGENTS.md")) and not any(each.name in _READERS for each in found):
        found.insert(0, TARGETS["agents"])
    return found


def on_machine(target: Target, place: Place) -> bool:
    """Whether one of an agent's programs is on PATH."""
    return any(own_program.on_path(program, place.environ) for program in target.programs)


def install(targets: Iterable[Target], place: Place) -> Done:
    """Put hippo's part into the agents' files, or renew it.

    An agent one of whose files cannot be changed is left as it is and told, with what to paste.
    """
    call = place.call()
    agents: list[AgentDone] = []
    notes = [_without_store(place)]
    for target in targets:
        try:
            files = place.files(target)
            changes = files.installing(call)
            _carry_out(changes)
        except HippoError as error:
            paste = pieces(target, place, call)
            agents.append(_refused(target, error, paste))
            continue
        agents.append(_done(target, changes, place))
        if target.events:
            notes.append(call.note)
        if any(each.what in {"created", "changed"} for each in changes):
            notes.append(target.note)
        notes += [*_hidden(changes, place), *_limits(target, files)]
    return Done(folder=place.folder, agents=tuple(agents), notes=tuple(dict.fromkeys(filter(None, notes))))


def uninstall(targets: Iterable[Target], place: Place) -> Done:
    """Take hippo's part out of the agents' files; what only hippo had made goes."""
    agents = []
    for target in targets:
        try:
            changes = place.files(target).uninstalling()
            _carry_out(changes)
        except HippoError as error:
            agents.append(_refused(target, error, ()))
            continue
        agents.append(_done(target, changes, place))
    return Done(folder=place.folder, agents=tuple(agents))


def pieces(target: Target, place: Place, call: Call) -> tuple[Piece, ...]:
    """What is written for an agent, file by file, as a person could paste it."""
    from hippo.adapters.opencode import plugin_text
    from hippo.core.agents.entries import with_entries
    from hippo.core.agents.marked_block import with_block

    layout = place.layout(target)
    found = []
    if layout.new:
        text = with_block(None, target.name, BLOCK, head=layout.head)
        found.append(Piece(path=place.shown(target, _readable_place(target, place)), text=text))
    if layout.hooks:
        text = with_entries(None, entries_of(target, call), versioned=target.versioned)
        found.append(Piece(path=place.shown(target, layout.hooks), text=text))
    if layout.plugin:
        found.append(Piece(path=place.shown(target, layout.plugin), text=plugin_text(call.words)))
    return tuple(found)


def _readable_place(target: Target, place: Place) -> str:
    """The file that the block belongs into, the usual one if that cannot be told."""
    try:
        return place.files(target).instruction_file()
    except HippoError:
        return place.layout(target).new


def _carry_out(changes: Sequence[Change]) -> None:
    """Make all changes or, if one fails, none."""
    done: list[Change] = []
    try:
        for change in changes:
            change.carry_out()
            done.append(change)
    except HippoError:
        for change in reversed(done):
            change.take_back()
        raise


def _done(target: Target, changes: Sequence[Change], place: Place) -> AgentDone:
    files = tuple(
        FileDone(path=place.shown(target, each.file.name), what=each.what, parts=each.parts) for each in changes
    )
    return AgentDone(target=target.name, title=target.title, files=files)


def _refused(target: Target, error: HippoError, paste: tuple[Piece, ...]) -> AgentDone:
    return AgentDone(target=target.name, title=target.title, refused=error.message, hint=error.hint, paste=paste)


def _without_store(place: Place) -> str:
    """What a person should know who installs where nothing can be remembered yet."""
    try:
        if not place.user:
            local_folder(place.folder, place.environ)
    except NoStore:
        return "this project has no store yet: `hippo init` makes it"
    return ""


def _hidden(changes: Sequence[Change], place: Place) -> list[str]:
    """What agents that are used no longer read because there is an AGENTS.md now."""
    if place.user or not any(each.file.name == "AGENTS.md" and each.what == "created" for each in changes):
        return []
    readers = [
        each.title for each in detected(place) if "CLAUDE.md" in each.project.read and each.name != "claude-code"
    ]
    if not readers or not os.path.exists(os.path.join(place.folder, "CLAUDE.md")):
        return []
    return [f"AGENTS.md is new: {', '.join(readers)} will read it instead of CLAUDE.md"]


def _limits(target: Target, files: AgentFiles) -> list[str]:
    """What is too long to be read whole."""
    if target.name != "codex":
        return []
    name = files.instruction_file()
    size = files.size(name)
    if size <= CODEX_LIMIT_BYTES:
        return []
    return [f"{name} has {size:,} bytes; Codex reads only {CODEX_LIMIT_BYTES:,}, so that it may not see hippo's block"]
