"""hippo hook list, install, uninstall, show"""

from __future__ import annotations

import os

from hippo.cli.declare import Command, Words, choice, flag
from hippo.errors import PartlyDone, UsageError
from hippo.services import hook_install as service

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hippo.cli.app import App
    from hippo.services.hook_check import State

_OWN_PLATFORM = "windows" if os.name == "nt" else "posix"


def install(app: App, targets: tuple[str, ...], user: bool) -> int:
    """Make agents use this project's memory.

    Writes hippo's block into an agent's instruction file, and its hooks into the agent's settings, where it has any;
    everything else in these files keeps every byte. TARGET is the name of an agent (`hippo hook list` shows them) or
    all; without one, hippo installs for the agents that this project uses.
    """
    place = service.Place(app.folder, app.environ, user=user)
    found = service.targets_named(targets, place)
    if not found:
        raise UsageError("no agent's files are here; name the agent", hint="`hippo hook list` shows all names")
    return _show(app, service.install(found, place))


def uninstall(app: App, targets: tuple[str, ...], user: bool) -> int:
    """Take hippo out of agents again.

    Gives their files back as they were before, byte for byte; a file that only hippo had made is removed. Without a
    TARGET, for all agents.
    """
    place = service.Place(app.folder, app.environ, user=user)
    found = service.targets_named(targets or (service.ALL,), place)
    return _show(app, service.uninstall(found, place))


def show(app: App, target: str, platform: str, user: bool) -> None:
    """Print what install writes for an agent, to read it or to paste it."""
    place = service.Place(app.folder, app.environ, user=user)
    found = service.target_named(target, place)
    pieces = service.pieces(found, place, place.call() if platform == _OWN_PLATFORM else service.PLAIN)
    app.output.show({"target": found.name, "title": found.title, "files": pieces}, piece_lines(pieces))


def list_targets(app: App, user: bool) -> None:
    """List the agents that hippo knows, and where it is installed."""
    from hippo.services.hook_check import look

    found = look(service.Place(app.folder, app.environ, user=user))
    app.output.show(found, state_lines(found))


def done_lines(done: service.Done) -> Iterator[str]:
    """What was done, file by file; hippo's own lines are named, so that nothing is silent."""
    for agent in done.agents:
        if agent.refused:
            yield f"{agent.target}: nothing was changed: {agent.refused}"
            if agent.hint:
                yield f"  {agent.hint}"
            continue
        if not agent.files:
            continue
        yield f"{agent.target} ({agent.title})"
        for file in agent.files:
            yield f"  {file.what:<9}  {file.path}"
            yield from (f"             {part}" for part in file.parts if file.what != "unchanged")
    if not any(agent.files or agent.refused for agent in done.agents):
        yield "nothing of hippo's is there"


def piece_lines(pieces: Iterable[service.Piece]) -> Iterator[str]:
    for each in pieces:
        yield f"--- {each.path}"
        yield from each.text.rstrip("\n").split("\n")


def state_lines(found: Iterable[State]) -> Iterator[str]:
    for each in found:
        if each.troubles:
            yield f"{each.target:<12} STALE      {'; '.join(each.troubles)}"
        elif each.files:
            yield f"{each.target:<12} installed  {', '.join(each.files)}"
        else:
            why = "used here" if each.used else "on this machine" if each.on_machine else ""
            yield f"{each.target:<12} -          {each.title}{f' ({why})' if why else ''}"


def _show(app: App, done: service.Done) -> int:
    """Show what was done; with what to paste for whom nothing was, and status 6 when that are some of several."""
    pasted = [piece for agent in done.refused for piece in agent.paste]
    if not done.is_refused or not app.output.json:
        app.output.show(done, [*done_lines(done), *paste_lines(pasted)], notes=done.notes)
    done.check()
    return PartlyDone.exit_code if done.refused else 0


def paste_lines(pieces: list[service.Piece]) -> Iterator[str]:
    if pieces:
        yield "to paste by hand:"
        yield from piece_lines(pieces)


_TARGETS = (Words(name="targets", metavar="[TARGET]...", required=False, offers=(*service.NAMES, service.ALL)),)
_USER = flag("--user", "user", "For all your projects: your own files instead of this project's.")

INSTALL = Command(handler=install, words=_TARGETS, options=(_USER,))
UNINSTALL = Command(handler=uninstall, words=_TARGETS, options=(_USER,))
LIST = Command(handler=list_targets, options=(_USER,))
SHOW = Command(
    handler=show,
    words=(Words(name="target", metavar="TARGET", many=False, offers=service.NAMES),),
    options=(
        choice(
            "--platform", "platform", "As it is written on another system.", ("posix", "windows"), default=_OWN_PLATFORM
        ),
        _USER,
    ),
)
