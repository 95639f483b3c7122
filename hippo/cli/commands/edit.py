"""hippo edit"""

from __future__ import annotations

import click

from hippo.cli.command import command
from hippo.cli.inputs import joined
from hippo.core.memory import Confidence
from hippo.services import edit as service

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from hippo.cli.app import App


@command(short_help="Change a memory's text, tags, confidence or pin.")
@click.argument("memory_id", metavar="ID")
@click.option("--text", help="The new text; - reads it from standard input.")
@click.option("--tag", "add_tags", multiple=True, metavar="TAG", help="Add a tag; may be repeated.")
@click.option("--untag", "remove_tags", multiple=True, metavar="TAG", help="Take a tag away; may be repeated.")
@click.option("--verified", "confidence", flag_value="verified", help="You have checked that it is so.")
@click.option("--observed", "confidence", flag_value="observed", help="You have seen it.")
@click.option("--inferred", "confidence", flag_value="inferred", help="You conclude it from something else.")
@click.option("--pin/--unpin", "pin", default=None, help="Never let it fade, or let it fade again.")
@click.option("--redact", is_flag=True, help="Mask secrets in the new text instead of refusing it.")
@click.pass_obj
def edit(
    app: App,
    memory_id: str,
    text: str | None,
    add_tags: tuple[str, ...],
    remove_tags: tuple[str, ...],
    confidence: str | None,
    pin: bool | None,
    redact: bool,
) -> None:
    """Change a memory's text, tags, confidence or pin.

    What was before stays in its history, which `hippo inspect` shows.
    """
    change = service.Edit(
        text=None if text is None else joined([text]),
        add_tags=add_tags,
        remove_tags=remove_tags,
        confidence=Confidence(confidence) if confidence else None,
        pinned=pin,
        redact=redact,
    )
    if change == service.Edit(redact=redact):
        raise click.UsageError("nothing to change: give --text, --tag, --untag, --pin, --unpin or a confidence")
    stores = app.stores()
    edited = service.edit(stores, memory_id, change, occasion=app.occasion())
    app.output.show(edited, lines(edited), notes=edited.notes)


def lines(edited: service.Edited) -> Iterator[str]:
    yield f"{'changed ' + ', '.join(edited.changed) + ' of' if edited.changed else 'nothing to change in'} {edited.memory.id}"
