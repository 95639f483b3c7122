"""Declared commands as click commands: for help, errors and completion."""

from __future__ import annotations

import inspect

import click

from hippo.cli.app import App, take_common
from hippo.cli.declare import COMMON, parted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from click.shell_completion import CompletionItem

    from hippo.cli.declare import Command, Option, Words

    ReaderBase = click.ParamType[Any]
else:
    ReaderBase = click.ParamType

#: What is written so is a file or a folder.
_PATHS = frozenset({"FILE", "PATH"})
CONTEXT_SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


class Reader(ReaderBase):
    """A click type over an option's own reader."""

    def __init__(self, option: Option) -> None:
        self.name = (option.metavar or "text").lower()
        self._option = option

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        assert self._option.read is not None
        if not isinstance(value, str):
            return value
        try:
            return self._option.read(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return _completed(self._option.metavar, (), incomplete)


class DeclaredCommand(click.Command):
    """A click command that hands on what stands behind `--` where the declaration asks for it."""

    def __init__(self, name: str, *, declared: Command, **named: Any) -> None:
        super().__init__(name, **named)
        self._declared = declared

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if self._declared.behind_dashes is None:
            return super().parse_args(ctx, args)
        before, behind = parted(self._declared, args)
        ctx.params[self._declared.behind_dashes.name] = tuple(behind)
        return super().parse_args(ctx, list(before))

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        behind = self._declared.behind_dashes
        return [*super().collect_usage_pieces(ctx), *([f"[-- {behind.metavar}]"] if behind else [])]


def as_click(name: str, command: Command, summary: str) -> click.Command:
    """The click command for a declared one."""

    def called(**values: Any) -> int | None:
        app = click.get_current_context().find_object(App)
        assert app is not None
        take_common(app, values)
        return command.handler(app, **values)

    return DeclaredCommand(
        name,
        declared=command,
        callback=called,
        params=parameters_of(command),
        help=help_of(command),
        short_help=summary,
        context_settings=CONTEXT_SETTINGS,
    )


def parameters_of(command: Command) -> list[click.Parameter]:
    """The words and options of a command, and the common options."""
    return [
        *map(_argument, command.words),
        *map(as_click_option, command.options),
        *map(as_click_option, COMMON.values()),
    ]


def help_of(command: Command) -> str:
    """What the command's `--help` says above the options."""
    return inspect.cleandoc(command.help)


def as_click_option(option: Option) -> click.Option:
    """The click option for a declared one."""
    if option.read is None:
        return click.Option([option.flag, option.name], is_flag=True, help=option.help)
    return click.Option(
        [option.flag, option.name],
        type=click.Choice(option.choices) if option.choices else Reader(option),
        multiple=option.many,
        metavar=option.metavar or None,
        default=None if option.many else option.default,
        help=option.help,
    )


def _argument(words: Words) -> click.Argument:
    return click.Argument(
        [words.name],
        nargs=-1 if words.many else 1,
        required=words.required,
        metavar=words.metavar or None,
        shell_complete=lambda ctx, param, incomplete: _completed(words.metavar, words.offers, incomplete),
    )


def _completed(metavar: str, offers: Iterable[str], incomplete: str) -> list[CompletionItem]:
    """What a shell completes a word to: what is offered, or what lies where the word is a path."""
    from click.shell_completion import CompletionItem

    if metavar in _PATHS:
        return [CompletionItem(incomplete, type="file")]
    return [CompletionItem(each) for each in offers if each.startswith(incomplete)]
