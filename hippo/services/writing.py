"""The write transaction of a verb; whoever holds it also notes the recalls that found the store busy."""

from __future__ import annotations

from contextlib import contextmanager

from hippo.core.value import replace
from hippo.errors import NotFound
from hippo.services.keeping import use
from hippo.store.events import RECALLED
from hippo.store.spool import MOST_AT_ONCE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from hippo.services.occasion import Occasion
    from hippo.store.spool import SpooledRecall
    from hippo.store.store import Store


@contextmanager
def writing(
    store: Store, occasion: Occasion, *, wait_seconds: float | None = None, note_all: bool = False
) -> Iterator[None]:
    """One transaction: first the waiting recalls are noted, then the verb does its own.

    Of very many waiting recalls the later ones wait for the next writer, unless `note_all` says that none may. An
    index that cannot be opened is made anew before, so that it never stops a memory from being stored. Raises Busy
    when another process holds the store for longer than the wait.
    """
    waiting = store.spool.waiting(None if note_all else MOST_AT_ONCE)
    with store.transaction(wait_seconds=wait_seconds):
        unusable = store.health.unusable_indexes()
        if unusable:
            store.health.mend_indexes(unusable)
            store.warn(
                f"the full-text index was damaged ({', '.join(unusable)}) and has been rebuilt from the memories"
            )
        if waiting:
            _note(store, waiting, occasion)
        yield
    if waiting:
        store.spool.clear(waiting)


def _note(store: Store, waiting: list[str], occasion: Occasion) -> None:
    store.spool.forget_cleared()
    for name in waiting:
        recall = store.spool.take(name)
        if recall is not None:
            when = min(recall.at, occasion.now)
            _strengthen(store, recall, replace(occasion, now=when, actor=recall.actor))


def _strengthen(store: Store, recall: SpooledRecall, occasion: Occasion) -> None:
    """Count a recall; one of which no memory is left is not kept, for its question may quote what was erased."""
    found = []
    for memory_id in recall.memory_ids:
        try:
            found.append(store.memories.find(memory_id))
        except NotFound:
            continue
    for each in found:
        use(store, each, RECALLED, occasion)
    if found:
        numbers = [each.number for each in found]
        store.recalls.add(recall.query, numbers, session=recall.actor.session, now=occasion.now)
