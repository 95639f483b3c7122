"""Export: everything a store remembers, as JSON lines that `import` reads back field by field.

Some things stay where they are: recalls that wait for an outcome, the record of sleeps, settings, contradictions, which
the next sleep finds again unless two memories are tied as standing beside each other.
"""

from __future__ import annotations

from hippo.clock import rfc3339
from hippo.services.plain import plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime
    from typing import Any

    from hippo.core.memory import Memory
    from hippo.store.events import Event
    from hippo.store.store import Store

#: The form of the lines; a reader of another form refuses them.
FORM = 1


def export(store: Store, *, now: datetime) -> Iterator[dict[str, Any]]:
    """The lines of an export, as the store is at one moment.

    One header, then a line for each memory, oldest first, with its history and its ties, then the core pages, the
    working memory and the handoffs, then what stays learnt or erased.
    """
    with store.reading():
        yield {"hippo_export": FORM, "at": rfc3339(now), "schema": store.schema_version(), "scope": store.scope}
        for stored in store.memories.one_by_one():
            memory_id = stored.memory.id
            yield {
                "memory": _exact(stored.memory),
                "links": plain(store.links.from_memory(memory_id)),
                "events": [_event(event) for event in store.events.as_noted(memory_id)],
            }
        yield from _thread(store)
        for key in store.memories.learnt_keys():
            yield {"learnt": key}
        for memory_id in store.memories.purged_ids():
            yield {"purged": memory_id}


def _thread(store: Store) -> Iterator[dict[str, Any]]:
    """What is no memory, each in the order in which it is taken in again."""
    for entry in store.core_pages.entries():
        yield {"core_entry": plain(entry)}
    for scope in store.buffers.scopes():
        for thought in store.buffers.of(scope.name):
            yield {"buffer_entry": plain(thought)}
    for handoff in store.handoffs.all():
        yield {"handoff": plain(handoff)}


def _exact(memory: Memory) -> dict[str, Any]:
    """A memory with every digit: what people read is rounded."""
    return {**plain(memory), "half_life_days": memory.half_life_days}


def _event(event: Event) -> dict[str, Any]:
    return {**plain(event), "before": event.before}
