"""How common the terms of a query are: exact in stores of up to a few hundred thousand memories, estimated beyond.

The index's vocabulary counts a term in 20 ns for each row that holds it, which is 5 ms for the commonest word of a
million memories, and a query has many words. There, a term that is about as dense in three places of the store is taken
to be so everywhere. What is rarer, which is what tells, or comes in bursts is counted in a store of any size.
"""

from __future__ import annotations

from hippo.core.value import value
from hippo.store.full_text import quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Sequence

    from hippo.store.connection import Connection
    from hippo.store.full_text import Side

#: A store with so many memories is counted, which takes 1 ms for a word that every fourth of them holds.
MOST_COUNTED = 200_000
#: Rows of a term that a sample holds: so many tell how dense it is within 3 %.
SAMPLE_ROWS = 1_000
#: How many times as dense in one sample as in another a term may be (chosen: beyond, its use changed over time).
_MOST_UNEVEN = 2.0

_COUNTS = "SELECT term, col, doc FROM {terms} WHERE term IN ({marks})"
_ENDS = "SELECT (SELECT min(number) FROM memory) AS first, (SELECT max(number) FROM memory) AS last"
_SAMPLE = """
SELECT count(*) AS rows, min(rowid) AS first, max(rowid) AS last
FROM (SELECT rowid FROM {words} WHERE {words} MATCH ? AND rowid >= ? ORDER BY rowid {direction} LIMIT ?)
"""
_COUNT_AT_ENDS = """
SELECT (SELECT count(*) FROM {words} WHERE {words} MATCH :term AND rowid <= :until)
    + (SELECT count(*) FROM {words} WHERE {words} MATCH :term AND rowid >= :since)
"""


@value
class Frequency:
    """How many memories hold a term in their text, and how many in their metadata."""

    text: int = 0
    meta: int = 0

    @property
    def rows(self) -> int:
        """How many memories hold it at most."""
        return self.text + self.meta


def frequencies(connection: Connection, side: Side, terms: Sequence[str], *, documents: int) -> dict[str, Frequency]:
    """The frequency of each term on a side of so many memories."""
    estimated = {} if documents <= MOST_COUNTED else _estimated(connection, side, terms)
    return estimated | _counted(connection, side, [term for term in terms if term not in estimated])


def _counted(connection: Connection, side: Side, terms: Sequence[str]) -> dict[str, Frequency]:
    marks = ", ".join("?" * len(terms))
    text, meta = dict.fromkeys(terms, 0), dict.fromkeys(terms, 0)
    for row in connection.rows(_COUNTS.format(terms=side.terms, marks=marks), terms):
        (text if row["col"] == "terms" else meta)[row["term"]] = row["doc"]
    return {term: Frequency(text=text[term], meta=meta[term]) for term in terms}


def _estimated(connection: Connection, side: Side, terms: Iterable[str]) -> dict[str, Frequency]:
    """The frequencies of the terms that are common throughout."""
    ends = connection.row(_ENDS)
    assert ends is not None
    found = {term: _estimate(connection, side, quoted(term), ends["first"], ends["last"]) for term in terms}
    return {term: frequency for term, frequency in found.items() if frequency is not None}


def _estimate(connection: Connection, side: Side, term: str, first: int, last: int) -> Frequency | None:
    middle = (first + last) // 2

    def sample(start: int, direction: str) -> sqlite3.Row:
        statement = _SAMPLE.format(words=side.words, direction=direction)
        row = connection.row(statement, (term, start, SAMPLE_ROWS))
        assert row is not None
        return row

    def share(column: str) -> float:
        ends = {"term": f"{column} : {term}", "until": oldest["last"], "since": newest["first"]}
        return connection.number(_COUNT_AT_ENDS.format(words=side.words), ends) / (2 * SAMPLE_ROWS)

    oldest, later, newest = sample(first, "ASC"), sample(middle, "ASC"), sample(first, "DESC")
    if later["rows"] < SAMPLE_ROWS:
        return None
    spans = (oldest["last"] - first + 1, later["last"] - middle + 1, last - newest["first"] + 1)
    if max(spans) > _MOST_UNEVEN * min(spans):
        return None
    rows = SAMPLE_ROWS * (last - first + 1) * len(spans) / sum(spans)
    return Frequency(text=int(rows * share("terms")), meta=int(rows * share("meta_terms")))
