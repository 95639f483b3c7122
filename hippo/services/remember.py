"""Remember: store one text as a memory."""

from __future__ import annotations

from hippo.core.encode import ERROR_TAG, encode
from hippo.core.forgetting import due_at
from hippo.core.memory import Confidence, Memory, Origin
from hippo.core.value import value
from hippo.services.door import admit
from hippo.services.keeping import Keeping, keep
from hippo.services.rivals import Rival, rivals_of
from hippo.services.writing import writing
from hippo.store.mirrors import write_mirrors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from hippo.core.memory import Draft
    from hippo.services.occasion import Occasion
    from hippo.store.store import Store


@value
class Remembered:
    """The memory, what was done, the moment from which sleep may archive it, and what else to know."""

    memory: Memory
    keeping: Keeping
    fades_at: datetime | None
    scope: str
    rivals: tuple[Rival, ...] = ()
    notes: tuple[str, ...] = ()


def remember(
    store: Store,
    text: str,
    *,
    occasion: Occasion,
    tags: Sequence[str] = (),
    error: bool = False,
    pinned: bool = False,
    confidence: Confidence = Confidence.OBSERVED,
    redact: bool = False,
    origin: Origin = Origin(),
) -> Remembered:
    """Store a text; the same text again strengthens the memory that has it.

    Raises UsageError for a text or tag that is none, Refused for one too long or with a secret in it.
    """
    settings = occasion.settings.memory
    admitted = admit(text, mask=redact, settings=settings)
    draft = encode(
        admitted.text,
        tags=[*tags, ERROR_TAG] if error else tags,
        pinned=pinned,
        confidence=confidence,
        flag=admitted.flag,
        origin=origin,
        settings=settings,
    )
    return remember_draft(store, draft, occasion=occasion, notes=admitted.notes)


def remember_draft(store: Store, draft: Draft, *, occasion: Occasion, notes: tuple[str, ...] = ()) -> Remembered:
    """Store a draft that has passed the door."""
    with writing(store, occasion):
        kept = keep(store, draft, occasion)
    troubles = write_mirrors(store, [kept.number])
    return Remembered(
        memory=kept.memory,
        keeping=kept.keeping,
        fades_at=due_at(kept.memory, occasion.settings.sleep),
        scope=store.scope,
        rivals=rivals_of(store, kept.memory, now=occasion.now) if kept.keeping is Keeping.STORED else (),
        notes=(*notes, *map(str, troubles)),
    )
