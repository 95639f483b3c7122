"""Removing memories for good."""

from __future__ import annotations

from hippo.core.analysis import analyse
from hippo.core.value import replace
from hippo.services.keeping import write_text
from hippo.store.links import LinkKind
from hippo.store.mirrors import remove_mirror
from hippo.store.vector_cache import remove_cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from hippo.store.rows import Stored
    from hippo.store.store import Store

_SOURCE = LinkKind.DISTILLED_FROM


def erase(store: Store, found: Sequence[Stored], *, now: datetime) -> list[int]:
    """Remove memories, what was folded into them, and the share that patterns took from them.

    The caller holds the transaction. Returns the rows of the patterns that were written anew.
    """
    going = {each.number: each for each in found}
    for each in found:
        for folded in store.links.to_memory(each.memory.id).get(LinkKind.FOLDED_INTO, ()):
            if twin := store.memories.known(folded):
                going[twin.number] = twin
    patterns = {
        pattern for each in going.values() for pattern in store.links.to_memory(each.memory.id).get(_SOURCE, ())
    } - {each.memory.id for each in going.values()}
    purge_rows(store, list(going.values()), keep_history=False)
    return [number for pattern in sorted(patterns) for number in _without_share(store, pattern, now)]


def _without_share(store: Store, pattern_id: str, now: datetime) -> list[int]:
    """Write a pattern anew from the sources it still has; without any it goes as well."""
    pattern = store.memories.known(pattern_id)
    if pattern is None:
        return []
    sources = [store.memories.known(each) for each in store.links.from_memory(pattern_id).get(_SOURCE, ())]
    memories = [source.memory for source in sources if source is not None]
    if not memories:
        purge_rows(store, [pattern], keep_history=False)
        return []
    from hippo.core.consolidation.distilled import distilled_text

    store.events.remove_texts_of(pattern_id)
    write_text(store, pattern.number, replace(pattern.memory, text=distilled_text(memories), updated_at=now))
    return [pattern.number]


def purge_rows(store: Store, found: Sequence[Stored], *, keep_history: bool) -> None:
    """Remove memories with all that was made of their texts. The caller holds the transaction.

    What was learnt from stays noted as learnt, so that it does not come back. The mirror goes first: if the
    transaction fails, it is made again. Without the history every question goes, too, that holds a word of theirs
    which no other memory has. The file of all vectors is a copy of what goes with the rows, and is made again.
    """
    if found:
        remove_cache(store.folder)
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
            store.events.remove_wordings_of(memory.id)
            store.recalls.remove_quoting(gone)


def _texts(store: Store, found: Stored) -> Iterator[str]:
    """The text of a memory, and what it was before it was edited."""
    yield found.memory.text
    for event in store.events.of(found.memory.id):
        if "text" in event.before:
            yield str(event.before["text"])
