"""The root of the command line: finds the command, calls it, and turns errors into messages and statuses.

A plain call (`hippo VERB …`) is read without click. Help, mistakes and options before the verb go through
the click group `hippo.cli.root`, which knows the same commands.
"""

from __future__ import annotations

import errno
import os
import sys

from hippo import __version__
from hippo.cli.app import App, take_common
from hippo.cli.quick import read
from hippo.cli.table import load, named
from hippo.errors import HippoError, UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    import click

INTERRUPTED = 130


def run(arguments: Sequence[str], app: App | None = None) -> int:
    """Run one command and return its exit status."""
    app = app or App()
    app.output.json = "--json" in _possible_options(arguments)
    try:
        status = _call(arguments, app)
        app.output.flush()
    except HippoError as error:
        app.output.error(error)
        return error.exit_code
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        if error.errno != errno.EPIPE:
            raise
        _leave_broken_pipe()
        return 0
    finally:
        app.close()
    return status or 0


def _call(arguments: Sequence[str], app: App) -> int | None:
    """Call the command, at once if the call is plainly right."""
    if list(arguments) == ["--version"]:
        app.output.show(__version__, [f"hippo {__version__}"])
        return 0
    name, rest = named(arguments)
    if name:
        command = load(name)
        values = read(command, rest)
        if values is not None:
            take_common(app, values)
            return command.handler(app, **values)
    return _call_through_click(arguments, app)


def _call_through_click(arguments: Sequence[str], app: App) -> int | None:
    import click

    from hippo.cli.root import root

    try:
        status = root.main(list(arguments) or ["--help"], prog_name="hippo", standalone_mode=False, obj=app)
    except click.UsageError as error:
        raise _usage(error) from error
    except click.Abort as error:
        raise KeyboardInterrupt from error
    return status if isinstance(status, int) else None


def _usage(error: click.UsageError) -> UsageError:
    """What click says, in one line, and where to read on."""
    path = error.ctx.command_path if error.ctx else "hippo"
    return UsageError(error.format_message(), hint=f"`{path} --help` shows what it takes")


def _possible_options(arguments: Sequence[str]) -> Sequence[str]:
    """The words before a `--`."""
    words = list(arguments)
    return words[: words.index("--")] if "--" in words else words


def _leave_broken_pipe() -> None:
    """The reader of our output has gone: keep Python from complaining when it flushes at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
