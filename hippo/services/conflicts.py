"""Conflicts: the contradictions that wait for a word, and settling one."""

from __future__ import annotations

from hippo.core.memory import Memory, State
from hippo.core.value import replace, value
from hippo.errors import NotFound
from hippo.services.lookup import look_up
from hippo.services.writing import writing
from hippo.store.conflict_mirrors import write_conflicts
from hippo.store.conflicts import ConflictNotFound, ConflictState
from hippo.store.links import LinkKind
from hippo.store.mirrors import write_mirrors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from hippo.services.occasion import Occasion
    from hippo.store.conflicts import StoredConflict
    from hippo.store.store import Store


@value
class OpenConflict:
    """Two memories that cannot both hold: what was found, by which rule, and when."""

    id: str
    scope: str
    memories: tuple[Memory, ...]
    rule: str
    reason: str
    found_at: datetime


@value
class Settled:
    """A conflict after a word was spoken: the side that was kept and the one that was not, if one was."""

    id: str
    kept: Memory | None
    lost: Memory | None
    notes: tuple[str, ...] = ()


def list_conflicts(stores: Sequence[Store]) -> tuple[OpenConflict, ...]:
    """The open conflicts of all stores, oldest first."""
    return tuple(
        OpenConflict(
            id=conflict.id,
            scope=store.scope,
            memories=tuple(each.memory for each in store.memories.by_numbers(conflict.numbers)),
            rule=conflict.rule,
            reason=conflict.reason,
            found_at=conflict.found_at,
        )
        for store in stores
        for conflict in store.conflicts.open()
    )


def resolve(
    stores: Sequence[Store], name: str, *, keep: str | None, forget: bool = False, occasion: Occasion
) -> Settled:
    """Settle a conflict: keep one side and retire the other, or, keeping none, say that both hold.

    The loser is superseded, with `forget` archived. Raises ConflictNotFound, AmbiguousId, and NotFound when what is to
    be kept is no side of it.
    """
    store, conflict = _look_up(stores, name)
    with writing(store, occasion):
        if keep is None:
            store.conflicts.settle(conflict, ConflictState.BOTH, now=occasion.now)
            one, other = conflict.memory_ids
            store.links.add(one, LinkKind.STANDS_BESIDE, other, now=occasion.now)
            settled = Settled(id=conflict.id, kept=None, lost=None)
        else:
            settled = _keep(store, conflict, keep, forget=forget, occasion=occasion)
    troubles = [*write_mirrors(store, list(conflict.numbers)), *write_conflicts(store)]
    return replace(settled, notes=tuple(map(str, troubles)))


def _look_up(stores: Sequence[Store], name: str) -> tuple[Store, StoredConflict]:
    for store in stores:
        try:
            return store, store.conflicts.find(name)
        except ConflictNotFound:
            continue
    raise ConflictNotFound(name)


def _keep(store: Store, conflict: StoredConflict, keep: str, *, forget: bool, occasion: Occasion) -> Settled:
    _, kept = look_up([store], keep)
    if kept.number not in conflict.numbers:
        sides = " and ".join(conflict.memory_ids)
        raise NotFound(f"{kept.memory.id} is no side of {conflict.id}", hint=f"its sides are {sides}")
    (lost,) = (each for each in store.memories.by_numbers(conflict.numbers) if each.number != kept.number)
    if forget:
        reason = f"lost to {kept.memory.id}: {conflict.reason}"
        after = replace(
            lost.memory,
            state=State.ARCHIVED,
            archived_at=occasion.now,
            archived_reason=reason,
            updated_at=occasion.now,
        )
    else:
        after = replace(lost.memory, state=State.SUPERSEDED, updated_at=occasion.now)
        store.links.add(kept.memory.id, LinkKind.SUPERSEDES, lost.memory.id, now=occasion.now)
    store.memories.change(lost.number, after)
    store.conflicts.settle(conflict, ConflictState.DECIDED, now=occasion.now)
    was = {"state": lost.memory.state, "by": kept.memory.id, "reason": conflict.reason}
    kind = "archived" if forget else "superseded"
    store.events.add(lost.memory.id, kind, now=occasion.now, actor=occasion.actor, before=was)
    return Settled(id=conflict.id, kept=kept.memory, lost=after)
