"""The click group of all commands: `hippo --help`, usage errors, completion, options before the verb."""

from __future__ import annotations

import click

from hippo.cli.app import App, take_common
from hippo.cli.command import as_click, as_click_option
from hippo.cli.declare import COMMON
from hippo.cli.table import COMMANDS, load

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Root(click.Group):
    """A group that imports a command only when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        return as_click(cmd_name, load(cmd_name), COMMANDS[cmd_name].summary)

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
        *map(as_click_option, COMMON.values()),
        click.Option(
            ["--version"],
            is_flag=True,
            expose_value=False,
            is_eager=True,
            callback=_print_version,
            help="Print the version.",
        ),
    ],
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Begin with `hippo init` in your project; every command explains itself with --help.",
)
