"""Which memory an id, or the beginning of one, means, when several stores are open."""

from __future__ import annotations

from hippo.errors import AmbiguousId, MemoryNotFound

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from hippo.store.rows import Stored
    from hippo.store.store import Store


def look_up(stores: Sequence[Store], name: str) -> tuple[Store, Stored]:
    """The one memory of all stores that is meant, and the store it is in.

    Raises MemoryNotFound or AmbiguousId.
    """
    found = []
    for store in stores:
        try:
            found.append((store, store.memories.find(name)))
        except MemoryNotFound:
            continue
    if not found:
        raise MemoryNotFound(name)
    if len(found) > 1:
        raise AmbiguousId(name, tuple(each.memory.id for _, each in found))
    return found[0]
