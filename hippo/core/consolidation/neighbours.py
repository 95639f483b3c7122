"""Pairs of texts that are near enough to be worth judging, found without comparing every text with every other.

An inverted index: a text is filed under each of its rare features, and under pairs of its rarest common ones. Where
a key has too many texts, only those beside the text are looked at, in an order that puts like texts together. So the
work grows with the number of texts, also when all of them are alike.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import combinations

from hippo.core.consolidation.features import dot

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    Vector = Mapping[str, float]

#: Texts that are looked at under one key; keys of one feature that a text is filed under, and how many of its rarest
#: common features are paired; neighbours that a text keeps. Chosen: twice these find nothing more on the hand-made
#: pairs and groups.
MOST_BESIDE = 32
MOST_RARE = 12
MOST_PAIRED = 6
MOST_NEIGHBOURS = 24
#: Least cosine of neighbours.
NEAR = 0.12


class Neighbours:
    """An index over the vectors of a store. Equal stores give equal neighbours, in whatever order they are given."""

    def __init__(self, vectors: Sequence[Vector]) -> None:
        rarest = [sorted(vector, key=lambda name: (-vector[name], name)) for vector in vectors]
        places = sorted(range(len(vectors)), key=lambda place: (rarest[place], place))
        self._places = places
        self._rank = {place: rank for rank, place in enumerate(places)}
        self._vectors = vectors
        self._holding: dict[str, int] = {}
        for names in rarest:
            for name in names:
                self._holding[name] = self._holding.get(name, 0) + 1
        self._keys = [tuple(self._keys_of(names)) for names in rarest]
        self._filed: dict[str, list[int]] = {}
        for rank, place in enumerate(places):
            for key in self._keys[place]:
                self._filed.setdefault(key, []).append(rank)

    def _keys_of(self, rarest: Sequence[str]) -> Iterator[str]:
        shared = [name for name in rarest if self._holding[name] > 1]
        yield from [name for name in shared if self._holding[name] <= MOST_BESIDE][:MOST_RARE]
        common = [name for name in shared if self._holding[name] > MOST_BESIDE][:MOST_PAIRED]
        if len(common) == 1 and len(shared) == 1:
            yield common[0]
        for one, other in combinations(sorted(common), 2):
            yield f"{one}\n{other}"

    def of(self, place: int) -> list[tuple[int, float]]:
        """The nearest texts to one, the nearest first, with their cosines."""
        vector = self._vectors[place]
        scores = [(dot(vector, self._vectors[other]), other) for other in self._beside(place)]
        near = sorted((each for each in scores if each[0] >= NEAR), key=lambda each: (-each[0], self._rank[each[1]]))
        return [(other, score) for score, other in near[:MOST_NEIGHBOURS]]

    def _beside(self, place: int) -> set[int]:
        """The texts that share a key with one."""
        rank = self._rank[place]
        found: set[int] = set()
        for key in self._keys[place]:
            filed = self._filed[key]
            if len(filed) > MOST_BESIDE:
                first = max(0, min(bisect_left(filed, rank) - MOST_BESIDE // 2, len(filed) - MOST_BESIDE))
                filed = filed[first : first + MOST_BESIDE]
            found.update(self._places[each] for each in filed)
        found.discard(place)
        return found


def near_pairs(vectors: Sequence[Vector], fresh: Iterable[int] | None = None) -> dict[tuple[int, int], float]:
    """Pairs of near texts with their cosines, the smaller place first; only those that hold a fresh text, if given."""
    index = Neighbours(vectors)
    found: dict[tuple[int, int], float] = {}
    for place in sorted(set(fresh)) if fresh is not None else range(len(vectors)):
        for other, score in index.of(place):
            found[min(place, other), max(place, other)] = score
    return dict(sorted(found.items()))
