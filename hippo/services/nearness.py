"""How near the memories of the stores are to a question: by the vectors they have, and by one of the question."""

from __future__ import annotations

from hippo.adapters.embeddings.protocol import NoEmbeddings
from hippo.core.fusion import DEPTH, fused, fused_ranks
from hippo.core.rank import NEIGHBOURS, rank
from hippo.core.secrets import mask_secrets

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


class Unreachable(NoEmbeddings):
    """A question gets no vector in this run, and words must do."""


class Space:
    """The vectors of one store that count, by rows of its memories."""

    def __init__(self, store: Store, model: Model) -> None:
        from hippo.store.vector_cache import packed

        self.model = model
        self._found = packed(store.folder, store.vectors, model, store.vectors_mark())
        self._near: NDArray[np.float32] | None = None

    def ask(self, query: NDArray[np.float32]) -> None:
        """Measure how near every memory is to a vector."""
        from hippo.core.quantised import cosines

        self._near = cosines(self._found.rows, self.model.scale, query)

    def nearest(self, most: int, among: Sequence[int] | None = None) -> list[int]:
        """The rows nearest to the question, of all or of some."""
        import numpy as np

        from hippo.core.quantised import nearest

        assert self._near is not None
        near = (
            self._near
            if among is None
            else np.where(np.isin(self._found.numbers, np.asarray(among, "<i8")), self._near, -2.0)
        )
        return [int(self._found.numbers[place]) for place in nearest(near, most) if near[place] > -2.0]

    def cosines(self, numbers: Sequence[int]) -> dict[int, float]:
        """How near some rows are; those without a vector are left out."""
        import numpy as np

        assert self._near is not None
        places = np.searchsorted(self._found.numbers, np.asarray(numbers, "<i8"))
        size = len(self._found.numbers)
        return {
            number: float(self._near[place])
            for number, place in zip(numbers, places, strict=True)
            if place < size and self._found.numbers[place] == number
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
        self._spaces = {place: Space(stores[place], model) for place, model in models.items() if model}
        if not self._spaces:
            raise Unreachable(f"no vector is of {embedding.choice.name}", hint="`hippo embed` makes them")
        if not embedding.is_allowed():
            raise Unreachable(
                f"{embedding.choice.name} is loaded by no recall",
                hint="`hippo config embeddings.resident true` keeps it in memory",
            )
        query = question_vector(embedding, text)
        for space in self._spaces.values():
            if len(query) != space.model.dimension:
                had = space.model.dimension
                raise Unreachable(
                    f"{embedding.choice.name} gives {len(query)} components now, the vectors have {had}",
                    hint="`hippo embed --rebuild` makes them anew",
                )
            space.ask(query)

    def nearest(self, most: int, among: Sequence[Sequence[int] | None]) -> list[list[int]]:
        """The rows of each store that are nearest to the question, of all its rows or of some."""
        return [
            self._spaces[place].nearest(most, each) if place in self._spaces else [] for place, each in enumerate(among)
        ]

    def cosines(self, numbers: Sequence[Sequence[int]]) -> list[dict[int, float]]:
        """How near some rows of each store are; those without a vector are left out."""
        return [
            self._spaces[place].cosines(each) if place in self._spaces else {} for place, each in enumerate(numbers)
        ]


def question_vector(embedding: Embedding, text: str) -> NDArray[np.float32]:
    """The vector of a question, without the secrets that may stand in it. Raises NoEmbeddings."""
    asked, _ = mask_secrets(text.encode("utf-8", "replace").decode()[:LONGEST_QUESTION])
    wait = embedding.settings.wait_ms / 1000 if embedding.choice.is_server else None
    row: NDArray[np.float32] = embedding.embed([asked], wait_seconds=wait)[0]
    return row


def ranked_by_both(
    near: Near, query: Query, gathered: Sequence[Candidates], searches: Sequence[Search], pool: Pool
) -> list[Ranked] | None:
    """What words have found and what is near in meaning, in one order; None, and a note, where nobody answers."""
    try:
        nearest = near.nearest(DEPTH, [search.few() for search in searches])
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
    ranked = rank(query, documents, statistics)
    cosines = {(place, number): cosine for place, each in enumerate(told) for number, cosine in each.items()}
    settings = near.settings
    if settings.fusion == "rrf":
        return fused_ranks(ranked, documents, cosines, least=settings.least_cosine)
    return fused(
        ranked, documents, cosines, stored=statistics.documents, weight=settings.weight, least=settings.least_cosine
    )


def words_alone(error: NoEmbeddings) -> str:
    """Why a question had to do with words, as a note."""
    return f"words alone: {error.message}" + (f"; {error.hint}" if error.hint else "")
