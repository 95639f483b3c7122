"""Inspect: one memory with its strength now and its whole history."""

from __future__ import annotations

from hippo.core.decay import effective_half_life_days, strength
from hippo.core.forgetting import due_at
from hippo.core.value import value
from hippo.services.lookup import look_up

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from hippo.core.memory import Memory
    from hippo.services.occasion import Occasion
    from hippo.store.events import Event
    from hippo.store.store import Store


@value
class Inspected:
    """A memory as it is at this moment; `fades_at` is when sleep may archive it, None if never."""

    memory: Memory
    scope: str
    strength: float
    effective_half_life_days: float
    fades_at: datetime | None
    tokens: int
    mirror: str
    events: tuple[Event, ...]


def inspect(stores: Sequence[Store], memory_id: str, *, occasion: Occasion) -> Inspected:
    """Look at one memory; looking strengthens nothing. Raises MemoryNotFound or AmbiguousId."""
    store, found = look_up(stores, memory_id)
    memory = found.memory
    mirror = next((each.name for each in store.mirrors.of([found.number])), "")
    return Inspected(
        memory=memory,
        scope=store.scope,
        strength=strength(memory, occasion.now),
        effective_half_life_days=effective_half_life_days(memory),
        fades_at=due_at(memory, occasion.settings.sleep),
        tokens=store.memories.token_count(found.number),
        mirror=mirror,
        events=tuple(store.events.of(memory.id)),
    )
