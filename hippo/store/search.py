"""Candidates for a recall: which rows share words with a query, found without reading the whole store.

`ORDER BY rank` costs the rows that match, so a query of common words must not be sent as it is: rare terms are
asked for alone, common ones only together with another term. The statistics that ranking needs come from running
totals and from the index's own vocabulary, never from counting rows.
"""

from __future__ import annotations

from hippo.core.rank import Document, Statistics
from hippo.core.value import value
from hippo.errors import StoreError
from hippo.store.full_text import GONE_WORDS, LIVE_WORDS, quoted
from hippo.store.memories import filters

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping, Sequence
    from datetime import datetime
    from typing import Any

    from hippo.core.analysis import Query
    from hippo.core.memory import Layer
    from hippo.store.connection import Connection

#: Rows that one query may make SQLite rank (measured: .32 µs each, so 3 ms).
MOST_RANKED = 10_000
#: Rows of one term that are walked to learn how common it is.
PROBE_ROWS = 4_000
#: Candidates of one query before neighbours join them (EVIDENCE: depth 100 to 200 loses nothing).
DEPTH = 200
#: Metadata counts less than text when candidates are chosen; ranking weighs them anew.
_META_WEIGHT = 0.3

_CORPUS = "SELECT documents, term_count FROM corpus WHERE live = :live"
_PROBE = "SELECT count(*) AS rows, max(rowid) AS last FROM (SELECT rowid FROM {words} WHERE {words} MATCH ? LIMIT ?)"
_LAST_ROW = "SELECT max(number) FROM memory"
_FREQUENCY = "SELECT term, col, doc FROM {terms} WHERE term = ?"
_MATCH = """
SELECT {words}.rowid AS number FROM {words} JOIN memory ON memory.number = {words}.rowid
WHERE {words} MATCH ? AND {conditions} ORDER BY bm25({words}, 1.0, {meta_weight}), {words}.rowid LIMIT ?
"""
_DOCUMENTS = """
SELECT number, text, terms, head_count, term_count, meta_terms, coalesce(series, 0) AS series, position
FROM memory WHERE number IN ({marks})
"""
_NEIGHBOURS = """
SELECT number, text, terms, head_count, term_count, meta_terms, series, position
FROM memory WHERE (series, position) IN (VALUES {marks}) AND state = 'live'
"""
_SERIES = "SELECT number, term_count FROM series WHERE number IN ({marks})"
_SERIES_COUNT = "SELECT max(number) FROM series"
_SCAN = "SELECT number, terms, meta_terms FROM memory WHERE {state} AND {conditions} ORDER BY number DESC"


@value
class Scope:
    """Which rows a search looks at."""

    live: bool = True
    layer: Layer | None = None
    tags: tuple[str, ...] = ()
    since: datetime | None = None


@value
class Candidates:
    """What ranking needs; `index_damage` says why the index could not be used, if it could not."""

    documents: tuple[Document, ...]
    statistics: Statistics
    index_damage: str = ""


class Index:
    """The full-text side of one store."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._place = 0

    def candidates(self, query: Query, scope: Scope, *, place: int = 0, neighbour_reach: int = 0) -> Candidates:
        """The rows worth ranking for a query, and the statistics of the whole store.

        `place` stands in the key of every document and tells it from those of another store. With a damaged
        index the rows are scanned instead, which is slow but complete.
        """
        self._place = place
        terms = [term.text for term in query.terms]
        damage = ""
        try:
            frequencies = self._frequencies(terms, scope.live)
            numbers = self._matches(frequencies, scope)
        except StoreError as error:
            frequencies, numbers = self._scanned(terms, scope)
            damage = error.message
        documents = self._documents(numbers)
        if scope.live and neighbour_reach:
            documents += self._neighbours(documents, neighbour_reach)
        return Candidates(
            documents=tuple(documents),
            statistics=self._statistics(frequencies, documents, scope.live),
            index_damage=damage,
        )

    # --- choosing rows

    def _matches(self, frequencies: Mapping[str, _Frequency], scope: Scope) -> list[int]:
        expression = _expression(frequencies)
        if not expression:
            return []
        conditions, values = filters(layer=scope.layer, tags=scope.tags, since=scope.since)
        statement = _MATCH.format(
            words=_words(scope.live), conditions=" AND ".join(conditions), meta_weight=_META_WEIGHT
        )
        return [row["number"] for row in self._connection.rows(statement, (expression, *values, DEPTH))]

    def _frequencies(self, terms: Sequence[str], live: bool) -> dict[str, _Frequency]:
        found = {}
        small = self._total(live)[0] <= PROBE_ROWS
        for term in terms:
            known = self._exact(term, live) if small else self._probed(term, live)
            if known.either:
                found[term] = known
        return found

    def _exact(self, term: str, live: bool) -> _Frequency:
        rows = self._connection.rows(_FREQUENCY.format(terms=_vocabulary(live)), (term,))
        by_column = {row["col"]: row["doc"] for row in rows}
        return _Frequency(text=by_column.get("terms", 0), meta=by_column.get("meta_terms", 0))

    def _probed(self, term: str, live: bool) -> _Frequency:
        """Exact for rare terms; for common ones an estimate from how dense the first rows stand."""
        if self._rows_with(quoted(term), live) < PROBE_ROWS:
            return self._exact(term, live)
        return _Frequency(
            text=self._rows_with(f"terms : {quoted(term)}", live),
            meta=self._rows_with(f"meta_terms : {quoted(term)}", live),
        )

    def _rows_with(self, expression: str, live: bool) -> int:
        row = self._connection.row(_PROBE.format(words=_words(live)), (expression, PROBE_ROWS))
        assert row is not None
        if row["rows"] < PROBE_ROWS:
            return int(row["rows"])
        return max(PROBE_ROWS, PROBE_ROWS * self._connection.number(_LAST_ROW) // max(1, row["last"]))

    def _scanned(self, terms: Sequence[str], scope: Scope) -> tuple[dict[str, _Frequency], list[int]]:
        """The same without the index: every row is read."""
        conditions, values = filters(layer=scope.layer, tags=scope.tags, since=scope.since)
        state = "state = 'live'" if scope.live else "state <> 'live'"
        statement = _SCAN.format(state=state, conditions=" AND ".join(conditions))
        wanted, found = set(terms), []
        text_counts, meta_counts = dict.fromkeys(terms, 0), dict.fromkeys(terms, 0)
        for row in self._connection.rows(statement, values):
            in_text, in_meta = wanted.intersection(row["terms"].split()), wanted.intersection(row["meta_terms"].split())
            for counts, hits in ((text_counts, in_text), (meta_counts, in_meta)):
                for term in hits:
                    counts[term] += 1
            if in_text or in_meta:
                found.append((-len(in_text | in_meta), -row["number"]))
        frequencies = {term: _Frequency(text=text_counts[term], meta=meta_counts[term]) for term in terms}
        return frequencies, [-number for _, number in sorted(found)[:DEPTH]]

    # --- reading rows

    def _documents(self, numbers: Sequence[int]) -> list[Document]:
        if not numbers:
            return []
        rows = self._connection.rows(_DOCUMENTS.format(marks=_marks(numbers)), tuple(numbers))
        return [self._document(row) for row in rows]

    def _neighbours(self, documents: Sequence[Document], reach: int) -> list[Document]:
        """Rows that stand at most `reach` places before or after a document in its series."""
        known = {(document.series, document.position) for document in documents if document.series}
        steps = [step for step in range(-reach, reach + 1) if step]
        wanted = sorted({(series, position + step) for series, position in known for step in steps} - known)
        if not wanted:
            return []
        values = [part for series, position in wanted for part in (int(series.partition(":")[2]), position)]
        rows = self._connection.rows(_NEIGHBOURS.format(marks=", ".join(["(?, ?)"] * len(wanted))), values)
        return [self._document(row) for row in rows]

    def _document(self, row: sqlite3.Row) -> Document:
        return Document(
            key=(self._place, row["number"]),
            text=row["text"],
            terms=row["terms"],
            head_count=row["head_count"],
            term_count=row["term_count"],
            meta=row["meta_terms"],
            series=f"{self._place}:{row['series']}" if row["series"] else "",
            position=row["position"],
        )

    # --- statistics

    def _statistics(
        self, frequencies: Mapping[str, _Frequency], documents: Sequence[Document], live: bool
    ) -> Statistics:
        count, terms = self._total(live)
        names = sorted({document.series for document in documents if document.series})
        return Statistics(
            documents=count,
            average_terms=terms / count if count else 0.0,
            document_frequency={term: found.text for term, found in frequencies.items()},
            meta_frequency={term: found.meta for term, found in frequencies.items()},
            series_count=self._connection.number(_SERIES_COUNT) if names else 0,
            series_terms=self._series_terms(names),
        )

    def _total(self, live: bool) -> tuple[int, int]:
        row = self._connection.row(_CORPUS, {"live": int(live)})
        return (row["documents"], row["term_count"]) if row else (0, 0)

    def _series_terms(self, names: Sequence[str]) -> dict[str, int]:
        if not names:
            return {}
        numbers = [int(name.partition(":")[2]) for name in names]
        rows = self._connection.rows(_SERIES.format(marks=_marks(numbers)), numbers)
        return {f"{self._place}:{row['number']}": row["term_count"] for row in rows}


@value
class _Frequency:
    """In how many documents a term stands, in the text and in the metadata."""

    text: int
    meta: int

    @property
    def either(self) -> int:
        return max(self.text, self.meta)


def _expression(frequencies: Mapping[str, _Frequency]) -> str:
    """An FTS5 expression over the terms that ranks at most about MOST_RANKED rows."""
    by_rarity = sorted(frequencies, key=lambda term: (frequencies[term].either, term))
    alone: list[str] = []
    ranked = 0
    for term in by_rarity:
        if alone and ranked + frequencies[term].either > MOST_RANKED:
            break
        alone.append(term)
        ranked += frequencies[term].either
    return " OR ".join(quoted(term) for term in alone)


def _marks(values: Sequence[Any]) -> str:
    return ", ".join("?" * len(values))


def _words(live: bool) -> str:
    return LIVE_WORDS if live else GONE_WORDS


def _vocabulary(live: bool) -> str:
    return "live_terms" if live else "gone_terms"
