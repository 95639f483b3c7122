"""The root of the command line: finds the command, and turns errors into messages and statuses."""

from __future__ import annotations

import errno
import importlib
import os
import sys

import click

from hippo.cli.app import App
from hippo.cli.command import common_options, take_common
from hippo.cli.table import COMMANDS
from hippo.errors import HippoError, UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

INTERRUPTED = 130


class Root(click.Group):
    """A group that imports a command only when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        entry = COMMANDS.get(cmd_name)
        if entry is None:
            return None
        module, _, attribute = entry.target.partition(":")
        found: click.Command = getattr(importlib.import_module(module), attribute)
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.summary) for name, entry in COMMANDS.items()])

    def invoke(self, ctx: click.Context) -> Any:
        take_common(ctx.ensure_object(App), ctx.params)
        return super().invoke(ctx)


def _print_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from hippo import __version__

        click.echo(f"hippo {__version__}")
        ctx.exit()


root = Root(
    name="hippo",
    help="A memory for coding agents: what is used grows stronger, what is not used fades.",
    params=[
        *common_options(),
        click.Option(
            ["--version"], is_flag=True, expose_value=False, is_eager=True, callback=_print_version, help="Print the version."
        ),
    ],
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Begin with `hippo init` in your project; every command explains itself with --help.",
)


def run(arguments: Sequence[str], app: App | None = None) -> int:
    """Run one command and return its exit status."""
    app = app or App()
    app.output.json = "--json" in _options(arguments)
    try:
        status = root.main(list(arguments) or ["--help"], prog_name="hippo", standalone_mode=False, obj=app)
        sys.stdout.flush()
    except HippoError as error:
        return _failed(app, error)
    except click.UsageError as error:
        return _failed(app, _usage(error))
    except click.Abort:
        return INTERRUPTED
    except OSError as error:
        if error.errno != errno.EPIPE:
            raise
        _leave_broken_pipe()
        return 0
    finally:
        app.close()
    return status if isinstance(status, int) else 0


def _failed(app: App, error: HippoError) -> int:
    app.output.error(error)
    return error.exit_code


def _usage(error: click.UsageError) -> UsageError:
    """What click says, in one line, and where to read on."""
    path = error.ctx.command_path if error.ctx else "hippo"
    return UsageError(error.format_message(), hint=f"`{path} --help` shows what it takes")


def _options(arguments: Sequence[str]) -> Sequence[str]:
    """The words before a `--`: those that can be options."""
    words = list(arguments)
    return words[: words.index("--")] if "--" in words else words


def _leave_broken_pipe() -> None:
    """The reader of our output has gone: keep Python from complaining when it flushes at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
