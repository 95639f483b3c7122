"""Rows that share words with a query, found by the full-text index."""

from __future__ import annotations

from hippo.errors import StoreError
from hippo.store.candidate_plan import DEPTH, Word, plan
from hippo.store.frequencies import frequencies
from hippo.store.narrow import few_rows
from hippo.store.scanning import likeliest, rows_among

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from hippo.core.analysis import Query
    from hippo.store.connection import Connection
    from hippo.store.frequencies import Frequency
    from hippo.store.search import Scope

#: A match in the metadata against one in the text, when rows are chosen; ranking weighs them anew (.1 to 1 are alike).
_META_WEIGHT = 0.3

#: Of the rows that match, the newest are ranked; only a plan for very common words leaves any out.
_MATCH = """
SELECT number, badness, count(*) OVER () AS ranked FROM (
    SELECT {words}.rowid AS number, bm25({words}, 1.0, {meta_weight}) AS badness
    FROM {source} WHERE {words} MATCH ? AND {conditions} ORDER BY {words}.rowid DESC LIMIT ?
) ORDER BY badness, number LIMIT ?
"""
_FILTERED = "{words} CROSS JOIN memory ON memory.number = {words}.rowid"
_ANY_ROW = "SELECT 1 FROM {words}_docsize LIMIT 1"


class Matching:
    """One side of a store, asked through its index. Raises StoreError when the index is damaged."""

    def __init__(self, connection: Connection, scope: Scope, documents: int) -> None:
        self._connection = connection
        self._scope = scope
        self._documents = documents

    def frequencies(self, terms: Sequence[str]) -> dict[str, Frequency]:
        """How common the terms are."""
        found = frequencies(self._connection, self._scope.side, terms, documents=self._documents)
        if not any(frequency.rows for frequency in found.values()):
            self._require_rows()
        return found

    def numbers(self, query: Query, known: Mapping[str, Frequency]) -> list[int]:
        """The rows worth ranking, likeliest first."""
        few = few_rows(self._connection, self._scope)
        if few is not None:
            rows = rows_among(self._connection, self._scope, few)
            return likeliest(rows, query, known, documents=self._documents)
        planned = plan(words_of(query, known), self._documents)
        badness: dict[int, float] = {}
        room = planned.most_ranked
        for expression in planned.expressions:
            room -= self._match(expression, max(room, DEPTH), badness)
        if planned.otherwise and len(badness) < DEPTH:
            self._match(planned.otherwise, max(room, DEPTH), badness)
        return sorted(badness, key=lambda number: (badness[number], number))[:DEPTH]

    def _match(self, expression: str, most: int, badness: dict[int, float]) -> int:
        """Note what an expression says of the rows that match; returns how many were ranked."""
        words = self._scope.side.words
        conditions, values = self._scope.conditions()
        source = _FILTERED.format(words=words) if values else words
        statement = _MATCH.format(words=words, source=source, conditions=conditions, meta_weight=_META_WEIGHT)
        rows = self._connection.rows(statement, (expression, *values, most, DEPTH))
        for row in rows:
            badness[row["number"]] = min(row["badness"], badness.get(row["number"], 0.0))
        return rows[0]["ranked"] if rows else 0

    def _require_rows(self) -> None:
        """Tell an index that lost its rows from one that does not hold the terms."""
        words = self._scope.side.words
        if self._documents and not self._connection.rows(_ANY_ROW.format(words=words)):
            raise StoreError(f"the index {words} has lost its rows")


def words_of(query: Query, known: Mapping[str, Frequency]) -> list[Word]:
    """The words of a query that any memory holds, each with the terms that may stand for it."""
    meant: dict[str, list[str]] = {}
    for term in query.terms:
        if known[term.text].rows:
            meant.setdefault(term.typed or term.surface or term.text, []).append(term.text)
    return [
        Word(terms=tuple(terms), rows=sum(known[term].rows for term in terms), name=_name(word, meant))
        for word, terms in meant.items()
    ]


def _name(word: str, words: Iterable[str]) -> str:
    """The longest of the words that this one is a part of: `src/a.py` for `a.py`; itself if there is none."""
    return max((each for each in words if _is_part(word, each)), key=len)


def _is_part(word: str, name: str) -> bool:
    """Whether a word stands in a name between joints, as `17` and `v17` do in `v17.py`."""
    at = name.find(word)
    if at < 0:
        return False
    return _is_joint(name[at - 1 : at], word[0]) and _is_joint(word[-1], name[at + len(word) : at + len(word) + 1])


def _is_joint(before: str, after: str) -> bool:
    """Whether a name may be cut between two characters."""
    return not (before.isalpha() and after.isalpha()) and not (before.isdigit() and after.isdigit())
