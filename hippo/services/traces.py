"""What purged memories leave behind: copies of files and vectors, halves of files, bytes in free pages and in the log.

Rows go in a transaction, these traces after it. A fact says that there may be some, so that a purge that was
interrupted, or met a reader, is finished by the next sleep.
"""

from __future__ import annotations

from hippo.adapters.leftovers import remove_leftovers
from hippo.errors import HippoError
from hippo.services.dreams import forget_dreams
from hippo.store.conflict_mirrors import write_conflicts
from hippo.store.mirrors import remove_copies
from hippo.store.vector_cache import remove_cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from hippo.store.store import Store

_FACT = "traces_left"


def leave_traces(store: Store) -> None:
    """Note that traces will be there. The caller holds the transaction that purges."""
    store.facts.set(_FACT, "yes")


def erase_traces(store: Store, memory_ids: Collection[str] = ()) -> list[str]:
    """Remove all traces, copies of the files of these memories among them; returns what could not be done."""
    try:
        remove_copies(store.folder, memory_ids)
        forget_dreams(store.folder, memory_ids)
        remove_leftovers(store.folder)
        remove_cache(store.folder)
        troubles = write_conflicts(store)
        if not store.erase_traces():
            return ["another process is reading the store: the last traces go at the next sleep"]
        with store.transaction():
            store.facts.set(_FACT, "")
    except (OSError, HippoError) as error:
        return [f"the last traces are not erased ({error}); the next sleep tries again"]
    return [*map(str, troubles)]


def erase_left_traces(store: Store) -> list[str]:
    """Finish what an earlier purge could not."""
    return erase_traces(store, store.memories.purged_ids()) if store.facts.get(_FACT) else []
