"""What plain similarity makes of the same texts: words in common (Jaccard), and relatedness by rank-bm25.

Thresholds are those that serve the references best on the published pairs and groups.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import combinations

from rank_bm25 import BM25Okapi

#: From this similarity on two texts are called twins, or a clash if only one of them has a word that denies.
JACCARD_TWINS = 0.45
JACCARD_GROUP = 0.15
BM25_TWINS = 0.55
BM25_GROUP = 0.20
DENYING = frozenset("not no never without cannot don't doesn't avoid disable disabled off".split())

_WORD = re.compile(r"[\w'-]+")


def words(text: str) -> frozenset[str]:
    """The lower-case words of a text."""
    return frozenset(_WORD.findall(text.lower()))


def jaccard(one: str, other: str) -> float:
    """Share of the words of both that both have."""
    ours, theirs = words(one), words(other)
    return len(ours & theirs) / max(1, len(ours | theirs))


def jaccard_label(one: str, other: str) -> str:
    """What a tool says that counts words in common."""
    return _label(jaccard(one, other), JACCARD_TWINS, one, other)


def bm25_labels(pairs: Sequence[tuple[str, str]]) -> list[str]:
    """What a tool says that takes relatedness from rank-bm25."""
    related = _relatedness([text for pair in pairs for text in pair])
    return [_label(related(2 * at, 2 * at + 1), BM25_TWINS, *pair) for at, pair in enumerate(pairs)]


def jaccard_groups(texts: Sequence[str]) -> list[tuple[int, ...]]:
    """Groups by words in common."""
    return _groups(len(texts), lambda one, other: jaccard(texts[one], texts[other]), JACCARD_GROUP)


def bm25_groups(texts: Sequence[str]) -> list[tuple[int, ...]]:
    """Groups by rank-bm25."""
    return _groups(len(texts), _relatedness(texts), BM25_GROUP)


def _label(similarity: float, least: float, one: str, other: str) -> str:
    if similarity < least:
        return "other"
    return "contradiction" if bool(words(one) & DENYING) != bool(words(other) & DENYING) else "duplicate"


def _relatedness(texts: Sequence[str]) -> Callable[[int, int], float]:
    """How related two texts are, 0 to 1: each as a query for the other, against its own score, the mean of both."""
    cut = [sorted(words(text)) for text in texts]
    index = BM25Okapi(cut)
    own = [float(index.get_batch_scores(each, [at])[0]) for at, each in enumerate(cut)]

    def related(one: int, other: int) -> float:
        there = float(index.get_batch_scores(cut[one], [other])[0]) / (own[one] or 1.0)
        back = float(index.get_batch_scores(cut[other], [one])[0]) / (own[other] or 1.0)
        return (there + back) / 2

    return related


def _groups(count: int, similarity: Callable[[int, int], float], cut: float) -> list[tuple[int, ...]]:
    """Average link until no two groups are near enough; groups of three or more."""
    near = {pair: similarity(*pair) for pair in combinations(range(count), 2)}
    groups: list[tuple[int, ...]] = [(at,) for at in range(count)]
    while True:
        best: float = cut
        pair: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
        for one, other in combinations(groups, 2):
            average = sum(near[min(a, b), max(a, b)] for a in one for b in other) / (len(one) * len(other))
            if average > best:
                best, pair = average, (one, other)
        if not pair[0]:
            return [group for group in groups if len(group) >= 3]
        groups = [group for group in groups if group not in pair] + [pair[0] + pair[1]]
