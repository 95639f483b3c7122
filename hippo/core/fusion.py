"""Words and meaning in one order.

    relevance = relevance by words + WEIGHT · doubt · best s · lift · max(0, nearness)
    doubt     = 1 - SURE · the largest share of the worth of the query's words that one of the FOREMOST memories holds
    nearness  = mean of the cosines of the memory and of what stands beside it in its talk, which count by NEIGHBOURS

Meaning counts where words leave doubt. It is measured by the best memory by words, and added before the metadata raise
it: best s is the largest sum of the other parts, lift what a match in the metadata multiplies with (see `core.rank`).

Chosen with all-MiniLM-L6-v2 on three conversations and two of five commit histories, from the middle of a plateau:
weights of .7 to 1.2 and SURE from .8 to 1 are below words on none of them (`scripts/bench recall --embedder onnx`).
nDCG@10 by words and by both: conversations .655 and .666, their text alone .533 and .547; the two histories .790 and
.799, the three that were not looked at .807 and .823; no conversation and no history is below words.

Turned down, since one conversation then falls below words: the same weight whatever the words hold (by .006 to .016),
meaning beside the metadata (.001 to .003), the cosine of a turn alone (.01; an answer seldom repeats its question), and
at most weights cosines less the mean of the store, in units of its spread, or against the nearest (up to .003). Also
turned down: vectors of a turn together with the one before (a vector would speak of a text that is erased elsewhere),
and fusing ranks, which forgets how far apart two neighbours of a list are.
"""

from __future__ import annotations

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
#: What the two lists count in a fusion of ranks, and the place behind which places differ little (customary).
RRF_WORDS, RRF_MEANING, RRF_PLACE = 0.7, 0.3, 60.0


def fused(
    ranked: Sequence[Ranked],
    documents: Sequence[Document],
    cosines: Mapping[Any, float],
    *,
    weight: float,
    least: float,
) -> list[Ranked]:
    """All documents that words or meaning find, best first; equals in the order of their keys.

    `cosines` are by key. A document that shares no word with the query, nor has a neighbour that does, is found from
    the cosine `least` on. One that has no vector yet counts as near as those found by words are on average.
    """
    near = _nearness(documents, cosines)
    by_words = {each.key: each for each in ranked}
    known = [near[key] for key in by_words if key in near]
    usual = sum(known) / len(known) if known else 0.0
    best = max((each.relevance - each.metadata for each in ranked), default=0.0) or 1.0
    worth = weight * _doubt(ranked) * best
    found = [
        _moved(by_words.get(document.key) or Ranked(key=document.key, relevance=0.0), near, cosines, usual, worth)
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


def _doubt(ranked: Sequence[Ranked]) -> float:
    """What is left for meaning to say: all of it, 1, where no word of the query stands in any memory."""
    return 1.0 - SURE * min(1.0, max((each.cover for each in ranked[:FOREMOST]), default=0.0))


def _moved(
    ranked: Ranked, near: Mapping[Any, float], cosines: Mapping[Any, float], usual: float, worth: float
) -> Ranked:
    meaning = worth * ranked.lift * max(0.0, near.get(ranked.key, usual))
    return replace(ranked, relevance=ranked.relevance + meaning, meaning=meaning, cosine=cosines.get(ranked.key))


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
