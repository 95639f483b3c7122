"""Words and meaning in one order.

    relevance = (relevance by words + WEIGHT · (doubt · best s + lead) · lift · max(0, nearness)) / (1 + lead)
    doubt     = 1 - SURE · cover
    lead      = LEAD · (1 - cover) · chance · clearness
    cover     = the largest share of what the query's words tell that one of the FOREMOST memories by words holds
    nearness  = mean of the cosines of the memory and of what stands beside it in its talk, which count by NEIGHBOURS

Meaning counts where words leave doubt. It is measured by the best memory by words and added before the metadata raise
it: best s is the largest sum of the other parts, lift what a match in the metadata multiplies with (see `core.rank`).

It leads where the question is in other words than its answer, and the best by words share a word or two with it by
accident. `chance` is 1 where what they hold could be met by accident: of N memories one holds words that tell ln N
nats together; it falls from BY_CHANCE times that to nothing at BY_DESIGN times. A name such as ECONNRESET is met by
accident more seldom than a word (see `told` in `core.rank`). `clearness` is 1 where meaning itself
knows what it means: where the nearest memory stands out from the TENTH by CLEAR standard deviations of the cosines. It
falls to nothing at VAGUE: in a talk on one subject all is about as near.

Chosen with all-MiniLM-L6-v2 on three conversations, five commit histories and 190 questions on 300 hand-written notes,
most of them in other words (`scripts/bench recall --embedder onnx`), from the middle of a plateau: weights of .7 to
1.3, SURE from .8 to 1, LEAD from 3 to 5, BY_CHANCE from 1.5 to 2, BY_DESIGN from 2 to 3, VAGUE from .8 to 1.2 and CLEAR
from 1.6 to 2.2 are below words on none of them. nDCG@10 by words and by both: conversations .655 and .669, their text
alone .533 and .552, histories .801 and .820, the questions in other words .38 and .72. On 160 questions on 240 notes of
another hand, by which nothing was chosen, .48 and .73; on 300 sentences for 2,000 functions, .59 and .65.

Turned down: no lead (.52 on the questions in other words); the same weight whatever the words hold, and a larger one
throughout (conversations and histories fall below words by .006 to .03); a lead without `clearness` (one conversation
falls by .004) or without `chance` (one history by .02); meaning beside the metadata (one falls by
.001 to .003); the cosine of a turn alone (.01; an answer seldom repeats its question); vectors of a turn together with
the one before (a vector would speak of a text that is erased elsewhere); and fusing ranks, which forgets how far apart
two neighbours of a list are.
"""

from __future__ import annotations

import math

from hippo.core.rank import NEIGHBOURS, Ranked
from hippo.core.value import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from hippo.core.rank import Document

#: Candidates by meaning alone for one query; the first of them in each store (50 and 200 are alike).
DEPTH = 100
#: How much of the say of meaning is taken away where one memory holds every word of the query. Not all of it, so that
#: memories which share no word with it still come in the order of their cosines.
SURE = 0.9
#: The best memories by words among which that one is sought: further down, a long text may hold every word by chance.
FOREMOST = 5
#: What meaning counts where words say nothing, and the bounds within which they do; see above.
LEAD = 4.0
BY_CHANCE, BY_DESIGN = 1.5, 2.5
TENTH = 10
VAGUE, CLEAR = 0.8, 1.8
#: What the two lists count in a fusion of ranks, and the place behind which places differ little (customary).
RRF_WORDS, RRF_MEANING, RRF_PLACE = 0.7, 0.3, 60.0


def fused(
    ranked: Sequence[Ranked],
    documents: Sequence[Document],
    cosines: Mapping[Any, float],
    *,
    stored: int,
    weight: float,
    least: float,
) -> list[Ranked]:
    """All documents that words or meaning find, best first; equals in the order of their keys.

    `cosines` are by key, `stored` is the number of all memories. A document that shares no word with the query, nor has
    a neighbour that does, is found from the cosine `least` on. One that has no vector yet counts as near as those found
    by words are on average.
    """
    near = _nearness(documents, cosines)
    by_words = {each.key: each for each in ranked}
    known = [near[key] for key in by_words if key in near]
    usual = sum(known) / len(known) if known else 0.0
    best = max((each.relevance - each.metadata for each in ranked), default=0.0) or 1.0
    cover = min(1.0, max((each.cover for each in ranked[:FOREMOST]), default=0.0))
    lead = _lead(ranked, cosines, cover, stored)
    worth, share = weight * ((1.0 - SURE * cover) * best + lead), 1.0 / (1.0 + lead)
    found = [
        _moved(
            by_words.get(document.key) or Ranked(key=document.key, relevance=0.0),
            near.get(document.key, usual),
            cosines.get(document.key),
            worth=worth,
            share=share,
        )
        for document in documents
        if document.key in by_words or cosines.get(document.key, -1.0) >= least
    ]
    return sorted(found, key=lambda each: (-each.relevance, each.key))


def fused_ranks(
    ranked: Sequence[Ranked], documents: Sequence[Document], cosines: Mapping[Any, float], *, least: float
) -> list[Ranked]:
    """The same by reciprocal rank fusion, scaled so that the first of both lists has the relevance 1."""
    by_words = {each.key: (place, each) for place, each in enumerate(ranked)}
    nearest = sorted(cosines, key=lambda key: (-cosines[key], key))
    by_meaning = {key: place for place, key in enumerate(nearest) if cosines[key] >= least}
    found = []
    for document in documents:
        place, each = by_words.get(document.key, (None, None))
        words = _share(RRF_WORDS, place)
        meaning = _share(RRF_MEANING, by_meaning.get(document.key))
        if words or meaning:
            made = Ranked(
                key=document.key,
                relevance=words + meaning,
                words=words,
                meaning=meaning,
                cosine=cosines.get(document.key),
                matched=each.matched if each else (),
            )
            found.append(made)
    return sorted(found, key=lambda each: (-each.relevance, each.key))


def _share(weight: float, place: int | None) -> float:
    return 0.0 if place is None else weight * RRF_PLACE / (RRF_PLACE + place)


def _lead(ranked: Sequence[Ranked], cosines: Mapping[Any, float], cover: float, stored: int) -> float:
    """What a cosine of 1 counts beside a memory that holds every word of the query."""
    told = max((each.told for each in ranked[:FOREMOST]), default=0.0)
    lead = LEAD * (1.0 - cover) * _chance(told, stored)
    return lead * _clearness(cosines.values()) if lead else 0.0


def _chance(told: float, stored: int) -> float:
    """1 for words that some memory may well hold by accident, 0 for those that none does."""
    return 1.0 - _between(told / math.log(max(3, stored)), BY_CHANCE, BY_DESIGN)


def _clearness(cosines: Iterable[float]) -> float:
    """1 where the nearest stands out from the others, 0 where all are about as near."""
    found = sorted(cosines, reverse=True)
    if len(found) < 2:
        return 1.0
    mean = sum(found) / len(found)
    deviation = math.sqrt(sum((each - mean) ** 2 for each in found) / len(found))
    ahead = found[0] - found[min(TENTH, len(found)) - 1]
    return _between(ahead / deviation, VAGUE, CLEAR) if deviation else 0.0


def _between(number: float, low: float, high: float) -> float:
    """Where a number stands on the way from one to the other, 0 to 1."""
    return min(1.0, max(0.0, (number - low) / (high - low)))


def _moved(ranked: Ranked, near: float, cosine: float | None, *, worth: float, share: float) -> Ranked:
    """A memory with what its nearness adds; all of it takes a share, so that no score grows out of proportion."""
    meaning = worth * ranked.lift * max(0.0, near)
    return replace(
        ranked,
        relevance=share * (ranked.relevance + meaning),
        words=share * ranked.words,
        first_line=share * ranked.first_line,
        spelling=share * ranked.spelling,
        series=share * ranked.series,
        neighbours=share * ranked.neighbours,
        metadata=share * ranked.metadata,
        meaning=share * meaning,
        cosine=cosine,
    )


def _nearness(documents: Iterable[Document], cosines: Mapping[Any, float]) -> dict[Any, float]:
    """The nearness of each document that has a vector."""
    at = {
        (document.series, document.position): cosines[document.key]
        for document in documents
        if document.series and document.key in cosines
    }
    near: dict[Any, float] = {}
    for document in documents:
        if document.key in cosines:
            shares = [(1.0, cosines[document.key])]
            if document.series:
                places = ((share, (document.series, document.position + step)) for step, share in NEIGHBOURS.items())
                shares += [(share, at[place]) for share, place in places if place in at]
            near[document.key] = sum(share * cosine for share, cosine in shares) / sum(share for share, _ in shares)
    return near
