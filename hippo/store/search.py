"""Candidates for a recall: which rows share words with a query, found without reading the whole store."""

from __future__ import annotations

from hippo.core.memory import State
from hippo.core.rank import Document, Statistics
from hippo.core.value import value
from hippo.errors import StoreError
from hippo.store.documents import Documents
from hippo.store.full_text import GONE, LIVE
from hippo.store.matching import Matching
from hippo.store.memories import filters
from hippo.store.narrow import few_in_state, few_rows
from hippo.store.scanning import Scanning

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from datetime import datetime
    from typing import Any, TypeVar

    from hippo.core.analysis import Query
    from hippo.core.memory import Layer
    from hippo.store.connection import Connection
    from hippo.store.frequencies import Frequency
    from hippo.store.full_text import Side

    Answer = TypeVar("Answer")

_PASSING = "SELECT number FROM memory WHERE number IN ({marks}) AND state = ? AND {conditions}"
_CORPUS = "SELECT documents, term_count FROM corpus WHERE live = :live"


@value
class Scope:
    """Which memories a search looks at: those in one state, and the filters that they must pass."""

    state: State = State.LIVE
    layer: Layer | None = None
    tags: tuple[str, ...] = ()
    since: datetime | None = None

    @property
    def live(self) -> bool:
        """Whether it looks at live memories."""
        return self.state is State.LIVE

    @property
    def side(self) -> Side:
        """The half of the store."""
        return LIVE if self.live else GONE

    def conditions(self) -> tuple[str, list[Any]]:
        """The filters as a condition on the memory table, and its parameters; without filters there are none."""
        states = () if self.live else (self.state,)
        conditions, values = filters(states=states, layer=self.layer, tags=self.tags, since=self.since)
        return " AND ".join(conditions), values


@value
class Candidates:
    """What ranking needs; `index_damage` says why the rows were read one by one, if they were."""

    documents: tuple[Document, ...]
    statistics: Statistics
    index_damage: str = ""


class Index:
    """The full-text side of one store."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def search(self, scope: Scope, *, place: int = 0) -> Search:
        """Begin a search. `place` stands in the key of every document and tells it from those of another store."""
        return Search(self._connection, scope, place)


class Search:
    """One search of one store. With a damaged index it reads the rows instead, which is slow but complete."""

    def __init__(self, connection: Connection, scope: Scope, place: int) -> None:
        self._connection = connection
        self._scope = scope
        self._documents = Documents(connection, scope.state, place)
        self._count, self._terms = self._totals()
        self._way: Matching | Scanning = Matching(connection, scope, self._count)
        self._known: dict[str, Frequency] = {}
        self._damage = ""

    def rows(self, terms: Iterable[str]) -> dict[str, int]:
        """How many memories hold each of the terms, in their text or their metadata."""
        wanted = set(terms)
        self._look_up(wanted)
        return {term: self._known[term].rows for term in wanted}

    def candidates(self, query: Query, *, neighbour_reach: int) -> Candidates:
        """The rows worth ranking for a query and their neighbours, by number, and the statistics of the whole store."""
        self._look_up(term.text for term in query.terms)
        numbers = self._ask(lambda way: way.numbers(query, self._known))
        documents = self._documents.by_numbers(numbers)
        documents += self._documents.beside(documents, neighbour_reach)
        return Candidates(
            documents=tuple(sorted(documents, key=lambda document: document.key)),
            statistics=self._statistics(documents),
            index_damage=self._damage,
        )

    def widened(self, candidates: Candidates, numbers: Sequence[int], *, neighbour_reach: int) -> Candidates:
        """The same with further rows, as far as they are in the scope, and their neighbours."""
        known = {document.key[1] for document in candidates.documents}
        passing = self._documents.by_numbers(self.passing([number for number in numbers if number not in known]))
        more = [*passing, *self._documents.beside(passing, neighbour_reach)]
        added = {document.key: document for document in more if document.key[1] not in known}
        documents = [*candidates.documents, *added.values()]
        return Candidates(
            documents=tuple(sorted(documents, key=lambda document: document.key)),
            statistics=self._statistics(documents),
            index_damage=candidates.index_damage,
        )

    def few(self) -> list[int] | None:
        """Rows among which all are that are in the scope, if they are few."""
        found = few_rows(self._connection, self._scope)
        if found is None and not self._scope.live:
            found = few_in_state(self._connection, self._scope.state)
        return found

    def passing(self, numbers: Sequence[int]) -> list[int]:
        """Those of some rows that are in the scope, in their order."""
        conditions, values = self._scope.conditions()
        statement = _PASSING.format(marks="{marks}", conditions=conditions)
        rows = self._connection.rows_among(statement, numbers, self._scope.state.value, *values)
        passing = {row["number"] for row in rows}
        return [number for number in numbers if number in passing]

    def _look_up(self, terms: Iterable[str]) -> None:
        new = sorted(set(terms) - self._known.keys())
        if new:
            self._known |= self._ask(lambda way: way.frequencies(new))

    def _ask(self, question: Callable[[Matching | Scanning], Answer]) -> Answer:
        """Ask the index; when it proves to be damaged, ask the rows from then on."""
        try:
            return question(self._way)
        except StoreError as error:
            if self._damage:
                raise
            self._damage = error.message
            self._way = Scanning(self._connection, self._scope, self._count)
            self._known = self._way.frequencies(sorted(self._known))
            return question(self._way)

    def _statistics(self, documents: Sequence[Document]) -> Statistics:
        lengths = self._documents.series_terms(documents)
        return Statistics(
            documents=self._count,
            average_terms=self._terms / self._count if self._count else 0.0,
            document_frequency={term: known.text for term, known in self._known.items()},
            meta_frequency={term: known.meta for term, known in self._known.items()},
            series_count=self._documents.series_count() if lengths else 0,
            series_terms=lengths,
        )

    def _totals(self) -> tuple[int, int]:
        row = self._connection.row(_CORPUS, {"live": int(self._scope.live)})
        return (row["documents"], row["term_count"]) if row else (0, 0)
