"""The root of the command line: finds the command, calls it, and turns errors into messages and statuses.

A plain call (`hippo VERB …`) is read without click. Help, mistakes and options before the verb go through
the click group `hippo.cli.root`, which knows the same commands.
"""

from __future__ import annotations

from hippo import __version__
from hippo.cli.app import App, take_common
from hippo.cli.quick import read
from hippo.cli.table import load, named
from hippo.errors import HippoError, Interrupted, SystemTrouble, UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    import click

#: The code of the error that says so, named here because importing its class imports the database.
_DAMAGED = "store-damaged"
#: By this variable a shell asks click for completions.
_COMPLETION = "_HIPPO_COMPLETE"


def run(arguments: Sequence[str], app: App | None = None) -> int:
    """Run one command and return its exit status."""
    app = app or App()
    status = 0
    try:
        try:
            status = _call_mending(arguments, app) or 0
        except HippoError as error:
            status = error.exit_code
            app.output.error(error)
        app.output.flush()
    except KeyboardInterrupt as interrupt:
        ended = Interrupted(str(interrupt))
        status = ended.exit_code
        app.output.interrupted(ended, is_worth_a_word=bool(interrupt.args))
    except BrokenPipeError:
        app.output.let_go()
    except OSError as error:
        trouble = SystemTrouble(error)
        status = status or trouble.exit_code
        app.output.last_words(trouble)
    finally:
        app.close()
    return status


def _call_mending(arguments: Sequence[str], app: App) -> int | None:
    """Call the command; if an index, which is a cache, turns out to be damaged, make it anew and call once more.

    What the first call had begun to write was rolled back. What it read from standard input is gone, though.
    """
    try:
        return _call(arguments, app)
    except HippoError as error:
        if error.code != _DAMAGED or "-" in arguments or not app.mend_indexes():
            raise
    return _call(arguments, app)


def _call(arguments: Sequence[str], app: App) -> int | None:
    """Call the command, at once if the call is plainly right."""
    if "--version" in arguments and {*arguments} <= {"--version", "--json"}:
        app.output.json = "--json" in arguments
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

    if _COMPLETION in app.environ:
        root.main([], prog_name="hippo")
    try:
        with root.make_context("hippo", list(arguments) or ["--help"], obj=app) as context:
            status = root.invoke(context)
    except click.exceptions.Exit as leaving:
        return leaving.exit_code
    except click.UsageError as error:
        app.output.json = app.output.json or "--json" in _possible_options(arguments)
        raise _usage(error) from error
    return status if isinstance(status, int) else None


def _usage(error: click.UsageError) -> UsageError:
    """What click says, in one line, and where to read on."""
    path = error.ctx.command_path if error.ctx else "hippo"
    return UsageError(error.format_message(), hint=f"`{path} --help` shows what it takes")


def _possible_options(arguments: Sequence[str]) -> Sequence[str]:
    """The words before a `--`."""
    words = list(arguments)
    return words[: words.index("--")] if "--" in words else words
