"""How an index is asked for a query, so that the work does not grow with the store.

`ORDER BY bm25()` costs .8 µs for each row that matches: 300 ms for common words at a million memories. A query that
few rows match is asked for in one expression. Another one is cut up: words that few rows hold are asked for alone, and
so is what common words add to them; each common word is asked for only together with another one.

Why not the newest rows of the whole: at 100,000 memories a known one is then found .19 of the time. Why not the rarest
words alone: a memory that holds four of five common words comes before one that holds the rare one. Measured by
`scripts/bench known_item`.
"""

from __future__ import annotations

from hippo.core.value import value
from hippo.store.full_text import quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

#: Candidates of one query: 50, 150 and 400 are alike within .001 nDCG@10 on conversations and commits.
DEPTH = 150
#: Rows that one expression of all words may match (5 ms).
MOST_MATCHED = 6_000
#: Rows that the expressions of a plan may rank together, and how many of them for words that are asked for alone. Half
#: and twice as many find the same known memories.
MOST_RANKED = 3_000
MOST_ALONE = 1_500
#: Common words that are paired with the others, the rarest ones of each name.
MOST_PAIRED = 3
#: Rows beyond which one expression names no further word: it walks their lists twice, at 20 ns for each row.
MOST_WALKED = 200_000


@value
class Word:
    """A word of a query: the terms that may stand for it, and how many rows hold one of them at most.

    Words with one `name` are parts of it; they mostly stand together, so pairing them tells nothing.
    """

    terms: tuple[str, ...]
    rows: int
    name: str = ""


@value
class Plan:
    """The expressions to ask, in order, the one to ask besides when they find too little, and how many rows to rank."""

    expressions: tuple[str, ...]
    otherwise: str = ""
    most_ranked: int


def plan(words: Sequence[Word], documents: int) -> Plan:
    """How to ask an index of so many documents for any of these words."""
    rarest_first = sorted((word for word in words if word.rows), key=lambda word: (word.rows, word.terms))
    if _first(rarest_first, MOST_MATCHED) == rarest_first:
        return Plan(expressions=(_any(rarest_first),) if rarest_first else (), most_ranked=MOST_MATCHED)
    alone = _first(rarest_first, MOST_ALONE)
    names = {word.name for word in alone}
    common = [word for word in rarest_first[len(alone) :] if word.name not in names]
    expressions = []
    if alone and (added := _first(common, MOST_WALKED)):
        expressions.append(f"{_any(alone)} AND {_any(added)}")
    if alone:
        expressions.append(_any(alone))
    documents = max(documents, rarest_first[-1].rows)
    expressions += _pairs(common, documents, MOST_RANKED - sum(word.rows for word in alone))
    otherwise = _any(rarest_first[len(alone) :])
    return Plan(expressions=tuple(expressions), otherwise=otherwise, most_ranked=MOST_RANKED)


def _pairs(common: Sequence[Word], documents: int, room: float) -> Iterator[str]:
    """Each common word, the rarest first, together with any of those after it, as far as there is room for rows.

    If that leaves too many rows, then together with the next word and any of those after it, and so on.
    """
    names: set[str] = set()
    for first, word in enumerate(common):
        words = _first(common[first:], MOST_WALKED)
        if len(words) < 2 or room <= 0 or len(names) == MOST_PAIRED:
            return
        if word.name in names:
            continue
        names.add(word.name)
        required, rows = 1, _expected(words, 1, documents)
        while rows > room and required < len(words) - 1:
            required += 1
            rows = _expected(words, required, documents)
        yield " AND ".join([*(_any([each]) for each in words[:required]), _any(words[required:])])
        room -= rows


def _expected(words: Sequence[Word], required: int, documents: int) -> float:
    """Rows that hold the first words and any of the others, if words stood independently of each other."""
    rows = float(documents)
    for word in words[:required]:
        rows *= word.rows / documents
    return rows * min(1.0, sum(word.rows for word in words[required:]) / documents)


def _first(words: Sequence[Word], most: int) -> Sequence[Word]:
    """As many of the words, from the first on, as hold no more than so many rows together."""
    total = 0
    for place, word in enumerate(words):
        total += word.rows
        if total > most:
            return words[:place]
    return words


def _any(words: Sequence[Word]) -> str:
    terms = [quoted(term) for word in words for term in word.terms]
    return terms[0] if len(terms) == 1 else f"({' OR '.join(terms)})"
