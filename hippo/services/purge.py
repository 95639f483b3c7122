"""Removing memories for good."""

from __future__ import annotations

from hippo.core.analysis import analyse
from hippo.core.stems import stem
from hippo.store.mirror_text import file_name
from hippo.store.mirrors import remove_mirror

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from hippo.store.rows import Stored
    from hippo.store.store import Store


def purge_rows(store: Store, found: Sequence[Stored], *, keep_history: bool) -> None:
    """Remove memories with all that was made of their text. The caller holds the transaction.

    What was learnt from stays noted as learnt, so that it does not come back. The mirror goes first: if the
    transaction fails, it is made again.
    """
    for each in found:
        memory = each.memory
        for behind in store.mirrors.of([each.number]):
            remove_mirror(store, behind.name or file_name(memory))
        store.recalls.remove_with(each.number)
        store.memories.remove(each.number)
        store.memories.mark_purged(memory.id)
        words = analyse(memory.text, tags=memory.tags, origin=memory.origin).words
        store.memories.remove_words((word, stem(word)) for word in words)
        if not keep_history:
            store.events.remove(memory.id)
