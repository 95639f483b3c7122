"""hippo's kind of click command: every one takes the common options, anywhere after its name."""

from __future__ import annotations

import click

from hippo.cli.app import App

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def common_options() -> list[click.Option]:
    """The options of every command; the root takes them too, so that they may stand before the verb."""
    return [
        click.Option(["--json"], is_flag=True, help="Print one JSON document."),
        click.Option(["--store"], metavar="PATH", default="", help="Use the .hippo folder at PATH."),
        click.Option(["--global", "use_global"], is_flag=True, help="Use your own store instead of the project's."),
        click.Option(["--session"], metavar="ID", default="", help="Name the session this belongs to."),
        click.Option(["--quiet"], is_flag=True, help="Print no notes."),
        click.Option(["--no-color"], is_flag=True, help="Print no colour, also on a terminal."),
    ]


def take_common(app: App, values: dict[str, Any]) -> None:
    """Move the common options out of a command's values into the app; one given twice counts once."""
    app.output.json = values.pop("json") or app.output.json
    app.output.quiet = values.pop("quiet") or app.output.quiet
    app.store_path = values.pop("store") or app.store_path
    app.use_global = values.pop("use_global") or app.use_global
    app.session = values.pop("session") or app.session
    if values.pop("no_color") or app.environ.get("NO_COLOR"):
        app.output.color = False


class Command(click.Command):
    """A command with the common options; its callback gets the App first and its own options."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.params += common_options()

    def invoke(self, ctx: click.Context) -> Any:
        take_common(ctx.find_object(App) or App(), ctx.params)
        return super().invoke(ctx)


def command(name: str | None = None, **named: Any) -> Callable[[Callable[..., Any]], Command]:
    """Decorate a function `(app, **options)` as a command; the first line of its docstring is its short help."""
    return click.command(name, cls=Command, **named)
