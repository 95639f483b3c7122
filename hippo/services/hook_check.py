"""Whether what is installed for agents is what this hippo would install, and works."""

from __future__ import annotations

from hippo.adapters.opencode import program_in, same_plugin
from hippo.adapters.own_program import is_callable
from hippo.core.agents.entries import entry
from hippo.core.agents.targets import CODEX_LIMIT_BYTES, TARGETS
from hippo.core.agents.teaching import BLOCK
from hippo.core.value import value
from hippo.errors import HippoError, UsageError
from hippo.services.findings import Finding, Part
from hippo.services.hook_install import Place, detected, install, on_machine

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from hippo.core.agents.targets import Target
    from hippo.services.agent_files import AgentFiles


@value
class State:
    """An agent: whether it is used here or on the machine, hippo's files in it, and what is wrong with them."""

    target: str
    title: str
    used: bool
    on_machine: bool
    files: tuple[str, ...] = ()
    troubles: tuple[str, ...] = ()


def look(place: Place) -> list[State]:
    """All agents that can be installed there, with what was found; nothing is written."""
    used = {each.name for each in detected(place)}
    return [
        _state(target, place, used=target.name in used) for target in TARGETS.values() if target.user or not place.user
    ]


def places_around(start: str, environ: Mapping[str, str], *, everywhere: bool) -> list[Place]:
    """Where hippo may be installed for agents: the user's own files and, unless `everywhere`, the project's."""
    places = [Place(start, environ, user=True)]
    if not everywhere:
        try:
            places.insert(0, Place(start, environ, user=False))
        except UsageError:
            pass
    return places


def check_agents(places: Sequence[Place], *, fix: bool) -> Finding:
    """Whether everything that is installed for agents is of this version and works; with `fix` it is renewed."""
    troubles = _troubles(places)
    if troubles and fix:
        for place in places:
            install([TARGETS[each.target] for each in look(place) if each.files and each.troubles], place)
    installed = [f"{each.target}{' (--user)' * place.user}" for place in places for each in look(place) if each.files]
    return Finding(
        part=Part.AGENTS,
        trouble="; ".join(troubles),
        advice="`hippo doctor --fix` renews them" if troubles else ", ".join(installed),
        mended=fix and bool(troubles) and not _troubles(places),
    )


def _troubles(places: Sequence[Place]) -> list[str]:
    states = [each for place in places for each in look(place)]
    return [f"{each.target}: {trouble}" for each in states for trouble in each.troubles]


def _state(target: Target, place: Place, *, used: bool) -> State:
    try:
        found = _Look(place.files(target), place.environ)
        files, troubles = found.files(), tuple(found.troubles())
    except HippoError as error:
        files, troubles = (), (f"cannot be looked at: {error.message}",) * used
    return State(
        target=target.name,
        title=target.title,
        used=used,
        on_machine=on_machine(target, place),
        files=tuple(place.shown(target, name) for name in files),
        troubles=troubles,
    )


class _Look:
    """One look at the files of an agent. Raises Refused for files that cannot be read."""

    def __init__(self, files: AgentFiles, environ: Mapping[str, str]) -> None:
        self._files, self._environ = files, environ
        self._layout = files.layout
        self._blocks = dict(files.blocks())
        self._entries = files.installed_entries()
        self._plugin = files.plugin()

    def files(self) -> tuple[str, ...]:
        """The files with a part of hippo's."""
        settings = (self._layout.hooks,) if self._entries else ()
        return (*self._blocks, *settings, *((self._layout.plugin,) if self._plugin else ()))

    def troubles(self) -> Iterator[str]:
        """What is missing or stale, if anything is installed at all."""
        if self.files():
            yield from self._in_instructions()
            yield from self._in_settings()
            yield from self._in_plugin()

    def _in_instructions(self) -> Iterator[str]:
        chosen = self._files.instruction_file()
        for name in (chosen, *self._layout.also):
            if name and name not in self._blocks and (name == chosen or self._files.has(name)):
                yield f"{name} has no block of hippo's"
        for name, body in self._blocks.items():
            if name not in (chosen, *self._layout.also):
                yield f"{self._files.target.title} reads {chosen}, not {name}"
            elif body != BLOCK:
                yield f"the block in {name} is of another version"
        size = self._files.size(chosen) if chosen in self._blocks else 0
        if self._files.target.name == "codex" and size > CODEX_LIMIT_BYTES:
            yield f"{chosen} has {size:,} bytes, of which Codex reads {CODEX_LIMIT_BYTES:,}"

    def _in_settings(self) -> Iterator[str]:
        if not self._layout.hooks:
            return
        target = self._files.target
        present = {each.event: each for each in self._entries}
        missing = [each.name for each in target.events if each.name not in present]
        if missing:
            yield f"{self._layout.hooks} lacks {', '.join(missing)}"
        wanted = {
            each.name: entry(target.form, each, _call_in(present[each.name].command), agent=target.agent)
            for each in target.events
            if each.name in present
        }
        stale = [each.event for each in self._entries if wanted.get(each.event) != each]
        if stale:
            yield f"{self._layout.hooks} has entries of another version: {', '.join(stale)}"
        calls = dict.fromkeys(_call_in(each.command) for each in self._entries)
        yield from (f"the program {call} is not there" for call in calls if not is_callable(call, self._environ))

    def _in_plugin(self) -> Iterator[str]:
        if not self._layout.plugin:
            return
        if self._plugin is None:
            yield f"{self._layout.plugin} is not there"
        elif not same_plugin(self._plugin):
            yield f"{self._layout.plugin} is of another version"
        elif not is_callable(program_in(self._plugin), self._environ):
            yield f"the program {program_in(self._plugin)} is not there"


def _call_in(command: str) -> str:
    """How a command calls hippo."""
    return command.partition(" hook ")[0]
