"""All texts of a store, read once: which are near each other, and what near ones are to each other."""

from __future__ import annotations

from hippo.core.consolidation.clusters import SHARED
from hippo.core.consolidation.features import features_of, frequencies, subjects_shared, vectors
from hippo.core.consolidation.kinds import Kind
from hippo.core.consolidation.neighbours import near_pairs
from hippo.core.consolidation.pairs import Relation, judge
from hippo.core.consolidation.statement import Statement, read
from hippo.core.consolidation.weights import weights_of
from hippo.core.value import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from hippo.core.consolidation.pairs import Verdict
    from hippo.core.memory import Memory


def _read(memory: Memory) -> Statement:
    """A memory as a statement; what was learnt from a commit tells of an event, however it is worded."""
    statement = read(memory.text)
    return replace(statement, kind=Kind.EVENT) if memory.origin.kind == "git" else statement


class Texts:
    """Memories by place, in the order of their ids, with the pairs of near ones. Verdicts are made when asked for."""

    def __init__(
        self,
        memories: Iterable[Memory],
        fresh: Collection[str] | None,
        contradicting: Collection[frozenset[str]] = (),
    ) -> None:
        self.memories = sorted(memories, key=lambda memory: memory.id)
        self.place = {memory.id: at for at, memory in enumerate(self.memories)}
        self.statements = [_read(memory) for memory in self.memories]
        self.features = [features_of(each) for each in self.statements]
        self.vectors = vectors(self.features, frequencies(self.features))
        self._weights = weights_of(self.statements)
        self._contradicting = contradicting
        self._verdicts: dict[tuple[int, int], Verdict] = {}
        places = None if fresh is None else [self.place[each] for each in fresh if each in self.place]
        self.near: Mapping[tuple[int, int], float] = near_pairs(self.vectors, places)

    def verdict(self, one: int, other: int) -> Verdict:
        """What two memories are to each other; `newer` counts from the smaller place."""
        pair = min(one, other), max(one, other)
        if pair not in self._verdicts:
            self._verdicts[pair] = judge(self.statements[pair[0]], self.statements[pair[1]], self._weights)
        return self._verdicts[pair]

    def are_apart(self, one: int, other: int) -> bool:
        """Whether two memories must not stand in one pattern: by what they say, or as the sides of a known conflict."""
        ids = frozenset((self.memories[one].id, self.memories[other].id))
        return ids in self._contradicting or self.verdict(one, other).apart

    def are_joinable(self, one: int, other: int) -> bool:
        """Whether two memories speak of enough things in common."""
        return subjects_shared(self.features[one], self.features[other]) >= SHARED

    def related(self, relations: Collection[Relation]) -> list[tuple[int, int, Verdict]]:
        """The near pairs with one of the verdicts, in order."""
        found = ((one, other, self.verdict(one, other)) for one, other in self.near)
        return [each for each in found if each[2].relation in relations]
