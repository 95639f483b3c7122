"""How near the memories of the stores are to a question: by the vectors they have, and by one of the question."""

from __future__ import annotations

from hippo.adapters.embeddings.protocol import NoEmbeddings
from hippo.core.analysis import written_names
from hippo.core.fusion import DEPTH, fused, fused_ranks
from hippo.core.rank import NEIGHBOURS, rank
from hippo.core.secrets import mask_secrets
from hippo.services.left_out import next_step
from hippo.services.opening import addressed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Protocol

    import numpy as np
    from numpy.typing import NDArray

    from hippo.core.analysis import Query
    from hippo.core.rank import Ranked, Statistics
    from hippo.core.settings import EmbeddingSettings
    from hippo.services.embedding import Embedding
    from hippo.store.search import Candidates, Search
    from hippo.store.store import Store
    from hippo.store.vectors import Model

    Pool = Callable[[Sequence[Statistics]], Statistics]

    class Near(Protocol):
        """Whoever knows how near the memories of some stores are to one question."""

        settings: EmbeddingSettings
        note: Callable[[str], None]

        def nearest(self, most: int, among: Sequence[Sequence[int] | None]) -> list[list[int]]:
            """The rows of each store that are nearest, of all its rows or of some."""
            ...

        def cosines(self, numbers: Sequence[Sequence[int]]) -> list[dict[int, float]]:
            """How near some rows of each store are; those without a vector are left out."""
            ...


#: Characters of a question that a vector is made of (chosen: more than any model reads).
LONGEST_QUESTION = 4000
#: A nearness below all that there are.
_NOT_AMONG = -2.0
#: How many times deeper the search goes when too few of the nearest pass the filters, and the deepest (chosen: a few
#: milliseconds, and a line of 60 kB to the resident model).
_DEEPER, _DEEPEST = 8, 64 * DEPTH


class Unreachable(NoEmbeddings):
    """A question gets no vector in this run, and words must do."""


class Space:
    """The vectors of one store that count, by rows of its memories, whatever state these are in."""

    def __init__(self, store: Store, model: Model) -> None:
        from hippo.store.vector_cache import packed

        self.model, self.scope = model, store.scope
        self._found = packed(store.folder, store.vectors, model, store.vectors_mark())

    def measured(self, query: NDArray[np.float32]) -> Measured:
        """How near every memory is to a vector."""
        from hippo.core.quantised import cosines

        return Measured(self._found.numbers, cosines(self._found.rows, self.model.scale, query))


class Measured:
    """How near the memories of one store are to one question."""

    def __init__(self, numbers: NDArray[np.int64], near: NDArray[np.float32]) -> None:
        self._numbers, self._near = numbers, near

    def nearest(self, most: int, among: Sequence[int] | None = None) -> list[int]:
        """The rows nearest to the question, of all or of some."""
        import numpy as np

        from hippo.core.quantised import nearest

        near = (
            self._near
            if among is None
            else np.where(np.isin(self._numbers, np.asarray(among, "<i8")), self._near, _NOT_AMONG)
        )
        return [int(self._numbers[place]) for place in nearest(near, most) if near[place] > _NOT_AMONG]

    def cosines(self, numbers: Sequence[int]) -> dict[int, float]:
        """How near some rows are; those without a vector are left out."""
        import numpy as np

        places = np.searchsorted(self._numbers, np.asarray(numbers, "<i8"))
        size = len(self._numbers)
        return {
            number: float(self._near[place])
            for number, place in zip(numbers, places, strict=True)
            if place < size and self._numbers[place] == number
        }


class Nearness:
    """The spaces of the stores that have vectors of the model in use, asked with one question."""

    def __init__(
        self, embedding: Embedding, stores: Sequence[Store], text: str, *, note: Callable[[str], None]
    ) -> None:
        """Make the question's vector. Raises NoEmbeddings."""
        self.settings = embedding.settings
        self.note = note
        name = embedding.choice.model
        models = {place: store.vectors.model(name) for place, store in enumerate(stores)}
        spaces = {place: Space(stores[place], model) for place, model in models.items() if model}
        if not spaces:
            lacking = next((store for store in stores if store.vectors_mark()), stores[0])
            raise Unreachable(
                f"no vector is of {embedding.choice.name}", hint=f"{next_step(embedding, lacking)} makes them"
            )
        if not embedding.is_allowed():
            raise Unreachable(
                f"{embedding.choice.name} is loaded by no recall",
                hint="`hippo config embeddings.resident true` keeps it in memory",
            )
        query = question_vector(embedding, text)
        for space in spaces.values():
            require_dimension(space, query, embedding)
        self._measured = {place: space.measured(query) for place, space in spaces.items()}

    def nearest(self, most: int, among: Sequence[Sequence[int] | None]) -> list[list[int]]:
        """The rows of each store that are nearest to the question, of all its rows or of some."""
        return [
            self._measured[place].nearest(most, each) if place in self._measured else []
            for place, each in enumerate(among)
        ]

    def cosines(self, numbers: Sequence[Sequence[int]]) -> list[dict[int, float]]:
        """How near some rows of each store are; those without a vector are left out."""
        return [
            self._measured[place].cosines(each) if place in self._measured else {} for place, each in enumerate(numbers)
        ]


def question_vector(embedding: Embedding, text: str) -> NDArray[np.float32]:
    """The vector of a question, without the secrets that may stand in it. Raises NoEmbeddings."""
    from hippo.services.memory_vectors import sound

    asked = as_asked(text)
    wait = embedding.settings.wait_ms / 1000 if embedding.choice.is_server else None
    row: NDArray[np.float32] = sound(embedding.embed([asked], wait_seconds=wait), [asked], embedding)[0]
    return row


def as_asked(text: str) -> str:
    """What of a question a model is shown: its beginning, without the secrets that may stand in it."""
    asked, _ = mask_secrets(text.encode("utf-8", "replace").decode()[:LONGEST_QUESTION])
    return asked


def require_dimension(space: Space, query: NDArray[np.float32], embedding: Embedding) -> None:
    """Raise Unreachable if a question's vector cannot be measured against those of a store."""
    had = space.model.dimension
    if len(query) != had:
        raise Unreachable(
            f"{embedding.choice.name} gives {len(query)} components now, the vectors have {had}",
            hint=f"`{addressed('hippo embed --rebuild', space.scope)}` makes them anew",
        )


def ranked_by_both(
    near: Near, query: Query, gathered: Sequence[Candidates], searches: Sequence[Search], pool: Pool
) -> list[Ranked] | None:
    """What words have found and what is near in meaning, in one order; None, and a note, where nobody answers."""
    try:
        nearest = _nearest_passing(near, searches)
        wider = [
            search.widened(each, numbers, neighbour_reach=max(NEIGHBOURS))
            for search, each, numbers in zip(searches, gathered, nearest, strict=True)
        ]
        told = near.cosines([[document.key[1] for document in each.documents] for each in wider])
    except NoEmbeddings as error:
        near.note(words_alone(error))
        return None
    documents = [document for each in wider for document in each.documents]
    statistics = pool([each.statistics for each in wider])
    ranked = rank(query, documents, statistics, names=written_names(query.text))
    cosines = {(place, number): cosine for place, each in enumerate(told) for number, cosine in each.items()}
    settings = near.settings
    if settings.fusion == "rrf":
        return fused_ranks(ranked, documents, cosines, least=settings.least_cosine)
    return fused(
        ranked, documents, cosines, stored=statistics.documents, weight=settings.weight, least=settings.least_cosine
    )


def _nearest_passing(near: Near, searches: Sequence[Search]) -> list[list[int]]:
    """The rows of each store that are nearest and in the scope. Raises NoEmbeddings.

    Where few rows can be in it they are named; else what is nearest of all is asked for, and more of it if too little
    of it is in the scope, as with a small archive beside many live memories.
    """
    among, most = [search.few() for search in searches], DEPTH
    while True:
        nearest = near.nearest(most, among)
        passing = [search.passing(numbers)[:DEPTH] for search, numbers in zip(searches, nearest, strict=True)]
        is_enough = all(len(kept) == DEPTH or len(all_) < most for kept, all_ in zip(passing, nearest, strict=True))
        if is_enough or most >= _DEEPEST:
            return passing
        most *= _DEEPER


def words_alone(error: NoEmbeddings) -> str:
    """Why a question had to do with words, as a note."""
    return f"words alone: {error.message}" + (f"; {error.hint}" if error.hint else "")
