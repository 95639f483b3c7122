"""hippo watch"""

from __future__ import annotations

from hippo.adapters.watched import STANDARD_ERROR, STANDARD_OUTPUT
from hippo.cli.declare import Command, Words, repeated
from hippo.errors import UsageError
from hippo.services import watch as service

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from hippo.cli.app import App

_HOW = 'as one quoted line, `hippo watch "make test"`, or behind two dashes, `hippo watch -- make test`'


def watch(app: App, line: tuple[str, ...], command: tuple[str, ...], tags: tuple[str, ...]) -> int:
    """Run a command; a failure becomes an error memory.

    LINE is one quoted line for the shell; what stands behind -- is run as it is. Its output passes through unchanged,
    and its exit status is returned. A failure is remembered with the lines that tell why; the same failure again
    makes that memory stronger, and when the command passes later, the memory learns by which commit. With --json the
    command's output goes to standard error.
    """
    if tags:
        from hippo.core.encode import clean_tags

        tags = clean_tags(tags)
    run = _run(app, line, command)
    watched = service.watch(run, open_store=app.store, occasion=app.occasion, tags=tags)
    told = _told(watched) if watched.memory or watched.fixed else ()
    app.output.show(watched, (), notes=[*watched.notes, *told])
    return watched.status


def _run(app: App, line: tuple[str, ...], command: tuple[str, ...]) -> service.Run:
    """What was typed as a command to run. Raises UsageError."""
    if len(line) > 1 or (line and command):
        raise UsageError("LINE is one word: quote it", hint=_HOW)
    program = (*service.SHELL, *line) if line else command
    if not "".join(line or command[:1]).strip():
        raise UsageError("say which command to watch", hint=_HOW)
    out = STANDARD_ERROR if app.output.json else STANDARD_OUTPUT
    return service.Run(program=program, folder=app.folder, environ=app.environ, out=out)


def _told(watched: service.Watched) -> Iterator[str]:
    from hippo.core.failure_text import ending_of
    from hippo.services.keeping import Keeping

    memory = watched.memory
    if memory and watched.keeping is Keeping.STORED:
        yield f"remembered this failure as {memory.id}"
    elif memory and watched.keeping is Keeping.WAITING:
        yield f"this failure waits for your word as {memory.id}: `hippo pending`"
    elif memory and watched.came_back:
        yield f"this failure is back: {memory.id}. {ending_of(memory.text)}"
    elif memory:
        yield f"the same failure as {memory.id}, which is stronger now"
    for each in watched.fixed:
        yield f"{each.id} learnt that it is fixed. {ending_of(each.text)}"


COMMAND = Command(
    handler=watch,
    words=(Words(name="line", metavar="[LINE]", required=False),),
    behind_dashes=Words(name="command", metavar="CMD ARGS..."),
    options=(repeated("--tag", "tags", "Give the memory of a failure a tag; may be repeated.", "TAG"),),
)
