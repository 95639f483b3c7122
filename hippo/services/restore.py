"""Restore: make an archived or superseded memory live again."""

from __future__ import annotations

from hippo.core.forgetting import due_at
from hippo.core.memory import Memory, State
from hippo.core.value import replace, value
from hippo.services.keeping import refuse_twin, refuse_waiting
from hippo.services.lookup import look_up
from hippo.services.writing import writing
from hippo.store.links import LinkKind
from hippo.store.mirrors import write_mirrors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from hippo.services.occasion import Occasion
    from hippo.store.rows import Stored
    from hippo.store.store import Store


@value
class Restored:
    """The memory as it is now, from when sleep may archive it again, and whether it had been gone."""

    memory: Memory
    fades_at: datetime | None
    changed: bool
    notes: tuple[str, ...] = ()


def restore(stores: Sequence[Store], memory_id: str, *, occasion: Occasion) -> Restored:
    """Bring one memory back; its time starts anew, so that the next sleep leaves it alone.

    Raises MemoryNotFound or AmbiguousId, and Refused when a live memory has the text by now, or it waits.
    """
    store, _ = look_up(stores, memory_id)
    with writing(store, occasion):
        found = store.memories.find(memory_id)
        refuse_waiting(found.memory)
        memory, now = found.memory, occasion.now
        changed = memory.state is not State.LIVE
        if changed:
            refuse_twin(store, found.number, memory.text)
            was = {"state": memory.state, "reason": memory.archived_reason}
            memory = replace(
                memory,
                state=State.LIVE,
                archived_at=None,
                archived_reason="",
                last_used_at=max(now, memory.last_used_at),
                updated_at=now,
            )
            store.memories.change(found.number, memory)
            _stay_apart(store, found, occasion)
            store.events.add(memory.id, "restored", now=now, actor=occasion.actor, before=was)
    troubles = write_mirrors(store, [found.number]) if changed else []
    return Restored(
        memory=memory,
        fades_at=due_at(memory, occasion.settings.sleep),
        changed=changed,
        notes=tuple(map(str, troubles)),
    )


def _stay_apart(store: Store, found: Stored, occasion: Occasion) -> None:
    """What sleep had replaced or folded is brought back on purpose: the two stand beside each other from now on.

    A contradiction that a person had decided against it is open again.
    """
    own = found.memory.id
    tied = store.links.to_memory(own).get(LinkKind.SUPERSEDES, ())
    folded = store.links.from_memory(own).get(LinkKind.FOLDED_INTO, ())
    decided = store.conflicts.reopen(found.number)
    for other in (*tied, *folded):
        if other not in decided:
            store.links.add(own, LinkKind.STANDS_BESIDE, other, now=occasion.now)
    for other in tied:
        store.links.remove(other, LinkKind.SUPERSEDES, own)
    for other in folded:
        store.links.remove(own, LinkKind.FOLDED_INTO, other)
