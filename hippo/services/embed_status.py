"""How far the vectors of a store are."""

from __future__ import annotations

from hippo.adapters.embeddings.protocol import NoEmbeddings
from hippo.adapters.resident_file import is_held
from hippo.core.value import value
from hippo.services.rebuilding import left

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hippo.services.embedding import Embedding
    from hippo.store.store import Store


@value
class Embedded:
    """How far the vectors of a store are, by the model in use: `made` counts those of this run.

    Of the live memories, `current` have a vector that counts, `stale` one of another model or of an earlier text,
    `pending` none; `other_model` is the model of vectors that do not count. `to_rebuild` counts the memories that a
    rebuild, which was interrupted, still has to go through. `resident` says that a process keeps the model in memory,
    `trouble` why there is none.
    """

    scope: str
    model: str
    backend: str
    dimension: int
    live: int
    current: int
    stale: int
    pending: int
    made: int = 0
    to_rebuild: int = 0
    other_model: str = ""
    resident: bool = False
    trouble: str = ""


def status(store: Store, embedding: Embedding) -> Embedded:
    """How far the vectors of a store are; nothing is loaded."""
    try:
        choice = embedding.choice
    except NoEmbeddings as error:
        return told(store, "", "", trouble=f"{error.message}; {error.hint}".removesuffix("; "))
    return told(store, choice.model, choice.backend)


def told(store: Store, name: str, backend: str, *, made: int = 0, trouble: str = "") -> Embedded:
    """How far the vectors of a model are, what was made of them in a run, and why there is no model."""
    coverage = store.vectors.coverage(name)
    current = coverage.current if store.vectors_mark() else 0  # recall does not look for what has no mark
    model, used = store.vectors.model(name), store.vectors.model_in_use()
    return Embedded(
        scope=store.scope,
        model=name,
        backend=backend,
        dimension=model.dimension if model else 0,
        live=coverage.live,
        current=current,
        stale=coverage.stale + coverage.current - current,
        pending=coverage.pending,
        made=made,
        to_rebuild=left(store, name),
        other_model=used.name if used and coverage.stale and used.name != name else "",
        resident=is_held(store.folder),
        trouble=trouble,
    )
