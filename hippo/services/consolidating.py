"""The part of sleep that looks at memories together: updates, duplicates, contradictions, patterns.

Planning reads a snapshot and may take seconds; applying is short and skips whatever has changed since.
"""

from __future__ import annotations

from hippo.core.consolidation.outcome import Consolidation, Pattern
from hippo.core.identity import fingerprint
from hippo.core.memory import Confidence, Layer, Memory, Origin, State
from hippo.core.value import replace, value
from hippo.services.keeping import add_memory, write_text
from hippo.services.neighbourhood import memories_beside
from hippo.store.links import LinkKind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from datetime import datetime

    from hippo.core.consolidation.outcome import Conflict, Folding, NewPattern, Rewriting, Update
    from hippo.services.occasion import Occasion
    from hippo.store.rows import Stored
    from hippo.store.store import Store

#: A source that a pattern speaks for lives half as long from then on (DESIGN, section 3).
SOURCE_SHARE = 0.5


@value
class Planned:
    """A consolidation and what it was planned on: the texts by id, and the ids that were compared anew."""

    consolidation: Consolidation
    texts: dict[str, str]
    fresh: frozenset[str]


def plan(store: Store, *, now: datetime, leaving: Collection[str] = ()) -> Planned:
    """Decide what to do with the memories as they are now; `leaving` are the ids that this sleep archives anyway."""
    fresh = frozenset(store.comparisons.fresh()).difference(leaving)
    patterns = _patterns(store)
    if not fresh and not any(map(_has_lost_a_source, patterns)):
        return Planned(consolidation=Consolidation(), texts={}, fresh=fresh)
    from hippo.core.consolidation.plan import plan_consolidation

    beside = memories_beside(store, fresh, now=now)
    looked_at = {memory.id for memory in beside}
    touched = [each for each in patterns if _has_lost_a_source(each) or looked_at.intersection(_ids_of(each))]
    memories = [memory for memory in beside if memory.id not in leaving]
    found = plan_consolidation(
        memories,
        touched,
        settled=store.conflicts.settled_pairs(),
        fresh=fresh,
        contradicting=frozenset(frozenset(each.memory_ids) for each in store.conflicts.open()),
    )
    return Planned(consolidation=found, texts={memory.id: memory.text for memory in memories}, fresh=fresh)


def _ids_of(pattern: Pattern) -> tuple[str, ...]:
    return pattern.memory.id, *pattern.member_ids


def carry_out(store: Store, planned: Planned, occasion: Occasion) -> None:
    """Do what was planned, as far as the memories are still as they were. The caller holds the transaction."""
    work = _Work(store, planned, occasion)
    consolidation = planned.consolidation
    store.conflicts.drop_outdated()
    for update in consolidation.updates:
        work.supersede(update)
    for folding in consolidation.duplicates:
        work.fold(folding)
    for conflict in consolidation.conflicts:
        work.note(conflict)
    for pattern in consolidation.patterns:
        work.make(pattern)
    for rewriting in consolidation.rewritings:
        work.rewrite(rewriting)
    compared = planned.fresh - work.skipped
    store.comparisons.mark({each: fingerprint(planned.texts[each]) for each in compared if each in planned.texts})


def _patterns(store: Store) -> list[Pattern]:
    """The live patterns with their sources, as far as those still exist."""
    found = []
    for pattern_id, member_ids in store.links.all_of(LinkKind.DISTILLED_FROM).items():
        pattern = store.memories.known(pattern_id)
        if pattern is None or pattern.memory.state is not State.LIVE:
            continue
        sources = (store.memories.known(member_id) for member_id in member_ids)
        found.append(
            Pattern(
                memory=pattern.memory,
                member_ids=member_ids,
                sources=tuple(source.memory for source in sources if source is not None),
            )
        )
    return found


def _has_lost_a_source(pattern: Pattern) -> bool:
    return len(pattern.sources) < len(pattern.member_ids) or any(
        source.state is State.SUPERSEDED for source in pattern.sources
    )


class _Work:
    """One consolidation while it is carried out; `skipped` are the ids that had changed meanwhile."""

    def __init__(self, store: Store, planned: Planned, occasion: Occasion) -> None:
        self.store = store
        self.planned = planned
        self.occasion = occasion
        self.skipped: set[str] = set()

    def supersede(self, update: Update) -> None:
        """Let a report of a change take the place of the fact it replaces."""
        old, new = self._unchanged((update.old_id, update.new_id))
        if old is None or new is None:
            return
        after = replace(old.memory, state=State.SUPERSEDED, updated_at=self.now)
        self.store.memories.change(old.number, after)
        self.store.links.add(new.memory.id, LinkKind.SUPERSEDES, old.memory.id, now=self.now)
        self._tell(old.memory.id, "superseded", state=old.memory.state, by=new.memory.id, reason=update.reason)

    def fold(self, folding: Folding) -> None:
        """Let an older memory speak for later ones that say the same; their uses become its own."""
        keeper, *folded = self._unchanged((folding.keep_id, *folding.folded_ids))
        for each in folded:
            if keeper is None or each is None:
                continue
            gone = replace(
                each.memory,
                state=State.ARCHIVED,
                archived_at=self.now,
                archived_reason=f"folded into {keeper.memory.id}: {folding.reason}",
                updated_at=self.now,
            )
            self.store.memories.change(each.number, gone)
            self.store.links.add(each.memory.id, LinkKind.FOLDED_INTO, keeper.memory.id, now=self.now)
            self._tell(each.memory.id, "archived", state=each.memory.state, reason=gone.archived_reason)
            self._tell(keeper.memory.id, "folded", wording=each.memory.text, of=each.memory.id)
            keeper = replace(keeper, memory=_with_uses_of(keeper.memory, each.memory, self.now))
            write_text(self.store, keeper.number, keeper.memory)

    def note(self, conflict: Conflict) -> None:
        """Keep a contradiction visible; neither side is touched."""
        one, other = self._unchanged((conflict.one_id, conflict.other_id))
        if one is None or other is None:
            return
        number = _number_of(self.occasion.new_id())
        rule, reason = conflict.rule, conflict.reason
        self.store.conflicts.add(number, one.number, other.number, rule=rule, reason=reason, now=self.now)
        for side, rival in ((one, other), (other, one)):
            self._tell(side.memory.id, "contradicted", by=rival.memory.id, reason=reason)

    def make(self, pattern: NewPattern) -> None:
        """Add a pattern, and let its sources yield to it."""
        members = [each for each in self._unchanged(pattern.member_ids) if each is not None]
        if len(members) < len(pattern.member_ids):
            return
        memory = Memory(
            id=self.occasion.new_id(),
            text=pattern.text,
            layer=Layer.SEMANTIC,
            confidence=Confidence.OBSERVED,
            tags=_common_tags(each.memory for each in members),
            half_life_days=max(each.memory.half_life_days for each in members),
            created_at=self.now,
            updated_at=self.now,
            last_used_at=self.now,
            origin=Origin(kind="sleep", happened_at=pattern.last_at),
        )
        add_memory(self.store, memory)
        self._tell(memory.id, "distilled", sources=[each.memory.id for each in members])
        self._join(memory.id, members)
        for left_out in pattern.left_out:
            self._tell(memory.id, "left out", memory=left_out.memory_id, reason=left_out.reason)
        self.store.comparisons.mark({memory.id: fingerprint(memory.text)})

    def rewrite(self, rewriting: Rewriting) -> None:
        """Give a pattern the text of the sources it has now."""
        pattern = self.store.memories.known(rewriting.pattern_id)
        joined = [each for each in self._unchanged(rewriting.joined_ids) if each is not None]
        if pattern is None or len(joined) < len(rewriting.joined_ids):
            return
        for gone in rewriting.gone_ids:
            self.store.links.remove(pattern.memory.id, LinkKind.DISTILLED_FROM, gone)
        self._join(pattern.memory.id, joined)
        after = replace(pattern.memory, text=rewriting.text, updated_at=self.now)
        if not rewriting.member_ids:
            reason = "none of its sources is left"
            after = replace(after, state=State.ARCHIVED, archived_at=self.now, archived_reason=reason)
        write_text(self.store, pattern.number, after)
        changed = {"text": pattern.memory.text} if after.text != pattern.memory.text else {}
        self._tell(pattern.memory.id, "rewritten", joined=rewriting.joined_ids, gone=rewriting.gone_ids, **changed)
        self.store.comparisons.mark({after.id: fingerprint(after.text)})

    @property
    def now(self) -> datetime:
        return self.occasion.now

    def _join(self, pattern_id: str, members: Iterable[Stored]) -> None:
        for each in members:
            if not self.store.links.add(pattern_id, LinkKind.DISTILLED_FROM, each.memory.id, now=self.now):
                continue
            after = replace(each.memory, half_life_days=each.memory.half_life_days * SOURCE_SHARE, updated_at=self.now)
            self.store.memories.change(each.number, after)
            self._tell(each.memory.id, "joined", pattern=pattern_id, half_life_days=each.memory.half_life_days)

    def _unchanged(self, memory_ids: Iterable[str]) -> list[Stored | None]:
        """The memories, None for one that is no longer what was planned on."""
        found: list[Stored | None] = []
        for memory_id in memory_ids:
            stored = self.store.memories.known(memory_id)
            is_same = (
                stored is not None
                and stored.memory.state is State.LIVE
                and stored.memory.text == self.planned.texts.get(memory_id)
            )
            found.append(stored if is_same else None)
            if not is_same:
                self.skipped.update(memory_ids)
        return found

    def _tell(self, memory_id: str, kind: str, **before: object) -> None:
        self.store.events.add(memory_id, kind, now=self.now, actor=self.occasion.actor, before=before)


def _with_uses_of(keeper: Memory, folded: Memory, now: datetime) -> Memory:
    """The keeper with what the folded memory had of uses, votes and tags."""
    return replace(
        keeper,
        tags=tuple(sorted({*keeper.tags, *folded.tags})),
        half_life_days=max(keeper.half_life_days, folded.half_life_days),
        retrieval_count=keeper.retrieval_count + folded.retrieval_count,
        last_used_at=max(keeper.last_used_at, folded.last_used_at),
        good=keeper.good + folded.good,
        bad=keeper.bad + folded.bad,
        confidence=Confidence.VERIFIED if folded.confidence is Confidence.VERIFIED else keeper.confidence,
        updated_at=now,
    )


def _common_tags(members: Iterable[Memory]) -> tuple[str, ...]:
    """The tags that all sources have."""
    tags = [set(member.tags) for member in members]
    return tuple(sorted(set.intersection(*tags))) if tags else ()


def _number_of(memory_id: str) -> int:
    """The 48 bits of a new id, for a conflict's own."""
    return int(memory_id.rpartition("_")[2], 16)
