"""How common the terms of a query are: exact in stores of up to a few hundred thousand memories, estimated beyond.

The index's vocabulary counts a term in 20 ns for each row that holds it, which is 5 ms for the commonest word of a
million memories, and a query has many words. There, a term that fills a sample of rows at both ends of the store is
taken to be as dense in between. Rarer terms, the ones that tell, are counted in a store of any size.
"""

from __future__ import annotations

from hippo.core.value import value
from hippo.store.full_text import quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hippo.store.connection import Connection
    from hippo.store.full_text import Side

#: A store with so many memories is counted, which takes 1 ms for a word that every fourth of them holds.
MOST_COUNTED = 200_000
#: Rows of a term that a sample holds; two of them tell how common it is within 5 %.
SAMPLE_ROWS = 1_000

_COUNTS = "SELECT term, col, doc FROM {terms} WHERE term IN ({marks})"
_ENDS = "SELECT (SELECT min(number) FROM memory) AS first, (SELECT max(number) FROM memory) AS last"
_SAMPLE = """
SELECT count(*) AS rows, min(rowid) AS first, max(rowid) AS last
FROM (SELECT rowid FROM {words} WHERE {words} MATCH ? ORDER BY rowid {direction} LIMIT ?)
"""
_COUNT_UNTIL = "SELECT count(*) FROM {words} WHERE {words} MATCH ? AND rowid <= ?"


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
    """The frequencies of the terms that fill a sample."""
    ends = connection.row(_ENDS)
    assert ends is not None
    found = {term: _estimate(connection, side, quoted(term), ends["first"], ends["last"]) for term in terms}
    return {term: frequency for term, frequency in found.items() if frequency is not None}


def _estimate(connection: Connection, side: Side, term: str, first: int, last: int) -> Frequency | None:
    oldest = connection.row(_SAMPLE.format(words=side.words, direction="ASC"), (term, SAMPLE_ROWS))
    newest = connection.row(_SAMPLE.format(words=side.words, direction="DESC"), (term, SAMPLE_ROWS))
    assert oldest is not None
    assert newest is not None
    if oldest["rows"] < SAMPLE_ROWS:
        return None
    walked = (oldest["last"] - first + 1) + (last - newest["first"] + 1)
    rows = max(SAMPLE_ROWS, 2 * SAMPLE_ROWS * (last - first + 1) // walked)
    count = _COUNT_UNTIL.format(words=side.words)
    text = connection.number(count, (f"terms : {term}", oldest["last"]))
    meta = connection.number(count, (f"meta_terms : {term}", oldest["last"]))
    return Frequency(text=rows * text // SAMPLE_ROWS, meta=rows * meta // SAMPLE_ROWS)
