"""Forget: archive memories, or erase them for good."""

from __future__ import annotations

from hippo.core.memory import Memory, State
from hippo.core.value import replace, value
from hippo.services.backup import holding
from hippo.services.core_files import erase_entries
from hippo.services.keeping import refuse_waiting
from hippo.services.lookup import look_up
from hippo.services.purge import erase
from hippo.services.traces import erase_traces, leave_traces
from hippo.services.writing import writing
from hippo.store.mirrors import write_mirrors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hippo.services.occasion import Occasion
    from hippo.store.rows import Stored
    from hippo.store.store import Store


@value
class Forgotten:
    """The memories that were archived or erased, as they are or last were, and backups that hold erased ones."""

    memories: tuple[Memory, ...]
    purged: bool
    dry_run: bool = False
    in_backups: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def forget(
    stores: Sequence[Store],
    memory_ids: Sequence[str],
    *,
    occasion: Occasion,
    purge: bool = False,
    dry_run: bool = False,
) -> Forgotten:
    """Archive memories, all or none; with `purge` every byte of them goes.

    Raises MemoryNotFound or AmbiguousId before anything is changed, and Refused for one that waits.
    """
    found: dict[str, tuple[Store, Stored]] = {}
    for memory_id in memory_ids:
        store, stored = look_up(stores, memory_id)
        found[stored.memory.id] = (store, stored)
    held = _in_backups(found) if purge else ()
    if dry_run:
        would = tuple(stored.memory for _, stored in found.values())
        return Forgotten(memories=would, purged=purge, dry_run=True, in_backups=held)
    memories: list[Memory] = []
    notes: list[str] = []
    for store in stores:
        own = [stored for place, stored in found.values() if place is store]
        if own and purge:
            memories += [each.memory for each in own]
            notes += _erase(store, own, occasion)
        elif own:
            archived, troubles = _archive(store, own, occasion)
            memories += archived
            notes += troubles
    return Forgotten(memories=tuple(memories), purged=purge, in_backups=held, notes=tuple(notes))


def _in_backups(found: Mapping[str, tuple[Store, Stored]]) -> tuple[str, ...]:
    """The copies of the stores that hold one of the memories: erasing leaves copies alone."""
    by_folder: dict[str, list[str]] = {}
    for memory_id, (store, _) in found.items():
        by_folder.setdefault(store.folder, []).append(memory_id)
    return tuple(path for folder, ids in by_folder.items() for path in holding(folder, ids))


def _erase(store: Store, found: Sequence[Stored], occasion: Occasion) -> list[str]:
    before = set(store.memories.purged_ids())
    with writing(store, occasion, note_all=True):
        patterns = erase(store, found, now=occasion.now)
        leave_traces(store)
    gone = set(store.memories.purged_ids()) - before
    notes = [*map(str, write_mirrors(store, patterns))] if patterns else []
    notes += erase_entries(store, gone, occasion)
    return notes + erase_traces(store, gone)


def _archive(store: Store, found: Sequence[Stored], occasion: Occasion) -> tuple[list[Memory], list[str]]:
    after = []
    with writing(store, occasion):
        for each in store.memories.by_numbers([each.number for each in found]):
            memory = each.memory
            refuse_waiting(memory)
            if memory.state is State.ARCHIVED:
                after.append(memory)
                continue
            now = occasion.now
            gone = replace(
                memory, state=State.ARCHIVED, archived_at=now, archived_reason="forgotten by hand", updated_at=now
            )
            store.memories.change(each.number, gone)
            was = {"state": memory.state, "reason": gone.archived_reason}
            store.events.add(memory.id, "archived", now=now, actor=occasion.actor, before=was)
            after.append(gone)
    troubles = write_mirrors(store, [each.number for each in found])
    return after, [*map(str, troubles)]
