"""The memories of a context: what answers a question or fits the work at hand, and what is strongest."""

from __future__ import annotations

from hippo.core.decay import strength
from hippo.core.humane import ago
from hippo.core.memory import Confidence
from hippo.core.value import value
from hippo.services.arranging import conflict_lines, patterns_of
from hippo.services.context_block import Item, Part

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from hippo.core.memory import Memory
    from hippo.services.meaning import Meaning
    from hippo.store.store import Store

#: A memory is worth showing from this share of the best one's relevance (chosen: half of what counts as retrieved).
_RELEVANT_SHARE = 0.25
#: Memories looked at in each way for one context.
MOST = 50


@value
class Candidate:
    """A memory that may go into the context, with the contradictions it takes part in."""

    memory: Memory
    scope: str
    conflicts: tuple[str, ...] = ()

    def item(self, now: datetime) -> Item:
        """The memory as an entry of the block."""
        memory = self.memory
        facts = (
            memory.id,
            memory.confidence,
            ago(memory.created_at, now),
            *(f"#{tag}" for tag in memory.tags),
            *([self.scope] if self.scope != "local" else []),
            *self.conflicts,
        )
        return Item(text=memory.text, facts=", ".join(facts))


def memory_part(memories: Sequence[Candidate], now: datetime) -> Part:
    """The memories as a part of the block, the best first."""
    return Part(name="memory", items=tuple(each.item(now) for each in memories), has_more=len(memories) >= MOST)


def candidates(
    stores: Sequence[Store],
    *,
    query: str,
    task: str,
    now: datetime,
    notes: list[str],
    meaning: Meaning | None = None,
) -> tuple[Candidate, ...]:
    """The memories worth showing, the best first; what is flagged is not among them."""
    found: list[Candidate] = []
    if query or task:
        found += _relevant(stores, query or task, now, notes, meaning if query else None)
    if not query:
        found += _strongest(stores, now)
    chosen: dict[str, Candidate] = {}
    for each in found:
        if not each.memory.flag:
            chosen.setdefault(each.memory.id, each)
    return tuple(chosen.values())


def _relevant(
    stores: Sequence[Store], text: str, now: datetime, notes: list[str], meaning: Meaning | None
) -> list[Candidate]:
    from hippo.services.finding import find
    from hippo.store.search import Scope

    findings = find(stores, text, scope=Scope(), now=now, limit=MOST, meaning=meaning)
    notes += [f"{damage}: the memories were read one by one" for damage in findings.index_damage]
    if findings.query.only_stop_words:
        return []
    best = max((each.ranked.relevance for each in findings.found), default=0.0)
    return [
        Candidate(memory=each.memory, scope=each.store.scope, conflicts=each.conflicts)
        for each in findings.found
        if each.ranked.relevance >= _RELEVANT_SHARE * best and not each.repeats
    ]


def _strongest(stores: Sequence[Store], now: datetime) -> list[Candidate]:
    """The strongest memories, what is in doubt last; of equals the newest first. Sources yield to their pattern."""
    found = [each for store in stores for each in _strongest_of(store)]
    found.sort(key=lambda each: each.memory.id)
    found.sort(key=lambda each: each.memory.created_at, reverse=True)
    found.sort(key=lambda each: (each.memory.confidence is Confidence.STALE, -strength(each.memory, now)))
    return found[:MOST]


def _strongest_of(store: Store) -> Iterator[Candidate]:
    strongest = store.memories.strongest(MOST)
    numbers = [each.number for each in strongest]
    sources = patterns_of(store, numbers)
    conflicts = conflict_lines(store, numbers)
    for each in strongest:
        if each.number not in sources:
            yield Candidate(memory=each.memory, scope=store.scope, conflicts=conflicts.get(each.number, ()))
