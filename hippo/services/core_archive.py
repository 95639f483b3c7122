"""What leaves a core page: it becomes a memory again, archived or, when it only made room, live.

Entry and memory have the same digits in their ids, so the history of both is one.
"""

from __future__ import annotations

from hippo.core.memory import ID_PREFIX, Layer, Memory, State
from hippo.core.value import replace
from hippo.services.keeping import add_memory, write_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from hippo.core.page_edits import Change
    from hippo.core.pages import CoreEntry
    from hippo.services.occasion import Occasion
    from hippo.store.store import Store

_REMOVED = "removed from the core page"
#: How the history calls what happened to an entry.
_EVENTS = {
    "added": "added to the core page",
    "replaced": "replaced in the core page",
    "removed": _REMOVED,
    "demoted": "moved out of the core page",
}


def note_changes(store: Store, changes: Sequence[Change], occasion: Occasion) -> list[int]:
    """Write the history of what became of some entries, and keep those that left; the rows of these memories.

    The caller holds the transaction.
    """
    numbers = []
    for change in changes:
        if change.what in _EVENTS:
            was = {"text": change.before} if change.before else None
            kind = f"{_EVENTS[change.what]} {change.entry.page}"
            store.events.add(change.entry.id, kind, now=occasion.now, actor=occasion.actor, before=was)
        if change.what == "removed":
            numbers.append(_keep(store, change.entry, State.ARCHIVED, occasion))
        elif change.what == "demoted":
            numbers.append(_keep(store, change.entry, State.LIVE, occasion))
    return numbers


def has_left_since(store: Store, entry: CoreEntry) -> bool:
    """Whether an entry was removed from its page, or moved out, after it was last used.

    A memory with its digits that was archived when it was moved to a page says nothing of that.
    """
    known = store.memories.known(memory_id(entry))
    if known is None or known.memory.updated_at <= entry.last_used_at:
        return False
    return known.memory.state is State.LIVE or known.memory.archived_reason.startswith(_REMOVED)


def memory_id(entry: CoreEntry) -> str:
    """The id of the memory that an entry was or becomes."""
    return ID_PREFIX + entry.id.partition("_")[2]


def _keep(store: Store, entry: CoreEntry, state: State, occasion: Occasion) -> int:
    now, gone = occasion.now, state is State.ARCHIVED
    known = store.memories.known(memory_id(entry))
    before = known.memory if known else _memory(entry)
    after = replace(
        before,
        text=entry.text,
        flag=entry.flag,
        layer=Layer.SEMANTIC,
        state=state,
        updated_at=now,
        last_used_at=max(now, before.last_used_at),
        archived_at=now if gone else None,
        archived_reason=f"{_REMOVED} {entry.page}" if gone else "",
    )
    if known is None:
        return add_memory(store, after)
    write_text(store, known.number, after)
    return known.number


def _memory(entry: CoreEntry) -> Memory:
    return Memory(
        id=memory_id(entry),
        text=entry.text,
        created_at=entry.created_at,
        updated_at=entry.created_at,
        last_used_at=entry.last_used_at,
        retrieval_count=entry.uses,
    )
