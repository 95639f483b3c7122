"""Rows that share words with a query, found by reading all of them: slow, complete, and in need of no index."""

from __future__ import annotations

from hippo.core.bm25 import inverse_document_frequency
from hippo.store.candidate_plan import DEPTH
from hippo.store.frequencies import Frequency

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from hippo.core.analysis import Query
    from hippo.store.connection import Connection
    from hippo.store.search import Scope

#: Rows read at once, so that the memory in use stays the same in a store of any size.
_BATCH = 2_000

_ROWS = """
SELECT number, unpacked(terms, text) AS terms, meta_terms FROM memory
WHERE number > ? AND {side} AND {conditions} ORDER BY number LIMIT ?
"""
_AMONG = """
SELECT number, unpacked(terms, text) AS terms, meta_terms FROM memory
WHERE number IN ({marks}) AND {side} AND {conditions}
"""


class Scanning:
    """One side of a store, read row by row."""

    def __init__(self, connection: Connection, scope: Scope, documents: int) -> None:
        self._connection = connection
        self._scope = scope
        self._documents = documents

    def frequencies(self, terms: Sequence[str]) -> dict[str, Frequency]:
        """How common the terms are."""
        wanted = set(terms)
        text, meta = dict.fromkeys(terms, 0), dict.fromkeys(terms, 0)
        for row in self._rows("1", ()):
            for counts, column in ((text, "terms"), (meta, "meta_terms")):
                for term in wanted.intersection(row[column].split()):
                    counts[term] += 1
        return {term: Frequency(text=text[term], meta=meta[term]) for term in terms}

    def numbers(self, query: Query, known: Mapping[str, Frequency]) -> list[int]:
        """The rows worth ranking, likeliest first."""
        return likeliest(self._rows(*self._scope.conditions()), query, known, documents=self._documents)

    def _rows(self, conditions: str, values: Sequence[Any]) -> Iterator[sqlite3.Row]:
        statement = _ROWS.format(side=self._scope.side.condition, conditions=conditions)
        last = 0
        while batch := self._connection.rows(statement, (last, *values, _BATCH)):
            yield from batch
            last = batch[-1]["number"]


def rows_among(connection: Connection, scope: Scope, numbers: Sequence[int]) -> list[sqlite3.Row]:
    """Those of the numbered rows that pass the filters, with what they are found by."""
    conditions, values = scope.conditions()
    marks = ", ".join("?" * len(numbers))
    statement = _AMONG.format(marks=marks, side=scope.side.condition, conditions=conditions)
    return connection.rows(statement, (*numbers, *values))


def likeliest(
    rows: Iterable[sqlite3.Row], query: Query, known: Mapping[str, Frequency], *, documents: int
) -> list[int]:
    """The rows that hold what tells most, without regard to how often or in how long a text."""
    worth = {
        term.text: term.weight * inverse_document_frequency(documents, known[term.text].rows)
        for term in query.terms
        if known[term.text].rows
    }
    found = []
    for row in rows:
        held = worth.keys() & {*row["terms"].split(), *row["meta_terms"].split()}
        if held:
            found.append((-sum(worth[term] for term in sorted(held)), row["number"]))
    return [number for _, number in sorted(found)[:DEPTH]]
