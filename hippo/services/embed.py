"""Embed: make the vectors that memories lack, and say how far they are.

What is done is kept batch by batch: whoever is interrupted goes on where it was at the next call.
"""

from __future__ import annotations

import time

from hippo.adapters.embeddings.protocol import NoEmbeddings
from hippo.adapters.resident_link import is_held
from hippo.core.value import value
from hippo.errors import HippoError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hippo.services.embedding import Embedding
    from hippo.store.store import Store
    from hippo.store.vectors import Model, Waiting

    Progress = Callable[[int, int], None]

#: Texts whose vectors are kept in one transaction: a second of work of a small model.
BATCH = 64
#: Live memories that sleep embeds at most, and the seconds after which it begins no further batch (chosen: it may run
#: at the end of every session).
MOST_ASLEEP = 2_000
LONGEST_ASLEEP_SECONDS = 20.0
_REBUILDING = "vectors_rebuilt_for"


@value
class Embedded:
    """How far the vectors of a store are, by the model in use: `made` counts those of this run.

    Of the live memories, `current` have a vector that counts, `stale` one of another model or of an earlier text,
    `pending` none; `other_model` is the model of vectors that do not count. `resident` says that a process keeps the
    model in memory, `trouble` why there is none.
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
    other_model: str = ""
    resident: bool = False
    trouble: str = ""


def status(store: Store, embedding: Embedding) -> Embedded:
    """How far the vectors of a store are; nothing is loaded."""
    try:
        choice = embedding.choice
    except NoEmbeddings as error:
        return _told(store, "", "", trouble=f"{error.message}; {error.hint}".removesuffix("; "))
    return _told(store, choice.model, choice.backend)


def embed(
    store: Store,
    embedding: Embedding,
    *,
    rebuild: bool = False,
    progress: Progress = lambda *_: None,
    most: int | None = None,
    seconds: float | None = None,
    cached: bool = True,
) -> Embedded:
    """Make the vectors that live memories lack, of at most so many and for about so many seconds.

    With `rebuild` all of them anew; a rebuild that was interrupted goes on. Unless `cached` is taken back, the file of
    all vectors is written at the end. Raises NoEmbeddings.
    """
    name = embedding.choice.model
    if rebuild:
        _begin_anew(store, name)
    done, deadline = 0, None if seconds is None else time.monotonic() + seconds
    coverage = store.vectors.coverage(name)
    total = coverage.live - coverage.current
    after = 0
    while (most is None or done < most) and (deadline is None or time.monotonic() < deadline):
        progress(done, total)
        waiting = store.vectors.pending(store.vectors.model(name), after=after, most=BATCH)
        if not waiting:
            break
        _keep(store, name, waiting, embedding)
        done, after = done + len(waiting), waiting[-1].number
    progress(done, done)
    model = store.vectors.model(name)
    if model is not None:
        _tidy(store, model)
        if cached:
            _write_cache(store, model)
    return _told(store, name, embedding.choice.backend, made=done)


def embed_asleep(store: Store, embedding: Embedding) -> list[str]:
    """What sleep does for a store that has vectors, if a model is at hand; returns what there is to say."""
    if not store.vectors_mark():
        return []
    try:
        if not embedding.is_allowed():
            return []
        made = embed(store, embedding, most=MOST_ASLEEP, seconds=LONGEST_ASLEEP_SECONDS)
    except HippoError as error:
        return [f"no vectors were made: {error.message}"]
    left = made.stale + made.pending
    return [f"{left:,} memories have no vector yet: `hippo embed`"] if left else []


def _tidy(store: Store, model: Model) -> None:
    """Forget the models that are no longer used, and that a rebuild was under way once it is done."""
    is_rebuilt = store.facts.get(_REBUILDING) and not store.vectors.pending(model, most=1)
    if is_rebuilt or store.vectors.has_unused_models(model):
        with store.transaction():
            store.vectors.remove_unused_models(model)
            if is_rebuilt:
                store.facts.set(_REBUILDING, "")


def _write_cache(store: Store, model: Model) -> None:
    from hippo.store.vector_cache import write_cache

    try:
        write_cache(store.folder, store.vectors, model, store.vectors_mark())
    except OSError as error:
        store.warn(f"the file of all vectors was not written ({error.strerror}): recall reads the database")


def _begin_anew(store: Store, name: str) -> None:
    """Forget all vectors, unless that was done before and the making of new ones was interrupted."""
    if store.facts.get(_REBUILDING) == name:
        return
    with store.transaction():
        store.vectors.remove_all()
        store.facts.set(_REBUILDING, name)


def _keep(store: Store, name: str, waiting: Sequence[Waiting], embedding: Embedding) -> None:
    """Make the vectors of a batch and keep them."""
    from hippo.core.quantised import packed, scale_for
    from hippo.services.memory_vectors import memory_vectors
    from hippo.store.vectors import Made

    rows = memory_vectors([each.text for each in waiting], embedding)
    dimension = rows.shape[1]
    with store.transaction():
        model = store.vectors.model(name) or store.vectors.add_model(name, dimension=dimension, scale=scale_for(rows))
        _require_dimension(model, dimension)
        parts = packed(rows, model.scale)
        store.vectors.put(
            model,
            [
                Made(number=each.number, fingerprint=each.fingerprint, components=part)
                for each, part in zip(waiting, parts, strict=True)
            ],
        )


def _require_dimension(model: Model, dimension: int) -> None:
    if dimension != model.dimension:
        raise NoEmbeddings(
            f"{model.name} gives {dimension} components now, the vectors have {model.dimension}",
            hint="`hippo embed --rebuild` makes all of them anew",
        )


def _told(store: Store, name: str, backend: str, *, made: int = 0, trouble: str = "") -> Embedded:
    coverage = store.vectors.coverage(name)
    model, used = store.vectors.model(name), store.vectors.model_in_use()
    return Embedded(
        scope=store.scope,
        model=name,
        backend=backend,
        dimension=model.dimension if model else 0,
        live=coverage.live,
        current=coverage.current,
        stale=coverage.stale,
        pending=coverage.pending,
        made=made,
        other_model=used.name if used and coverage.stale and used.name != name else "",
        resident=is_held(store.folder),
        trouble=trouble,
    )
