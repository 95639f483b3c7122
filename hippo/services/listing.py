"""List: the memories of a store, newest first."""

from __future__ import annotations

from hippo.core.decay import strength
from hippo.core.memory import State
from hippo.core.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from hippo.core.memory import Layer, Memory
    from hippo.store.store import Store


@value
class Listed:
    """A memory of the list with its strength now."""

    memory: Memory
    strength: float
    scope: str


@value
class Listing:
    """The part of the list that was asked for, and how many there are in all."""

    memories: tuple[Listed, ...]
    total: int


def list_memories(
    store: Store,
    *,
    now: datetime,
    states: Sequence[State] = (State.LIVE,),
    layer: Layer | None = None,
    tags: Sequence[str] = (),
    since: datetime | None = None,
    limit: int | None = None,
) -> Listing:
    """The memories that pass every filter; listing strengthens nothing."""
    found = store.memories.listed(states=states, layer=layer, tags=tags, since=since, limit=limit)
    total = len(found)
    if limit is not None and total == limit:
        total = store.memories.count(states=states, layer=layer, tags=tags, since=since)
    return Listing(
        memories=tuple(
            Listed(memory=each.memory, strength=strength(each.memory, now), scope=store.scope) for each in found
        ),
        total=total,
    )
