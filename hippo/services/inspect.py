"""Inspect: one memory with its strength now and its whole history."""

from __future__ import annotations

from hippo.core.decay import effective_half_life_days, strength
from hippo.core.forgetting import due_at
from hippo.core.memory import State
from hippo.core.value import replace, value
from hippo.services.lookup import look_up
from hippo.store.conflicts import ConflictState
from hippo.store.links import LinkKind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from hippo.core.memory import Memory
    from hippo.services.occasion import Occasion
    from hippo.store.conflicts import StoredConflict
    from hippo.store.events import Event
    from hippo.store.store import Store


@value
class Inspected:
    """A memory as it is at this moment; `fades_at` is when sleep may archive it, None if never.

    `ties` are the ids it is tied to, by what it is to them or they to it.
    """

    memory: Memory
    scope: str
    strength: float
    effective_half_life_days: float
    fades_at: datetime | None
    tokens: int
    mirror: str
    ties: dict[str, tuple[str, ...]]
    conflicts: tuple[StoredConflict, ...]
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
        ties=_ties(store, memory.id),
        conflicts=tuple(_conflicts(store, found.number)),
        events=tuple(store.events.of(memory.id)),
    )


def _conflicts(store: Store, number: int) -> Iterator[StoredConflict]:
    """The conflicts of a memory; one that is open rests while one of its sides is not live."""
    for conflict in store.conflicts.all_with(number):
        states = {each.memory.state for each in store.memories.by_numbers(conflict.numbers)}
        rests = conflict.state is ConflictState.OPEN and states != {State.LIVE}
        yield replace(conflict, state=ConflictState.RESTING) if rests else conflict


#: What a memory is to those that are tied to it, by the kind of the tie.
_PASSIVE = {
    LinkKind.SUPERSEDES: "superseded_by",
    LinkKind.DISTILLED_FROM: "source_of",
    LinkKind.FOLDED_INTO: "holds",
    LinkKind.STANDS_BESIDE: "stands_beside",
}


def _ties(store: Store, memory_id: str) -> dict[str, tuple[str, ...]]:
    ties = {kind.value: ids for kind, ids in store.links.from_memory(memory_id).items()}
    for kind, ids in store.links.to_memory(memory_id).items():
        ties[_PASSIVE[kind]] = tuple(sorted({*ties.get(_PASSIVE[kind], ()), *ids}))
    return ties
