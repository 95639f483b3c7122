"""Embed: make the vectors that memories lack.

What is done is kept batch by batch: whoever is interrupted goes on where it was at the next call. When all are made
anew each old vector stays until its new one is there, so that recall has meaning all the while.
"""

from __future__ import annotations

import time

from hippo.adapters.embeddings.protocol import NoEmbeddings
from hippo.errors import HippoError
from hippo.services import rebuilding
from hippo.services.embed_status import told
from hippo.services.opening import addressed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hippo.services.embed_status import Embedded
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
#: How far the scale of the vectors may be from what new ones need before a rebuild gives them another (chosen: batches
#: of one model are within 1.5).
_SCALES_APART = 2.0


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

    With `rebuild` all of them anew. A rebuild that was interrupted goes on, also without it unless there is a bound.
    Unless `cached` is taken back, the file of all vectors is written at the end. Raises NoEmbeddings.
    """
    name = embedding.choice.model
    run = _Run(store, embedding, progress, most=most, seconds=seconds)
    reached = rebuilding.reached(store, name)
    if rebuild or (reached and most is None and seconds is None):
        run.replace(after=reached)
    run.make_missing()
    progress(run.done, run.done)
    _mark_unmarked(store)
    model = store.vectors.model(name)
    if model is not None:
        _remove_unused(store, model)
        if cached:
            _write_cache(store, model)
    return told(store, name, embedding.choice.backend, made=run.done)


class _Run:
    """One run over the memories of a store, within its bounds; `done` counts the vectors it has made."""

    def __init__(
        self, store: Store, embedding: Embedding, progress: Progress, *, most: int | None, seconds: float | None
    ) -> None:
        self._store, self._embedding, self._progress = store, embedding, progress
        self._name = embedding.choice.model
        self._most = most
        self._deadline = None if seconds is None else time.monotonic() + seconds
        self.done = 0

    def replace(self, *, after: int) -> None:
        """Make a new vector for every memory behind a row."""
        vectors = self._store.vectors
        total = vectors.left_to_replace(after=after)
        while self._goes_on(total):
            waiting = vectors.to_replace(after=after, most=BATCH)
            if not waiting:
                rebuilding.forget(self._store)
                return
            _keep(self._store, waiting, self._embedding, replaced_from=after)
            self.done, after = self.done + len(waiting), waiting[-1].number

    def make_missing(self) -> None:
        """Make the vectors that are missing or do not count."""
        vectors, after = self._store.vectors, 0
        coverage = vectors.coverage(self._name)
        total = self.done + coverage.live - coverage.current
        while self._goes_on(total):
            waiting = vectors.pending(vectors.model(self._name), after=after, most=BATCH)
            if not waiting:
                return
            _keep(self._store, waiting, self._embedding)
            self.done, after = self.done + len(waiting), waiting[-1].number

    def _goes_on(self, total: int) -> bool:
        is_over = self._deadline is not None and time.monotonic() >= self._deadline
        if is_over or (self._most is not None and self.done >= self._most):
            return False
        self._progress(self.done, total)
        return True


def embed_few(store: Store, embedding: Embedding, *, most: int, wait_seconds: float) -> int:
    """Make a few of the vectors that are missing, for one who must not keep others waiting; returns how many.

    Raises NoEmbeddings, and Busy when somebody writes for longer than the wait.
    """
    waiting = store.vectors.pending(store.vectors.model(embedding.choice.model), most=most)
    if waiting:
        _keep(store, waiting, embedding, wait_seconds=wait_seconds)
    return len(waiting)


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
    return [f"{left:,} memories have no vector yet: `{addressed('hippo embed', store.scope)}`"] if left else []


def _remove_unused(store: Store, model: Model) -> None:
    """Forget the models that are no longer used."""
    if store.vectors.has_unused_models(model):
        with store.transaction():
            store.vectors.remove_unused_models(model)


def _mark_unmarked(store: Store) -> None:
    """Give vectors without a mark, which nobody asks, a new one."""
    if not store.vectors_mark() and store.vectors.are_any():
        with store.transaction():
            store.mark_vectors()


def _write_cache(store: Store, model: Model) -> None:
    """Write the file of all vectors; not if something was erased meanwhile, which must not come back in it."""
    from hippo.store.vector_cache import remove_cache, write_cache

    mark = store.vectors_mark()
    try:
        write_cache(store.folder, store.vectors, model, mark)
        if store.vectors_mark() != mark:
            remove_cache(store.folder)
    except OSError as error:
        store.warn(f"the file of all vectors was not written ({error.strerror}): recall reads the database")


def _keep(
    store: Store,
    waiting: Sequence[Waiting],
    embedding: Embedding,
    *,
    replaced_from: int | None = None,
    wait_seconds: float | None = None,
) -> None:
    """Make the vectors of a batch and keep them; in a rebuild, which has come to a row, note how far it is now."""
    from hippo.core.quantised import packed, scale_for
    from hippo.services.memory_vectors import memory_vectors
    from hippo.store.vectors import Made

    name = embedding.choice.model
    rows = memory_vectors([each.text for each in waiting], embedding)
    dimension, scale = rows.shape[1], scale_for(rows)
    with store.transaction(wait_seconds=wait_seconds):
        model = store.vectors.model(name)
        if model is not None and not store.vectors.binds(model):
            model = None
        if model is None or (replaced_from is not None and _must_go(model, dimension, scale, replaced_from)):
            model = store.vectors.add_model(name, dimension=dimension, scale=scale)
        _require_dimension(store, model, dimension)
        parts = packed(rows, model.scale)
        store.vectors.put(
            model,
            [
                Made(number=each.number, fingerprint=each.fingerprint, components=part)
                for each, part in zip(waiting, parts, strict=True)
            ],
        )
        if replaced_from is not None:
            rebuilding.note_reached(store, waiting[-1].number, name)


def _must_go(model: Model, dimension: int, scale: float, reached: int) -> bool:
    """Whether new vectors cannot stand beside the old ones of their model: then all of those go as the first come."""
    is_far = not 1 / _SCALES_APART <= scale / model.scale <= _SCALES_APART
    return dimension != model.dimension or (is_far and not reached)


def _require_dimension(store: Store, model: Model, dimension: int) -> None:
    if dimension != model.dimension:
        raise NoEmbeddings(
            f"{model.name} gives {dimension} components now, the vectors have {model.dimension}",
            hint=f"`{addressed('hippo embed --rebuild', store.scope)}` makes all of them anew",
        )
