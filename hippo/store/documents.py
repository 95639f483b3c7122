"""Rows as documents for ranking, with what stands beside them in their series."""

from __future__ import annotations

from hippo.core.memory import State
from hippo.core.rank import Document
from hippo.store.packing import unpacked

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Sequence

    from hippo.store.connection import Connection

#: Documents whose neighbours are looked at, the likeliest: a neighbour of a poor match is no answer (20 to 150 of them
#: are alike within .002 nDCG@10 on conversations).
_MOST_WITH_NEIGHBOURS = 50

_COLUMNS = "number, text, terms, head_count, term_count, meta_terms, series, position"
_BY_NUMBER = f"SELECT {_COLUMNS} FROM memory WHERE number IN ({{marks}})"
_NEIGHBOURS = f"SELECT {_COLUMNS} FROM memory WHERE (series, position) IN (VALUES {{marks}}) AND state = ?"
_SERIES_TERMS = "SELECT number, term_count FROM series WHERE number IN ({marks})"
_SERIES_COUNT = "SELECT max(number) FROM series"


class Documents:
    """The rows of one store in one state. `place` tells their keys and series from those of another store."""

    def __init__(self, connection: Connection, state: State, place: int) -> None:
        self._connection = connection
        self._state = state
        self._place = place

    def by_numbers(self, numbers: Sequence[int]) -> list[Document]:
        """Documents in the order of their numbers given."""
        rows = self._connection.rows(_BY_NUMBER.format(marks=_marks(numbers)), numbers) if numbers else []
        found = {row["number"]: row for row in rows}
        return [self._document(found[number]) for number in numbers if number in found]

    def beside(self, documents: Sequence[Document], reach: int) -> list[Document]:
        """What stands up to `reach` places before or after the first of the documents in their series."""
        best = [document for document in documents if document.series][:_MOST_WITH_NEIGHBOURS]
        known = {_place_of(document) for document in documents if document.series}
        steps = [step for step in range(-reach, reach + 1) if step]
        around = {(series, position + step) for series, position in map(_place_of, best) for step in steps}
        wanted = sorted(around - known)
        if not wanted:
            return []
        statement = _NEIGHBOURS.format(marks=", ".join(["(?, ?)"] * len(wanted)))
        values = (part for pair in wanted for part in pair)
        return [self._document(row) for row in self._connection.rows(statement, (*values, self._state.value))]

    def series_count(self) -> int:
        """How many series the store has."""
        return self._connection.number(_SERIES_COUNT)

    def series_terms(self, documents: Iterable[Document]) -> dict[str, int]:
        """The length in terms of each series that a document stands in.

        Only of live memories there are totals; of the others, every series counts as equally long.
        """
        names = sorted({document.series for document in documents if document.series})
        if not names or self._state is not State.LIVE:
            return dict.fromkeys(names, 1)
        numbers = [_series_number(name) for name in names]
        rows = self._connection.rows(_SERIES_TERMS.format(marks=_marks(numbers)), numbers)
        return {self._series_name(row["number"]): row["term_count"] for row in rows}

    def _document(self, row: sqlite3.Row) -> Document:
        return Document(
            key=(self._place, row["number"]),
            text=row["text"],
            terms=unpacked(row["terms"], row["text"]),
            head_count=row["head_count"],
            term_count=row["term_count"],
            meta=row["meta_terms"],
            series="" if row["series"] is None else self._series_name(row["series"]),
            position=row["position"],
        )

    def _series_name(self, number: int) -> str:
        return f"{self._place}:{number}"


def _place_of(document: Document) -> tuple[int, int]:
    return _series_number(document.series), document.position


def _series_number(name: str) -> int:
    return int(name.partition(":")[2])


def _marks(values: Sequence[object]) -> str:
    return ", ".join("?" * len(values))
