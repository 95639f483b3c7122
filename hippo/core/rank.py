"""How well memories answer a query.

    s    = BM25(words) + HEAD · BM25(first line)
    s   += SPELLING · best s · share of the query's 4-grams, against the best share
    s   += SERIES · BM25(the whole talk that the memory stands in)
    s   += share of the neighbours' s, by NEIGHBOURS
    s   += m / (m + META_HALF) · (META · s + META_ALONE · best s),  m = idf of the terms in tags, author, files, date
    relevance = s / (s of a memory of average length that holds every word of the query once, by words alone)

Every frequency is that of the whole store, never of the candidates. The weights are round values from the middle of a
plateau: on three long conversations and five commit histories (`scripts/bench recall`), weights chosen without the
collection they are judged on do no better (nDCG@10 .654 against .653, and .797 against .801). Turned down, since it
gained nothing on one of the two or lost on it: rewarding the share of words held, matching 4-grams word by word,
weighing a name's parts less than the name, a name's parts joined (precommit for pre-commit).
"""

from __future__ import annotations

from hippo.core.bm25 import inverse_document_frequency, length_cost, saturated
from hippo.core.stopwords import STOP_WORDS
from hippo.core.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from hippo.core.analysis import Query, Term

#: What a text longer than the average pays.
B = 0.75
#: The first line counts again: a commit's subject, a note's title. HEAD_B is what long ones pay.
HEAD = 0.4
HEAD_B = 0.5
#: Pieces of words find other forms of a word and what was typed wrong. Long texts hold many by chance: SPELLING_B is
#: what they pay. Only the best memories are looked at, since every text has to be read for it.
GRAM = 4
MOST_GRAMS = 160
SPELLING = 0.35
SPELLING_B = 0.15
SPELLING_DEPTH = 50
SPELLING_CHARACTERS = 1000
#: A talk: what was said around a memory, and what was said just before and after it. An answer follows its question, so
#: the memory before counts most. Positions away to share of that neighbour's s.
SERIES = 0.5
SERIES_B = 0.6
NEIGHBOURS = {-2: 0.1, -1: 0.35, 1: 0.2, 2: 0.1}
#: A match in the metadata of one memory in seven (2 nats) counts half of what the rarest does. It mostly multiplies:
#: the tag `error` on a third of all memories must not lift those that share nothing else with the query.
META = 2.0
META_ALONE = 0.5
META_HALF = 2.0

#: Nobody writes a name by accident: it tells so many times what a word tells that as few memories hold (chosen; it is
#: `core.fusion` that asks how likely words are to be met by accident).
NAMED = 3.0

_PUNCTUATION = ".,:;!?'\"()"


@value
class Document:
    """A candidate with what the index keeps of it; see `Analysis`. `key` may be anything that sorts."""

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
    """What the whole store knows: its size, and how common the terms of the query are.

    `average_terms` is the mean length of a memory; the frequencies count the memories that hold a term in their text
    and in their metadata. `series_terms` is the length of each series that a candidate stands in.
    """

    documents: int
    average_terms: float
    document_frequency: Mapping[str, int]
    meta_frequency: Mapping[str, int]
    series_count: int = 0
    series_terms: Mapping[str, int] = {}


@value
class Ranked:
    """A candidate, its relevance, and the parts that sum to it; `matched` are the words of the query it holds.

    `told` is what those of them tell together that were typed, in nats, names NAMED times, and `cover` which share they
    have in what all words of the query tell; `lift` is the factor by which a match in the metadata raises the other
    parts. `cosine` is how near the memory's own vector is to the query's, None where there is none; see `core.fusion`
    for these four.
    """

    key: Any
    relevance: float
    words: float = 0.0
    first_line: float = 0.0
    spelling: float = 0.0
    series: float = 0.0
    neighbours: float = 0.0
    metadata: float = 0.0
    meaning: float = 0.0
    cosine: float | None = None
    matched: tuple[str, ...] = ()
    told: float = 0.0
    cover: float = 0.0
    lift: float = 1.0


def rank(
    query: Query, documents: Sequence[Document], statistics: Statistics, *, names: frozenset[str] = frozenset()
) -> list[Ranked]:
    """The documents that answer a query, best first; equals in the order of their keys.

    A document that shares nothing with the query is left out, unless a neighbour of it answers. `names` are those terms
    of the query that tell more; only meaning asks for that.
    """
    wanted = _weights(query.terms, statistics.documents, statistics.document_frequency)
    candidates = [_Candidate(document) for document in documents]
    average = statistics.average_terms or 1.0
    _weigh_words(candidates, query.terms, wanted, names, average)
    _weigh_spelling(candidates, query.text, average)
    _weigh_series(candidates, query.terms, statistics)
    _weigh_neighbours(candidates)
    _weigh_metadata(candidates, query.terms, statistics)
    surfaces = {term.text: term.surface for term in query.terms}
    scale = 1.0 / (_whole(query.terms, wanted) or 1.0)
    found = [each.ranked(scale, surfaces) for each in candidates if each.sum > 0.0]
    return sorted(found, key=lambda each: (-each.relevance, each.key))


class _Candidate:
    """A document while its parts are summed; `counts` are the terms of the query in its text."""

    __slots__ = (
        "counts",
        "document",
        "first_line",
        "held",
        "lift",
        "metadata",
        "neighbours",
        "series",
        "spelling",
        "sum",
        "told",
        "words",
    )

    def __init__(self, document: Document) -> None:
        self.document = document
        self.counts: dict[str, int] = {}
        self.sum = self.words = self.first_line = self.spelling = self.series = self.neighbours = self.metadata = 0.0
        self.held = self.told = 0.0
        self.lift = 1.0

    def ranked(self, scale: float, surfaces: Mapping[str, str]) -> Ranked:
        return Ranked(
            key=self.document.key,
            relevance=self.sum * scale,
            words=self.words * scale,
            first_line=self.first_line * scale,
            spelling=self.spelling * scale,
            series=self.series * scale,
            neighbours=self.neighbours * scale,
            metadata=self.metadata * scale,
            matched=tuple(surfaces[term] for term in self.counts),
            told=self.told,
            cover=self.held * scale,
            lift=self.lift,
        )


def _weights(terms: Sequence[Term], documents: int, frequency: Mapping[str, int]) -> dict[str, float]:
    """What each term is worth."""
    return {
        term.text: term.weight * inverse_document_frequency(documents, frequency.get(term.text, 0)) for term in terms
    }


def _whole(terms: Sequence[Term], wanted: Mapping[str, float]) -> float:
    """What holding every word that was typed is worth; of the words that one may stand for, the best."""
    best: dict[str, float] = {}
    for term in terms:
        typed = term.typed or term.text
        best[typed] = max(best.get(typed, 0.0), wanted[term.text])
    return sum(best.values())


def _weigh_words(
    candidates: Sequence[_Candidate],
    terms: Sequence[Term],
    wanted: Mapping[str, float],
    names: frozenset[str],
    average: float,
) -> None:
    typed = {term.text for term in terms if not term.typed}
    needles = {term: f" {term} " for term in wanted}
    for each in candidates:
        document = each.document
        each.counts = _counts(document.terms, needles)
        if not each.counts:
            continue
        head = each.counts
        if document.head_count < document.term_count:
            head = _counts(" ".join(document.terms.split(" ", document.head_count)[: document.head_count]), needles)
        cost = length_cost(document.term_count / average, B)
        head_cost = length_cost(document.head_count / average, HEAD_B)
        each.held = sum(wanted[term] for term in each.counts if term in typed)
        each.told = each.held + (NAMED - 1.0) * sum(wanted[term] for term in each.counts if term in names)
        each.words = sum(wanted[term] * saturated(count, cost) for term, count in each.counts.items())
        each.first_line = HEAD * sum(wanted[term] * saturated(count, head_cost) for term, count in head.items())
        each.sum = each.words + each.first_line


def _counts(terms: str, needles: Mapping[str, str]) -> dict[str, int]:
    """How often each term stands in a text of terms; all by searches in C, since texts may be long.

    Doubled spaces, so that a term and its repetition do not share the one between them.
    """
    likely = [term for term in needles if term in terms]
    if not likely:
        return {}
    spaced = f" {terms.replace(' ', '  ')} "
    return {term: count for term in likely if (count := spaced.count(needles[term]))}


def _weigh_spelling(candidates: Sequence[_Candidate], text: str, average: float) -> None:
    best = sorted((each for each in candidates if each.sum), key=_by_sum)[:SPELLING_DEPTH]
    if not best:
        return
    pieces = _pieces(text)
    shares = [0.0] * len(best)
    bodies = [(place, each.document.text[:SPELLING_CHARACTERS].lower()) for place, each in enumerate(best)]
    for piece in pieces:
        holding = [place for place, body in bodies if piece in body]
        worth = inverse_document_frequency(len(best), len(holding))
        for place in holding:
            shares[place] += worth
    for place, each in enumerate(best):
        shares[place] /= 1.0 - SPELLING_B + SPELLING_B * max(1.0, each.document.term_count / average)
    scale = SPELLING * best[0].sum / (max(shares) or 1.0)
    for each, share in zip(best, shares, strict=True):
        each.spelling = scale * share
        each.sum += each.spelling


def _by_sum(candidate: _Candidate) -> tuple[float, Any]:
    return -candidate.sum, candidate.document.key


def _pieces(text: str) -> list[str]:
    """The distinct pieces of GRAM characters of a text without its stop words, white space as one space."""
    words = text[: 4 * MOST_GRAMS].lower().split()
    telling = " ".join([word for word in words if word.strip(_PUNCTUATION) not in STOP_WORDS] or words)
    pieces = dict.fromkeys(telling[at : at + GRAM] for at in range(max(1, len(telling) - GRAM + 1)))
    return list(pieces)[:MOST_GRAMS]


def _weigh_series(candidates: Sequence[_Candidate], terms: Sequence[Term], statistics: Statistics) -> None:
    counts: dict[str, dict[str, int]] = {}
    for each in candidates:
        if each.document.series and each.counts:
            held = counts.setdefault(each.document.series, {})
            for term, count in each.counts.items():
                held[term] = held.get(term, 0) + count
    if not counts:
        return
    holding: dict[str, int] = {}
    for held in counts.values():
        for term in held:
            holding[term] = holding.get(term, 0) + 1
    wanted = _weights(terms, statistics.series_count, holding)
    average = sum(statistics.series_terms.values()) / max(1, len(statistics.series_terms)) or 1.0
    worth = {}
    for series, held in counts.items():
        cost = length_cost(statistics.series_terms.get(series, average) / average, SERIES_B)
        worth[series] = SERIES * sum(wanted[term] * saturated(count, cost) for term, count in held.items())
    for each in candidates:
        if each.counts and each.document.series:
            each.series = worth[each.document.series]
            each.sum += each.series


def _weigh_neighbours(candidates: Sequence[_Candidate]) -> None:
    at = {(each.document.series, each.document.position): each.sum for each in candidates if each.document.series}
    for each in candidates if at else ():
        series, position = each.document.series, each.document.position
        if series:
            each.neighbours = sum(share * at.get((series, position + step), 0.0) for step, share in NEIGHBOURS.items())
            each.sum += each.neighbours


def _weigh_metadata(candidates: Sequence[_Candidate], terms: Sequence[Term], statistics: Statistics) -> None:
    wanted = _weights(terms, statistics.documents, statistics.meta_frequency)
    top = max((each.sum for each in candidates), default=0.0) or sum(wanted.values())
    for each in candidates:
        if each.document.meta:
            meta = f" {each.document.meta} "
            found = sum(weight for term, weight in wanted.items() if f" {term} " in meta)
            share = found / (found + META_HALF)
            each.lift = 1.0 + META * share
            each.metadata = share * (META * each.sum + META_ALONE * top)
            each.sum += each.metadata
