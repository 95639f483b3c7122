"""What one sleep makes of a store: what replaces what, what is said twice, what contradicts, what belongs together.

    updates → duplicates → conflicts → patterns

A pure function of the memories: their order changes nothing, and a second plan on what the first has made is empty.
An update is certain only if the report is younger than the fact and no person pinned the fact; otherwise the two are a
conflict. Folding goes to the pinned, else the oldest of twins, and only what is a twin of it itself is folded into it.
"""

from __future__ import annotations

from hippo.core.consolidation.outcome import Conflict, Consolidation, Folding, Pattern, Update
from hippo.core.consolidation.pairs import Relation
from hippo.core.consolidation.patterns import plan_patterns
from hippo.core.consolidation.series import in_series
from hippo.core.consolidation.texts import Texts
from hippo.core.consolidation.twins import joined, keeping_order, same_texts
from hippo.core.memory import State

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from datetime import datetime

    from hippo.core.consolidation.pairs import Verdict
    from hippo.core.memory import Memory

#: Conflicts that one memory takes part in (chosen: more than a person settles in one sitting).
MOST_CONFLICTS = 3


def plan_consolidation(
    memories: Iterable[Memory],
    patterns: Iterable[Pattern] = (),
    *,
    settled: Collection[frozenset[str]] = (),
    fresh: Collection[str] | None = None,
    contradicting: Collection[frozenset[str]] = (),
) -> Consolidation:
    """Decide one consolidation.

    `memories` are the live ones; what is flagged takes no part. `settled` are the pairs of ids that are known to
    conflict or not to, and whose texts have not changed since. `fresh` are the ids of what is to be compared with its
    near neighbours: what is new or changed since the last time; everything unless given. `contradicting` are the pairs
    of ids whose conflict is open: no pattern has both.
    """
    known = sorted(patterns, key=lambda pattern: pattern.memory.id)
    own = {pattern.memory.id for pattern in known}
    live = [memory for memory in memories if memory.state is State.LIVE and not memory.flag and memory.id not in own]
    copies = same_texts(live)
    folded = {each for folding in copies for each in folding.folded_ids}
    live = [memory for memory in live if memory.id not in folded]
    alive = {memory.id for memory in live}
    sources = {source.id: source for pattern in known for source in pattern.sources if not source.flag}
    texts = Texts([*live, *(source for each, source in sources.items() if each not in alive)], fresh, contradicting)
    deciding = _Deciding(texts, alive, frozenset(settled))
    updates = deciding.updates()
    duplicates = joined([*copies, *deciding.duplicates()])
    conflicts = deciding.conflicts()
    made, rewritings = plan_patterns(texts, known, alive=frozenset(deciding.alive))
    return Consolidation(
        updates=updates, duplicates=duplicates, conflicts=conflicts, patterns=made, rewritings=rewritings
    )


class _Deciding:
    """The decisions on pairs; `alive` shrinks as memories are replaced and folded."""

    def __init__(self, texts: Texts, alive: set[str], settled: frozenset[frozenset[str]]) -> None:
        self.texts = texts
        self.alive = set(alive)
        self.settled = settled
        self.uncertain: list[tuple[int, int, Verdict]] = []

    def updates(self) -> tuple[Update, ...]:
        """Facts that a younger report of a change replaces: the first such report, so that a chain has all its links.

        They are in the order of the reports: a report that is replaced in turn has replaced what was before it.
        """
        found = []
        for one, other, verdict in self._open({Relation.UPDATE}):
            report, fact = (one, other) if verdict.newer == 0 else (other, one)
            new, old = self.texts.memories[report], self.texts.memories[fact]
            if _told_at(new) > _told_at(old) and not old.pinned:
                found.append(Update(old_id=old.id, new_id=new.id, rule=verdict.rule, reason=verdict.reason))
            else:
                self.uncertain.append((one, other, verdict))
        found.sort(key=lambda each: (_told_at(self._memory(each.new_id)), each.new_id, each.old_id))
        replaced: dict[str, Update] = {}
        for each in found:
            replaced.setdefault(each.old_id, each)
        self.alive -= replaced.keys()
        return tuple(replaced.values())

    def duplicates(self) -> list[Folding]:
        """Memories that say what an older one says."""
        twins: dict[str, dict[str, str]] = {}
        for one, other, verdict in self._open({Relation.DUPLICATE}):
            ids = self.texts.memories[one].id, self.texts.memories[other].id
            for keep, fold in (ids, ids[::-1]):
                twins.setdefault(keep, {})[fold] = verdict.reason
        found = []
        for memory in sorted((self._memory(each) for each in twins), key=keeping_order):
            if memory.id not in self.alive:
                continue
            folded = sorted(each for each in twins[memory.id] if each in self.alive and not self._memory(each).pinned)
            if folded:
                found.append(Folding(keep_id=memory.id, folded_ids=tuple(folded), reason=twins[memory.id][folded[0]]))
                self.alive -= set(folded)
        return found

    def conflicts(self) -> tuple[Conflict, ...]:
        """Pairs that cannot both hold, the most alike first where one memory has too many."""
        taken: dict[str, int] = {}
        for pair in self.settled:
            for each in pair:
                taken[each] = taken.get(each, 0) + 1
        found = []
        open_pairs = [*self._without_series(self._open({Relation.CONTRADICTION})), *self.uncertain]
        for one, other, verdict in sorted(open_pairs, key=lambda each: (-each[2].similarity, each[0], each[1])):
            ids = self.texts.memories[one].id, self.texts.memories[other].id
            if not self.alive.issuperset(ids) or any(taken.get(each, 0) >= MOST_CONFLICTS for each in ids):
                continue
            for each in ids:
                taken[each] = taken.get(each, 0) + 1
            found.append(Conflict(one_id=ids[0], other_id=ids[1], rule=verdict.rule, reason=verdict.reason))
        return tuple(sorted(found, key=lambda conflict: (conflict.one_id, conflict.other_id)))

    def _without_series(self, found: list[tuple[int, int, Verdict]]) -> list[tuple[int, int, Verdict]]:
        """The contradictions without those between values that three or more texts give in the same words."""
        by_value = ((one, other) for one, other, verdict in found if verdict.rule in ("value", "exchange"))
        series = in_series(self.texts.statements, by_value)
        return [each for each in found if each[:2] not in series]

    def _open(self, relations: Collection[Relation]) -> list[tuple[int, int, Verdict]]:
        """Pairs with one of the verdicts that are alive and not settled."""
        found = []
        for one, other, verdict in self.texts.related(relations):
            ids = self.texts.memories[one].id, self.texts.memories[other].id
            if self.alive.issuperset(ids) and frozenset(ids) not in self.settled:
                found.append((one, other, verdict))
        return found

    def _memory(self, memory_id: str) -> Memory:
        return self.texts.memories[self.texts.place[memory_id]]


def _told_at(memory: Memory) -> datetime:
    """When a memory was true: the date of its source, else of its creation."""
    return memory.origin.happened_at or memory.created_at
