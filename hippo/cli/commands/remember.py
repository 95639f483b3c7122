"""hippo remember"""

from __future__ import annotations

import click

from hippo.cli.command import command
from hippo.cli.inputs import joined
from hippo.core.humane import ago, day
from hippo.core.memory import Confidence
from hippo.services import remember as service

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from hippo.cli.app import App


@command(short_help="Store one memory.")
@click.argument("text", nargs=-1, required=True)
@click.option("--tag", "tags", multiple=True, metavar="TAG", help="Give it a tag; may be repeated.")
@click.option("--error", is_flag=True, help="It is the lesson of an error: tagged so, kept twice as long.")
@click.option("--pin", is_flag=True, help="Never let it fade.")
@click.option("--verified", "confidence", flag_value="verified", help="You have checked that it is so.")
@click.option("--observed", "confidence", flag_value="observed", default=True, help="You have seen it (the default).")
@click.option("--inferred", "confidence", flag_value="inferred", help="You conclude it from something else.")
@click.option("--redact", is_flag=True, help="Mask secrets in it instead of refusing it.")
@click.pass_obj
def remember(
    app: App, text: tuple[str, ...], tags: tuple[str, ...], error: bool, pin: bool, confidence: str, redact: bool
) -> None:
    """Store one memory.

    TEXT is a fact or a lesson in your own words; - reads it from standard input. The same text again strengthens the
    memory that has it. A new memory has half of its strength after 7 days (an error after 14), unless it is recalled.
    """
    content = joined(text)
    store = app.store()
    occasion = app.occasion()
    remembered = service.remember(
        store,
        content,
        occasion=occasion,
        tags=tags,
        error=error,
        pinned=pin,
        confidence=Confidence(confidence),
        redact=redact,
    )
    app.output.show(remembered, lines(remembered, occasion.now), notes=remembered.notes)


def lines(remembered: service.Remembered, now: datetime) -> Iterator[str]:
    memory = remembered.memory
    where = "" if remembered.scope == "local" else f" in your {remembered.scope} store"
    yield f"{remembered.keeping} {memory.id}{where}"
    if remembered.fades_at is None:
        yield "  it does not fade"
        return
    yield (
        f"  half-life {memory.half_life_days:g} days;"
        f" fades on {day(remembered.fades_at)} ({ago(remembered.fades_at, now)}) unless it is used"
    )
