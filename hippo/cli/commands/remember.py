"""hippo remember"""

from __future__ import annotations

from hippo.cli.declare import Command, Words, flag, repeated
from hippo.cli.inputs import chosen_confidence, confidence_options, joined
from hippo.core.humane import ago, day
from hippo.core.memory import Confidence
from hippo.services import remember as service
from hippo.services.keeping import Keeping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from hippo.cli.app import App


def remember(
    app: App,
    text: tuple[str, ...],
    tags: tuple[str, ...],
    error: bool,
    pin: bool,
    redact: bool,
    **confidence: bool,
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
        confidence=chosen_confidence(confidence) or Confidence.OBSERVED,
        redact=redact,
    )
    app.output.show(remembered, lines(remembered, occasion.now), notes=[*remembered.notes, *_rivals(remembered)])


def lines(remembered: service.Remembered, now: datetime) -> Iterator[str]:
    memory = remembered.memory
    where = "" if remembered.scope == "local" else f" in your {remembered.scope} store"
    yield f"{remembered.keeping} {memory.id}{where}"
    if remembered.keeping is Keeping.WAITING:
        yield "  it waits until a person approves it: `hippo pending`"
        return
    if remembered.fades_at is None:
        yield "  it does not fade"
        return
    yield (
        f"  half-life {memory.half_life_days:g} days;"
        f" fades on {day(remembered.fades_at)} ({ago(remembered.fades_at, now)}) unless it is used"
    )


def _rivals(remembered: service.Remembered) -> Iterator[str]:
    for rival in remembered.rivals:
        what = "it replaces" if rival.relation == "update" else "it contradicts"
        gone = f"if that no longer holds: `hippo forget {rival.memory_id}`"
        yield f"{what} {rival.memory_id} ({rival.reason}); {gone}"


COMMAND = Command(
    handler=remember,
    words=(Words(name="text"),),
    options=(
        repeated("--tag", "tags", "Give it a tag; may be repeated.", "TAG"),
        flag("--error", "error", "It is the lesson of an error: tagged so, kept twice as long."),
        flag("--pin", "pin", "Never let it fade."),
        *confidence_options("You have seen it (the default)."),
        flag("--redact", "redact", "Mask secrets in it instead of refusing it."),
    ),
)
