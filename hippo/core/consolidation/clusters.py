"""Groups of three or more texts about one thing: average link over cosines, never with two that contradict each other.

The average cosine of two groups is the dot product of their summed vectors over the product of their sizes, so it is
exact without comparing member by member. Merges go from the nearest pair of groups on; pairs are taken from near
neighbours. Why not single link: it chains everything into one blob (measured).
"""

from __future__ import annotations

import heapq
import math

from hippo.core.consolidation.features import dot

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from hippo.core.consolidation.features import Vector

#: Least average cosine within a group, and what it rises to in a large store, where more texts are alike by chance.
#: Source: measured on hand-made groups with distractors.
CUT = 0.26
CUT_OF_MANY = 0.32
MANY = 1_000
FEWEST = 3
#: A pattern of more members says too little of each (chosen).
MOST = 40
#: Things that two members must both speak of to be joined.
SHARED = 2


def cut_for(texts: int) -> float:
    """The least average cosine: .26 up to 100 texts, .32 from 1,000 on, rising with the logarithm in between."""
    share = min(1.0, max(0.0, math.log10(max(texts, 1)) - 2.0))
    return CUT + (CUT_OF_MANY - CUT) * share


def clusters(
    vectors: Sequence[Vector],
    near: Mapping[tuple[int, int], float],
    apart: Collection[tuple[int, int]],
    *,
    cut: float,
    fewest: int = FEWEST,
) -> list[tuple[int, ...]]:
    """Groups of places, each sorted, the groups by their first place.

    `near` are the pairs that may be joined with their cosines, `apart` those that must not stand in one group, the
    smaller place first.
    """
    forest = _Forest(vectors, near, apart)
    forest.join(cut)
    found = [tuple(sorted(members)) for members in forest.members.values() if len(members) >= fewest]
    return sorted(found)


def _yielding(apart: Collection[tuple[int, int]], edges: Mapping[tuple[int, int], float]) -> dict[int, int]:
    """How often each text is the weaker of two that must not stand together: it has more rivals, or fewer friends.

    Such a text joins a group only after all others have, so that a lone contradiction is left out and not its rivals.
    """
    rivals: dict[int, int] = {}
    for pair in apart:
        for place in pair:
            rivals[place] = rivals.get(place, 0) + 1
    friends: dict[int, float] = {}
    for pair, score in sorted(edges.items()):
        for place in pair:
            friends[place] = friends.get(place, 0.0) + score
    found: dict[int, int] = {}
    for pair in apart:
        weaker = max(pair, key=lambda place: (rivals[place], -round(friends.get(place, 0.0), 9), place))
        found[weaker] = found.get(weaker, 0) + 1
    return found


class _Forest:
    """Groups while they grow. `version` tells whether what waits in the heap is still true."""

    def __init__(
        self,
        vectors: Sequence[Vector],
        near: Mapping[tuple[int, int], float],
        apart: Collection[tuple[int, int]],
    ) -> None:
        forbidden = set(apart)
        edges = {pair: score for pair, score in near.items() if pair not in forbidden}
        places = sorted({place for pair in edges for place in pair})
        self.members = {place: [place] for place in places}
        self.sums = {place: dict(vectors[place]) for place in places}
        self.beside: dict[int, set[int]] = {place: set() for place in places}
        self.rivals: dict[int, set[int]] = {place: set() for place in places}
        for one, other in edges:
            self.beside[one].add(other)
            self.beside[other].add(one)
        for one, other in forbidden:
            if one in self.rivals and other in self.rivals:
                self.rivals[one].add(other)
                self.rivals[other].add(one)
        self.yielding = _yielding(forbidden, edges)
        self.heap = [
            (max(self.yielding.get(one, 0), self.yielding.get(other, 0)), -score, one, other, 1, 1)
            for (one, other), score in edges.items()
        ]
        heapq.heapify(self.heap)

    def join(self, cut: float) -> None:
        """Merge the nearest groups until none are near enough."""
        while self.heap:
            _, distance, one, other, size, other_size = heapq.heappop(self.heap)
            if -distance < cut or one not in self.members or other not in self.members or other not in self.beside[one]:
                continue
            if (len(self.members[one]), len(self.members[other])) != (size, other_size):
                self._wait(one, other, cut)
            elif size + other_size > MOST or other in self.rivals[one]:
                self._part(one, other)
            else:
                self._merge(one, other, cut)

    def _wait(self, one: int, other: int, cut: float) -> None:
        sizes = len(self.members[one]), len(self.members[other])
        average = dot(self.sums[one], self.sums[other]) / (sizes[0] * sizes[1])
        if average >= cut:
            yielding = max(self.yielding.get(one, 0), self.yielding.get(other, 0))
            heapq.heappush(self.heap, (yielding, -average, one, other, *sizes))

    def _part(self, one: int, other: int) -> None:
        self.beside[one].discard(other)
        self.beside[other].discard(one)

    def _merge(self, one: int, other: int, cut: float) -> None:
        """The second group goes into the first; its neighbours and rivals become the first one's."""
        if len(self.beside[other]) > len(self.beside[one]):
            one, other = other, one
        self.members[one] += self.members.pop(other)
        self.yielding[one] = max(self.yielding.get(one, 0), self.yielding.get(other, 0))
        total = self.sums[one]
        for name, weight in self.sums.pop(other).items():
            total[name] = total.get(name, 0.0) + weight
        for side in (self.beside, self.rivals):
            for place in side.pop(other):
                side[place].discard(other)
                if place != one:
                    side[place].add(one)
                    side[one].add(place)
            side[one].discard(other)
        for place in sorted(self.beside[one]):
            self._wait(min(one, place), max(one, place), cut)
