"""How near the memories of the stores are to a question: by the vectors they have, and by one of the question."""

from __future__ import annotations

from hippo.adapters.embeddings.protocol import NoEmbeddings
from hippo.core.fusion import DEPTH, fused, fused_ranks
from hippo.core.rank import NEIGHBOURS, rank
from hippo.core.secrets import mask_secrets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from hippo.core.analysis import Query
    from hippo.core.rank import Ranked, Statistics
    from hippo.services.embedding import Embedding
    from hippo.store.search import Candidates, Search
    from hippo.store.store import Store
    from hippo.store.vectors import Model

    Pool = Callable[[Sequence[Statistics]], Statistics]

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
        near = self._near if among is None else np.where(np.isin(self._found.numbers, among), self._near, -2.0)
        return [int(self._found.numbers[place]) for place in nearest(near, most) if near[place] > -2.0]

    def cosines(self, numbers: Sequence[int]) -> dict[int, float]:
        """How near some rows are; those without a vector are left out."""
        import numpy as np

        assert self._near is not None
        places = np.searchsorted(self._found.numbers, numbers)
        size = len(self._found.numbers)
        return {
            number: float(self._near[place])
            for number, place in zip(numbers, places, strict=True)
            if place < size and self._found.numbers[place] == number
        }


class Nearness:
    """The spaces of the stores that have vectors of the model in use, asked with one question."""

    def __init__(self, embedding: Embedding, stores: Sequence[Store], text: str) -> None:
        """Make the question's vector. Raises NoEmbeddings."""
        self.settings = embedding.settings
        name = embedding.choice.model
        models = {place: store.vectors.model(name) for place, store in enumerate(stores)}
        self._spaces = {place: Space(stores[place], model) for place, model in models.items() if model}
        if not self._spaces:
            raise Unreachable(f"no vector is of {embedding.choice.name}", hint="`hippo embed` makes them")
        if not embedding.is_allowed():
            raise Unreachable(
                f"loading {embedding.choice.name} takes seconds",
                hint="`hippo config embeddings.load always` loads it all the same",
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

    def nearest(self, place: int, most: int, among: Sequence[int] | None) -> list[int]:
        """The rows of a store that are nearest to the question."""
        space = self._spaces.get(place)
        return space.nearest(most, among) if space else []

    def cosines(self, place: int, numbers: Sequence[int]) -> dict[int, float]:
        """How near some rows of a store are."""
        space = self._spaces.get(place)
        return space.cosines(numbers) if space else {}


def question_vector(embedding: Embedding, text: str) -> NDArray[np.float32]:
    """The vector of a question, without the secrets that may stand in it. Raises NoEmbeddings."""
    asked, _ = mask_secrets(text.encode("utf-8", "replace").decode()[:LONGEST_QUESTION])
    wait = embedding.settings.wait_ms / 1000 if embedding.choice.is_server else None
    row: NDArray[np.float32] = embedding.embed([asked], wait_seconds=wait)[0]
    return row


def ranked_by_both(
    near: Nearness, query: Query, gathered: Sequence[Candidates], searches: Sequence[Search], pool: Pool
) -> list[Ranked]:
    """What words have found and what is near in meaning, in one order."""
    wider = [
        search.widened(each, near.nearest(place, DEPTH, search.few()), neighbour_reach=max(NEIGHBOURS))
        for place, (search, each) in enumerate(zip(searches, gathered, strict=True))
    ]
    documents = [document for each in wider for document in each.documents]
    ranked = rank(query, documents, pool([each.statistics for each in wider]))
    cosines = {
        (place, number): cosine
        for place, each in enumerate(wider)
        for number, cosine in near.cosines(place, [document.key[1] for document in each.documents]).items()
    }
    settings = near.settings
    if settings.fusion == "rrf":
        return fused_ranks(ranked, documents, cosines, least=settings.least_cosine)
    return fused(ranked, documents, cosines, weight=settings.weight, least=settings.least_cosine)
