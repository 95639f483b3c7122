"""Outcome: say whether what was recalled helped or misled."""

from __future__ import annotations

from hippo.core.decay import effective_half_life_days
from hippo.core.value import replace, value
from hippo.errors import NotFound
from hippo.services.lookup import look_up
from hippo.services.writing import writing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from hippo.core.memory import Memory
    from hippo.services.occasion import Occasion
    from hippo.store.recalls import Hit
    from hippo.store.rows import Stored
    from hippo.store.store import Store


@value
class Judged:
    """A memory after a vote; `effective_half_life_days` is its half-life with what all votes taught."""

    memory: Memory
    effective_half_life_days: float
    changed: bool


class NothingRecalled(NotFound):
    """There is no recall to judge."""

    code = "nothing-recalled"

    def __init__(self) -> None:
        super().__init__("nothing has been recalled yet", hint="recall something first, or name a memory with --id")


def outcome(
    stores: Sequence[Store], *, good: bool, memory_ids: Sequence[str] = (), occasion: Occasion
) -> tuple[Judged, ...]:
    """Give one vote to the memories of the last recall, or to the named ones.

    A recall has one vote for each memory: judging it again replaces the vote. A memory that no recall returned can be
    judged by its id, and has one vote then. Raises NothingRecalled, MemoryNotFound or AmbiguousId.
    """
    vote = 1 if good else -1
    if memory_ids:
        return _judge_named(stores, memory_ids, vote, occasion)
    judged: list[Judged] = []
    for store, recall in _last_recall(stores, occasion):
        with writing(store, occasion):
            for hit in store.recalls.hits(recall):
                found = store.memories.by_numbers([hit.memory])
                judged += [_judge(store, each, hit, vote, occasion) for each in found]
    if not judged:
        raise NothingRecalled
    return tuple(judged)


def _last_recall(stores: Sequence[Store], occasion: Occasion) -> list[tuple[Store, int]]:
    """The last recall of this session, else of any, in every store that it had hits in."""
    for store in stores:
        if store.spool.waiting():
            with writing(store, occasion):
                pass
    for session in dict.fromkeys((occasion.actor.session, "")):
        found = [(store, last) for store in stores for last in [store.recalls.last(session=session)] if last]
        if found:
            latest = max(last.at for _, last in found)
            return [(store, last.number) for store, last in found if last.at == latest]
    return []


def _judge_named(
    stores: Sequence[Store], memory_ids: Sequence[str], vote: int, occasion: Occasion
) -> tuple[Judged, ...]:
    named = [look_up(stores, memory_id) for memory_id in memory_ids]
    judged = []
    for store in stores:
        numbers = dict.fromkeys(each.number for place, each in named if place is store)
        if not numbers:
            continue
        with writing(store, occasion):
            for found in store.memories.by_numbers(list(numbers)):
                hit = store.recalls.last_hit_on(found.number, session=occasion.actor.session)
                judged.append(_judge(store, found, hit, vote, occasion))
    return tuple(judged)


def _judge(store: Store, found: Stored, hit: Hit | None, vote: int, occasion: Occasion) -> Judged:
    """Count a vote, taking back the one that the same recall gave before."""
    memory, before = found.memory, hit.vote if hit else 0
    if before == vote:
        return Judged(memory=memory, effective_half_life_days=effective_half_life_days(memory), changed=False)
    after = replace(
        memory,
        good=memory.good + (vote == 1) - (before == 1),
        bad=memory.bad + (vote == -1) - (before == -1),
        updated_at=occasion.now,
    )
    store.memories.change(found.number, after)
    store.recalls.vote(hit or _judged_alone(store, found, occasion), vote)
    kind = "helped" if vote == 1 else "misled"
    was = {"good": memory.good, "bad": memory.bad}
    store.events.add(memory.id, kind, now=occasion.now, actor=occasion.actor, before=was)
    return Judged(memory=after, effective_half_life_days=effective_half_life_days(after), changed=True)


def _judged_alone(store: Store, found: Stored, occasion: Occasion) -> Hit:
    """What keeps the vote on a memory that no recall has returned, so that a second one replaces it."""
    recall = store.recalls.add("", [found.number], session=occasion.actor.session, now=occasion.now)
    return store.recalls.hits(recall)[0]
