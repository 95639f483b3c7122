"""The click group of all commands: `hippo --help`, usage errors, completion, options before the verb."""

from __future__ import annotations

import click
from click.core import ParameterSource

from hippo.cli.app import App, take_common
from hippo.cli.command import CONTEXT_SETTINGS, as_click, as_click_option, help_of, parameters_of
from hippo.cli.declare import COMMON
from hippo.cli.table import COMMANDS, load, verbs_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from hippo.cli.declare import Command


class Verbs(click.Group):
    """The commands below a verb, or hippo's own; each is imported only when it is called."""

    def __init__(self, path: str, **named: Any) -> None:
        super().__init__(**named)
        self._path = path

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(verbs_of(self._path))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        entry = verbs_of(self._path).get(cmd_name)
        if entry is None:
            return None
        full = f"{self._path} {cmd_name}".strip()
        return _group(full, cmd_name) if verbs_of(full) else as_click(cmd_name, load(full), entry.summary)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.summary) for name, entry in verbs_of(self._path).items()])


def _group(full: str, name: str) -> Verbs:
    """A verb with verbs below it; it may be a command of its own as well."""
    entry = COMMANDS[full]
    if not entry.module:
        return Verbs(
            full,
            name=name,
            help=entry.summary,
            callback=_take_common,
            no_args_is_help=False,
            params=[*map(as_click_option, COMMON.values())],
            context_settings=CONTEXT_SETTINGS,
        )
    command = load(full)
    alone = as_click(name, command, entry.summary)

    def called(**values: Any) -> Any:
        context = click.get_current_context()
        if context.invoked_subcommand is None:
            return alone.callback(**values) if alone.callback else None
        _refuse_own(context, command, context.invoked_subcommand)
        return take_common(context.ensure_object(App), values)

    return Verbs(
        full,
        name=name,
        help=help_of(command),
        short_help=entry.summary,
        callback=called,
        params=parameters_of(command),
        invoke_without_command=True,
        context_settings=CONTEXT_SETTINGS,
    )


def _refuse_own(context: click.Context, command: Command, name: str) -> None:
    """Refuse options of the verb itself where one below it is called: they would be passed over."""
    given = [each for each in command.options if context.get_parameter_source(each.name) is ParameterSource.COMMANDLINE]
    if not given:
        return
    flag, group = given[0].flag, context.command
    below = group.get_command(context, name) if isinstance(group, click.Group) else None
    inner = click.Context(below or group, parent=context, info_name=name)
    if below is not None and any(flag in each.opts for each in below.params):
        raise click.UsageError(f"{flag} stands behind the verb that takes it: `{inner.command_path} {flag}`", inner)
    raise click.UsageError(f"`{inner.command_path}` does not take {flag}", inner)


def _print_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from hippo import __version__

        click.echo(f"hippo {__version__}")
        ctx.exit()


def _take_common(**values: Any) -> None:
    take_common(click.get_current_context().ensure_object(App), values)


root = Verbs(
    "",
    name="hippo",
    help="A memory for coding agents: what is used grows stronger, what is not used fades.",
    callback=_take_common,
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
    context_settings=CONTEXT_SETTINGS,
    epilog="Begin with `hippo init` in your project; every command explains itself with --help.",
)
