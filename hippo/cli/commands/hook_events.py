"""hippo hook session-start, prompt, tool-failure, pre-compact, stop, session-end

What programs call goes through `cli.hooks` without this; here is what explains the commands, and takes the options that
every command has.
"""

from __future__ import annotations

from hippo.cli.declare import Command, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from hippo.cli.app import App


def session_start(app: App, agent: str | None) -> None:
    """Answer an agent whose session starts: with what it should know.

    Reads the program's JSON from standard input and answers in its own form: what `hippo context --auto` prints, or
    nothing. A session that was compacted, cleared or taken up again is shown everything afresh.
    """
    _respond(app, "session-start", agent)


def prompt(app: App, agent: str | None) -> None:
    """Answer an agent that was given a prompt: with the memories that bear on it.

    Reads the program's JSON from standard input. A few lines, or nothing: only what bears on the prompt and was not
    shown in this session before. Nothing is strengthened by it.
    """
    _respond(app, "prompt", agent)


def tool_failure(app: App, agent: str | None) -> None:
    """Make a memory of a tool that failed.

    Reads the program's JSON from standard input, and answers nothing. The same failure again strengthens its memory;
    secrets are masked. What a person stopped or refused is no failure, nor is a search that finds nothing.
    """
    _respond(app, "tool-failure", agent)


def pre_compact(app: App, agent: str | None) -> None:
    """Keep what a session knows before it is compacted.

    Reads the program's JSON from standard input and returns at once. Lessons are taken from the transcript, and a
    handoff is left, by a process of its own.
    """
    _respond(app, "pre-compact", agent)


def stop(app: App, agent: str | None) -> None:
    """Answer an agent that has finished: with nothing.

    What is known then is known at the end of the session as well; an agent is never kept from stopping.
    """
    _respond(app, "stop", agent)


def session_end(app: App, agent: str | None) -> None:
    """Keep what a session knows when it ends, and sleep if that is due.

    Reads the program's JSON from standard input and returns at once. Lessons are taken from the transcript, a handoff
    is left, and the store sleeps if it has not for twelve hours, in a process of its own.
    """
    _respond(app, "session-end", agent)


def _respond(app: App, event: str, agent: str | None) -> None:
    from hippo.cli import hooks
    from hippo.services.hooks import Call

    hooks.respond(
        Call(
            event=event,
            agent=agent or "",
            environ=app.environ,
            folder=lambda: app.folder,
            now=lambda: app.occasion().now,
            new_id=lambda: app.occasion().new_id(),
            detach=hooks.detach,
            named_store=app.store_path,
            session=app.session,
        ),
        app.output.write_raw,
    )


def _command(handler: Callable[..., None]) -> Command:
    return Command(
        handler=handler, options=(text("--agent", "agent", "Name the program that calls, if not Claude Code.", "NAME"),)
    )


SESSION_START = _command(session_start)
PROMPT = _command(prompt)
TOOL_FAILURE = _command(tool_failure)
PRE_COMPACT = _command(pre_compact)
STOP = _command(stop)
SESSION_END = _command(session_end)
