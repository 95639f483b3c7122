"""Export: everything a store knows, as JSON lines that `import` reads back field by field."""

from __future__ import annotations

from hippo.clock import rfc3339
from hippo.services.plain import plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime
    from typing import Any

    from hippo.store.store import Store

#: The form of the lines; a reader of another form refuses them.
FORM = 1


def export(store: Store, *, now: datetime) -> Iterator[dict[str, Any]]:
    """The lines of an export.

    One header, then a line for each memory, oldest first, with its history and its ties, then what stays learnt or
    erased.
    """
    yield {"hippo_export": FORM, "at": rfc3339(now), "schema": store.schema_version(), "scope": store.scope}
    for stored in store.memories.everything():
        memory = stored.memory
        yield {
            "memory": plain(memory),
            "links": plain(store.links.from_memory(memory.id)),
            "events": [plain(event) for event in store.events.of(memory.id)],
        }
    for key in store.memories.learnt_keys():
        yield {"learnt": key}
    for memory_id in store.memories.purged_ids():
        yield {"purged": memory_id}
