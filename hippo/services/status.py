"""Status: what a store holds, what fades next, when sleep last ran, how large it is."""

from __future__ import annotations

from datetime import timedelta

from hippo.adapters import config
from hippo.core.decay import strength
from hippo.core.forgetting import FADING_DAYS, Fading, due_at
from hippo.core.value import value
from hippo.store.conflicts import memories_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hippo.services.embed_status import Embedded
    from hippo.services.occasion import Occasion
    from hippo.store.sleeps import Sleep
    from hippo.store.store import Store

#: How many of the memories that fade next are shown.
MOST_FADING = 5


@value
class Count:
    """How many memories of one layer are in one state."""

    layer: str
    state: str
    count: int


@value
class StoreStatus:
    """The state of one store; `live` counts its live memories, sizes are in bytes.

    `vectors` says how far they are in a store that has any.
    """

    scope: str
    folder: str
    live: int
    counts: tuple[Count, ...]
    pinned: int
    stale: int
    fading: tuple[Fading, ...]
    last_sleep: Sleep | None
    schema: int
    database_bytes: int
    text_bytes: int
    vectors: Embedded | None = None


def status(stores: Sequence[Store], *, occasion: Occasion, environ: Mapping[str, str]) -> tuple[StoreStatus, ...]:
    """The state of every open store; looking strengthens nothing. `environ` tells where models may lie."""
    return tuple(_status(store, occasion, environ) for store in stores)


def _status(store: Store, occasion: Occasion, environ: Mapping[str, str]) -> StoreStatus:
    counts = store.memories.counts()
    totals = store.memories.totals()
    return StoreStatus(
        scope=store.scope,
        folder=store.folder,
        live=sum(count for (_, state), count in counts.items() if state == "live"),
        counts=tuple(Count(layer=layer, state=state, count=count) for (layer, state), count in sorted(counts.items())),
        pinned=totals.pinned,
        stale=totals.stale,
        fading=_fading(store, occasion),
        last_sleep=store.sleeps.last(),
        schema=store.schema_version(),
        database_bytes=store.size_bytes(),
        text_bytes=totals.text_bytes,
        vectors=_vectors(store, environ),
    )


def _vectors(store: Store, environ: Mapping[str, str]) -> Embedded | None:
    """How far they are by the store's own settings, by which `hippo embed` would make the others."""
    if not store.vectors_mark():
        return None
    from hippo.services.embed_status import status as status_of_vectors
    from hippo.services.embedding import Embedding

    return status_of_vectors(store, Embedding(config.load(store.folder).settings.embeddings, environ))


def _fading(store: Store, occasion: Occasion) -> tuple[Fading, ...]:
    kept = memories_in(store.conflicts.open())
    due = store.memories.due(occasion.now + timedelta(days=FADING_DAYS), limit=MOST_FADING + len(kept))
    soon = [each for each in due if each.memory.id not in kept][:MOST_FADING]
    dated = ((each.memory, due_at(each.memory, occasion.settings.sleep)) for each in soon)
    return tuple(
        Fading(memory=memory, due_at=due, strength=strength(memory, occasion.now)) for memory, due in dated if due
    )
