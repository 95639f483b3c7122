"""Which episodes become patterns, which join one, and which patterns lose a source."""

from __future__ import annotations

from itertools import combinations

from hippo.core.consolidation.clusters import FEWEST, MOST, clusters, cut_for
from hippo.core.consolidation.features import dot, frequencies, vectors
from hippo.core.consolidation.outcome import LeftOut, NewPattern, Pattern, Rewriting
from hippo.core.consolidation.pattern_text import pattern_text
from hippo.core.memory import Layer, State

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hippo.core.consolidation.texts import Texts


def plan_patterns(
    texts: Texts, known: Sequence[Pattern], *, alive: frozenset[str]
) -> tuple[tuple[NewPattern, ...], tuple[Rewriting, ...]]:
    """The patterns to make and to rewrite. `alive` are the ids of what is live and neither replaced nor folded."""
    grouping = _Grouping(texts, known, alive)
    rewritings = tuple(each for pattern in known if (each := grouping.rewriting(pattern, alive)) is not None)
    groups = grouping.new_groups()
    return tuple(grouping.pattern(group) for group in groups), rewritings


class _Grouping:
    def __init__(self, texts: Texts, known: Sequence[Pattern], alive: frozenset[str]) -> None:
        self.texts = texts
        self.cut = cut_for(len(texts.memories))
        self.edges = {pair: score for pair, score in texts.near.items() if texts.are_joinable(*pair)}
        self.beside: dict[int, set[int]] = {}
        for one, other in self.edges:
            self.beside.setdefault(one, set()).add(other)
            self.beside.setdefault(other, set()).add(one)
        members = {each for pattern in known for each in pattern.member_ids}
        self.free = {
            at
            for at, memory in enumerate(texts.memories)
            if memory.id in alive and memory.id not in members and memory.layer is Layer.EPISODIC
        }

    def new_groups(self) -> list[list[int]]:
        """Groups of free episodes, until no more are found; what belongs to a group has joined it."""
        found: list[list[int]] = []
        while True:
            edges = {pair: score for pair, score in self.edges.items() if self.free.issuperset(pair)}
            apart = [pair for pair in edges if self.texts.are_apart(*pair)]
            grown = [
                group
                for places in clusters(self.texts.vectors, edges, apart, cut=self.cut)
                if len(group := self._agreeing(places)) >= FEWEST
            ]
            if not grown:
                return sorted(found)
            for group in grown:
                self.free.difference_update(group)
            for group in grown:
                self.absorb(group)
            found += [sorted(group) for group in grown]

    def _agreeing(self, places: Iterable[int]) -> list[int]:
        """A group without those that contradict most of the others."""
        group = list(places)
        while True:
            rivals = dict.fromkeys(group, 0)
            for one, other in combinations(group, 2):
                if self.texts.are_apart(one, other):
                    rivals[one] += 1
                    rivals[other] += 1
            worst = max(group, key=lambda place: (rivals[place], -self._average(place, group), place))
            if not rivals[worst]:
                return group
            group.remove(worst)

    def absorb(self, group: list[int]) -> list[int]:
        """Let the free episodes that belong to a group join it; who joined."""
        joined: list[int] = []
        while len(group) < MOST:
            candidates = sorted({other for place in group for other in self.beside.get(place, ())} & self.free)
            fitting = [
                place
                for place in candidates
                if self._average(place, group) >= self.cut
                and not any(self.texts.are_apart(place, each) for each in group)
            ]
            if not fitting:
                break
            best = max(fitting, key=lambda place: (self._average(place, group), -place))
            group.append(best)
            joined.append(best)
            self.free.discard(best)
        return joined

    def _average(self, place: int, group: Sequence[int]) -> float:
        """Mean cosine of a text with the others of a group, to nine decimals so that their order does not matter."""
        others = [each for each in group if each != place]
        vector = self.texts.vectors[place]
        return round(sum(sorted(dot(vector, self.texts.vectors[each]) for each in others)) / max(1, len(others)), 9)

    def pattern(self, group: Sequence[int]) -> NewPattern:
        """The pattern of a group."""
        memories = [self.texts.memories[place] for place in group]
        moments = [memory.origin.happened_at or memory.created_at for memory in memories]
        return NewPattern(
            text=self.text(group),
            member_ids=tuple(memory.id for memory in memories),
            first_at=min(moments),
            last_at=max(moments),
            left_out=self._left_out(group),
        )

    def text(self, group: Sequence[int]) -> str:
        """The text of a group; it depends on its members alone, so an edited one can be told from it."""
        features = [self.texts.features[place] for place in group]
        own = vectors(features, frequencies(features))
        return pattern_text([self.texts.statements[place] for place in group], own)

    def _left_out(self, group: Sequence[int]) -> tuple[LeftOut, ...]:
        found = []
        for place in sorted({other for each in group for other in self.beside.get(each, ())} - set(group)):
            rivals = [each for each in group if self.texts.are_apart(place, each)]
            if rivals and self._average(place, group) >= self.cut:
                verdict = self.texts.verdict(place, rivals[0])
                found.append(
                    LeftOut(
                        memory_id=self.texts.memories[place].id,
                        member_id=self.texts.memories[rivals[0]].id,
                        reason=verdict.reason or "gives other values",
                    )
                )
        return tuple(found)

    def rewriting(self, pattern: Pattern, alive: frozenset[str]) -> Rewriting | None:
        """How a known pattern changes, None if it does not."""
        remaining = [
            self.texts.place[source.id]
            for source in pattern.sources
            if source.id in self.texts.place and (source.id in alive or source.state is State.ARCHIVED)
        ]
        group = sorted(remaining)
        joined = self.absorb(group)
        gone = set(pattern.member_ids) - {self.texts.memories[place].id for place in group}
        if not joined and not gone:
            return None
        group.sort()
        members = tuple(self.texts.memories[place].id for place in group)
        moments = [
            self.texts.memories[place].origin.happened_at or self.texts.memories[place].created_at for place in group
        ]
        edited = self._is_edited(pattern)
        return Rewriting(
            pattern_id=pattern.memory.id,
            text=pattern.memory.text if edited or not group else self.text(group),
            member_ids=members,
            joined_ids=tuple(self.texts.memories[place].id for place in sorted(joined)),
            gone_ids=tuple(sorted(gone)),
            first_at=min(moments, default=None),
            last_at=max(moments, default=None),
        )

    def _is_edited(self, pattern: Pattern) -> bool:
        """Whether a person has changed the text of a pattern; not known, and taken as no, once a source is purged."""
        if set(pattern.member_ids) != {source.id for source in pattern.sources}:
            return False
        before = [self.texts.place[source.id] for source in pattern.sources if source.id in self.texts.place]
        return pattern.memory.text != self.text(sorted(before))
