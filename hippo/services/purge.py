"""Removing memories for good."""

from __future__ import annotations

from hippo.core.analysis import analyse
from hippo.store.mirrors import remove_mirror

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hippo.store.rows import Stored
    from hippo.store.store import Store


def purge_rows(store: Store, found: Sequence[Stored], *, keep_history: bool) -> None:
    """Remove memories with all that was made of their texts. The caller holds the transaction.

    What was learnt from stays noted as learnt, so that it does not come back. The mirror goes first: if the
    transaction fails, it is made again. Without the history every question goes, too, that holds a word of theirs
    which no other memory has.
    """
    for each in found:
        memory = each.memory
        words = {word for text in _texts(store, each) for word in analyse(text).words}
        for mirror in store.mirrors.of([each.number]):
            remove_mirror(store, mirror)
        store.recalls.remove_with(each.number)
        store.memories.remove(each.number)
        store.memories.mark_purged(memory.id)
        gone = store.vocabulary.remove_unused(words)
        if not keep_history:
            store.events.remove(memory.id)
            store.recalls.remove_quoting(gone)


def _texts(store: Store, found: Stored) -> Iterator[str]:
    """The text of a memory, and what it was before it was edited."""
    yield found.memory.text
    for event in store.events.of(found.memory.id):
        if "text" in event.before:
            yield str(event.before["text"])
