"""Small stores for tests, and what carrying out a consolidation makes of one."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from hippo.core.consolidation.outcome import Consolidation, Pattern
from hippo.core.memory import Layer, Memory, State
from hippo.core.value import replace

START = datetime(2024, 3, 1, 12, tzinfo=UTC)


def memory(text: str, place: int = 0, **fields: object) -> Memory:
    """A memory that was made so many days after the first."""
    at = START + timedelta(days=place)
    known: dict[str, object] = {"created_at": at, "updated_at": at, "last_used_at": at}
    return Memory(id=f"mem_{place:012x}", text=text, **(known | fields))


def store(texts: Iterable[str]) -> list[Memory]:
    """Memories made one after the other."""
    return [memory(text, place) for place, text in enumerate(texts)]


class Store:
    """A store that consolidations are carried out on."""

    def __init__(self, memories: Iterable[Memory]) -> None:
        self.memories = {each.id: each for each in memories}
        self.patterns: dict[str, Pattern] = {}
        self.settled: set[frozenset[str]] = set()

    def carry_out(self, plan: Consolidation) -> None:
        """Change the store as planned."""
        for update in plan.updates:
            if self.memories[update.new_id].state is State.LIVE:
                self._put(update.old_id, state=State.SUPERSEDED)
        for folding in plan.duplicates:
            for each in folding.folded_ids:
                self._put(each, state=State.ARCHIVED)
        self.settled |= {frozenset((each.one_id, each.other_id)) for each in plan.conflicts}
        for number, made in enumerate(plan.patterns):
            own = memory(made.text, 10_000 + 100 * len(self.patterns) + number, layer=Layer.SEMANTIC)
            self.memories[own.id] = own
            self.patterns[own.id] = Pattern(memory=own, member_ids=made.member_ids, sources=())
        for each in plan.rewritings:
            own = replace(self.patterns[each.pattern_id].memory, text=each.text)
            self.memories[own.id] = own
            self.patterns[own.id] = Pattern(memory=own, member_ids=each.member_ids, sources=())

    def live(self) -> list[Memory]:
        """The live memories."""
        return [each for each in self.memories.values() if each.state is State.LIVE]

    def known(self) -> list[Pattern]:
        """The patterns with those sources that still exist."""
        return [
            replace(each, sources=tuple(self.memories[one] for one in each.member_ids if one in self.memories))
            for each in self.patterns.values()
        ]

    def _put(self, memory_id: str, **fields: object) -> None:
        self.memories[memory_id] = replace(self.memories[memory_id], **fields)
