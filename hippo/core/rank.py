"""How well memories answer a query.

    s  = BM25(words) + HEAD · BM25(first line)
    s += SPELLING · top · (share of the query's 4-grams, against the best)
    s += SERIES · BM25(all of the talk the memory stands in)
    s += NEIGHBOUR · best neighbour's s + SECOND_NEIGHBOUR · second best's
    relevance = (s + META · BM25(tags, author, files, date)) / (what a memory would get that holds every word)

Document frequencies are those of the whole store. The weights were measured on conversations and commit histories
(nDCG@10; see `scripts/bench recall`), each on collections it was not chosen on.
"""

from __future__ import annotations

import math

from hippo.core.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence
    from typing import Any

    from hippo.core.analysis import Query, Term

#: How soon repeating a word stops to count, and how much a long text is held against it.
K1 = 0.9
B = 0.6
HEAD = 0.3
SPELLING = 0.3
SPELLING_DEPTH = 50
SERIES = 0.5
NEIGHBOUR = 0.4
SECOND_NEIGHBOUR = 0.15
META = 0.3
GRAM = 4


@value
class Document:
    """A candidate with what the index keeps of it; see `Analysis`."""

    key: Any
    text: str
    terms: str
    head_count: int
    term_count: int
    meta: str = ""
    series: str = ""
    position: int = 0


@value
class Statistics:
    """What the whole store knows of the query's terms.

    `average_terms` is the mean length of a memory; the frequencies count memories that hold a term in the text, or in
    the metadata. `series_terms` is the length of each candidate's series.
    """

    documents: int
    average_terms: float
    document_frequency: Mapping[str, int]
    meta_frequency: Mapping[str, int]
    series_count: int = 0
    series_terms: Mapping[str, int] = {}


@value
class Ranked:
    """A candidate with its relevance and the parts that sum to it."""

    key: Any
    relevance: float
    words: float = 0.0
    first_line: float = 0.0
    spelling: float = 0.0
    series: float = 0.0
    neighbours: float = 0.0
    metadata: float = 0.0
    matched: tuple[str, ...] = ()


def rank(query: Query, documents: Sequence[Document], statistics: Statistics) -> list[Ranked]:
    """The documents that answer a query, best first; equals in the order of their keys.

    A document that shares nothing with the query is left out, unless a neighbour of it answers.
    """
    wanted = _Wanted(query, statistics)
    scored = [_score_words(document, wanted) for document in documents]
    top = max((each.sum for each in scored), default=0.0)
    _add_spelling(scored, query.text, top)
    _add_series(scored, wanted)
    _add_neighbours(scored)
    found = [each.ranked(wanted) for each in scored]
    return sorted((each for each in found if each.relevance > 0), key=lambda each: (-each.relevance, each.key))


def inverse_document_frequency(documents: int, holding: int) -> float:
    """How much a word tells: ln(1 + (N - n + ½) / (n + ½)), never below 0 (the BM25 of Lucene)."""
    return math.log(1.0 + (max(documents, holding) - holding + 0.5) / (holding + 0.5))


class _Wanted:
    """The terms of a query with what they weigh in this store."""

    def __init__(self, query: Query, statistics: Statistics) -> None:
        count, statistics_of = statistics.documents, statistics.document_frequency.get
        in_meta = statistics.meta_frequency.get
        self.terms = [
            (t.text, t.weight * inverse_document_frequency(count, statistics_of(t.text, 0))) for t in query.terms
        ]
        self.meta = [(t.text, t.weight * inverse_document_frequency(count, in_meta(t.text, 0))) for t in query.terms]
        self.surfaces = {t.text: t.surface for t in query.terms}
        self.ideal = sum(weight for _, weight in self.terms) or 1.0
        self.statistics = statistics
        self.average = statistics.average_terms or 1.0


class _Scored:
    """A document and the parts of its relevance while they are summed."""

    __slots__ = ("document", "first_line", "frequencies", "metadata", "neighbours", "series", "spelling", "words")

    def __init__(self, document: Document) -> None:
        self.document = document
        self.frequencies: dict[str, int] = {}
        self.words = self.first_line = self.spelling = self.series = self.neighbours = self.metadata = 0.0

    @property
    def sum(self) -> float:
        return self.words + self.first_line + self.spelling + self.series

    def ranked(self, wanted: _Wanted) -> Ranked:
        scale = 1.0 / wanted.ideal
        return Ranked(
            key=self.document.key,
            relevance=(self.sum + self.neighbours + self.metadata) * scale,
            words=self.words * scale,
            first_line=self.first_line * scale,
            spelling=self.spelling * scale,
            series=self.series * scale,
            neighbours=self.neighbours * scale,
            metadata=self.metadata * scale,
            matched=tuple(wanted.surfaces[term] for term in self.frequencies),
        )


def _score_words(document: Document, wanted: _Wanted) -> _Scored:
    scored = _Scored(document)
    terms, meta = document.terms.split(), f" {document.meta} "
    head = terms[: document.head_count]
    norm = K1 * (1.0 - B + B * document.term_count / wanted.average)
    for term, weight in wanted.terms:
        if term in document.terms and (count := terms.count(term)):
            scored.frequencies[term] = count
            scored.words += weight * count / (count + norm)
            if in_head := head.count(term):
                scored.first_line += HEAD * weight * in_head / (in_head + K1)
    for term, weight in wanted.meta:
        if f" {term} " in meta:
            scored.metadata += META * weight / (1.0 + K1)
    return scored


def _add_spelling(scored: list[_Scored], text: str, top: float) -> None:
    grams = _grams(text)
    best = sorted(scored, key=lambda each: -each.sum)[:SPELLING_DEPTH]
    shares = []
    for each in best:
        lowered = each.document.text.lower()
        shares.append(sum(gram in lowered for gram in grams))
    most = max(shares, default=0) or 1
    for each, share in zip(best, shares, strict=True):
        each.spelling = SPELLING * top * share / most


def _grams(text: str) -> set[str]:
    lowered = " ".join(text.lower().split())
    return {lowered[at : at + GRAM] for at in range(max(1, len(lowered) - GRAM + 1))}


def _add_series(scored: list[_Scored], wanted: _Wanted) -> None:
    sums: dict[str, dict[str, int]] = {}
    for each in scored:
        if each.document.series:
            held = sums.setdefault(each.document.series, {})
            for term, count in each.frequencies.items():
                held[term] = held.get(term, 0) + count
    if not sums:
        return
    statistics = wanted.statistics
    average = statistics.average_terms * statistics.documents / max(1, statistics.series_count)
    bm25: dict[str, float] = {}
    for series, held in sums.items():
        norm = K1 * (1.0 - B + B * statistics.series_terms.get(series, average) / average)
        bm25[series] = sum(weight * held[t] / (held[t] + norm) for t, weight in wanted.terms if t in held)
    for each in scored:
        if each.document.series and each.frequencies:
            each.series = SERIES * bm25[each.document.series]


def _add_neighbours(scored: list[_Scored]) -> None:
    at = {(each.document.series, each.document.position): each.sum for each in scored if each.document.series}
    for each in scored:
        series, position = each.document.series, each.document.position
        if series:
            near = sorted((at.get((series, position - 1), 0.0), at.get((series, position + 1), 0.0)))
            each.neighbours = NEIGHBOUR * near[1] + SECOND_NEIGHBOUR * near[0]
