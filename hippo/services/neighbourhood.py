"""Which memories a sleep must look at when only few are new.

Reading a text for comparison costs milliseconds, so a large store is not read anew every night: the new memories, those
that share words with them, and a thin sample of all others, which keeps common words common.
"""

from __future__ import annotations

from hippo.services.finding import find
from hippo.store.search import Scope

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime

    from hippo.core.memory import Memory
    from hippo.store.store import Store

#: Memories that share words with a new one and are compared with it (chosen: twice what a pattern may hold).
NEIGHBOURS = 40
#: Others that are read for how common each word is (chosen: enough to tell a common word from a rare one).
SAMPLE = 500
#: With more new memories than one in so many, everything is read.
LEAST_SHARE = NEIGHBOURS


def memories_beside(store: Store, fresh: Collection[str], *, now: datetime) -> list[Memory]:
    """The live memories to compare when `fresh` are new; all of them where that is hardly more."""
    live = store.memories.live_count()
    if len(fresh) * LEAST_SHARE + SAMPLE >= live:
        return [each.memory for each in store.memories.listed()]
    chosen = {each.memory.id: each.memory for each in store.memories.sampled(live // SAMPLE)}
    for memory_id in sorted(fresh):
        found = store.memories.known(memory_id)
        if found is not None:
            chosen[memory_id] = found.memory
            near = find([store], found.memory.text, scope=Scope(), now=now, limit=NEIGHBOURS).found
            chosen |= {each.memory.id: each.memory for each in near}
    return list(chosen.values())
