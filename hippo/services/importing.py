"""Import: take an export of hippo into a store; what the store knows better stays."""

from __future__ import annotations

from hippo.clock import in_milliseconds, parse
from hippo.core.value import replace, value
from hippo.errors import NotFound, Refused
from hippo.importers.hippo_export import Broken, Exported, Mark, is_export, read
from hippo.services.door import admit
from hippo.services.keeping import add_memory, write_text
from hippo.services.writing import writing
from hippo.store.events import Actor
from hippo.store.links import LinkKind
from hippo.store.mirrors import write_mirrors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime
    from typing import TextIO

    from hippo.core.memory import Memory
    from hippo.services.occasion import Occasion
    from hippo.store.rows import Stored
    from hippo.store.store import Store

#: Memories taken in within one transaction, so that others who write wait for a moment only (chosen).
_BATCH = 500


@value
class Imported:
    """What became of the lines.

    How many memories were added, were updated, were kept because the store's are newer or the same, and were left out
    because they had been erased; the lines that could not be read.
    """

    added: int = 0
    updated: int = 0
    kept_newer: int = 0
    unchanged: int = 0
    erased_before: int = 0
    broken: tuple[Broken, ...] = ()
    notes: tuple[str, ...] = ()


def import_export(store: Store, path: str, *, occasion: Occasion, force: bool = False) -> Imported:
    """Take in every memory of an export.

    A memory that the store has keeps what is newer, unless `force` says that the export is right; one that was
    erased here stays erased. A broken line is reported and stops nothing. Raises NotFound and Refused for a file
    that is none.
    """
    total = Imported()
    try:
        with open(path, encoding="utf-8-sig", errors="surrogateescape") as file:
            _require_export(file, path)
            for batch in _batches(file):
                total = _take(store, batch, total, occasion, force=force)
    except (FileNotFoundError, NotADirectoryError):
        raise NotFound(f"there is no file {path}") from None
    except (OSError, ValueError) as error:
        raise Refused(f"{path} cannot be read: {error}") from error
    return total


def _require_export(file: TextIO, path: str) -> None:
    first = file.readline(4096)
    if not is_export(first):
        raise Refused(f"{path} is not an export of hippo", hint="`hippo export --output FILE` writes one")
    file.seek(0)


def _batches(file: TextIO) -> Iterator[list[Exported | Mark | Broken]]:
    batch: list[Exported | Mark | Broken] = []
    for entry in read(file, parse=_moment):
        batch.append(entry)
        if len(batch) >= _BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def _take(
    store: Store, batch: Sequence[Exported | Mark | Broken], total: Imported, occasion: Occasion, *, force: bool
) -> Imported:
    numbers: list[int] = []
    with writing(store, occasion):
        for entry in batch:
            if isinstance(entry, Broken):
                total = replace(total, broken=(*total.broken, entry))
            elif isinstance(entry, Mark):
                _mark(store, entry)
            else:
                total = _take_one(store, entry, total, occasion, numbers, force=force)
        for entry in batch:
            if isinstance(entry, Exported):
                _tie(store, entry)
    notes = tuple(map(str, write_mirrors(store, numbers)))
    return replace(total, notes=(*total.notes, *notes))


def _take_one(
    store: Store, entry: Exported, total: Imported, occasion: Occasion, numbers: list[int], *, force: bool
) -> Imported:
    memory, notes = _admitted(entry.memory, occasion)
    total = replace(total, notes=(*total.notes, *notes))
    if store.memories.is_purged(memory.id) and not force:
        return replace(total, erased_before=total.erased_before + 1)
    known = store.memories.known(memory.id)
    if known is None:
        numbers.append(_add(store, entry, memory))
        return replace(total, added=total.added + 1)
    if known.memory == memory:
        return replace(total, unchanged=total.unchanged + 1)
    if known.memory.updated_at >= memory.updated_at and not force:
        return replace(total, kept_newer=total.kept_newer + 1)
    numbers.append(_overwrite(store, known, memory, occasion))
    return replace(total, updated=total.updated + 1)


def _admitted(memory: Memory, occasion: Occasion) -> tuple[Memory, tuple[str, ...]]:
    """The memory as the door lets it in: what another store took may hold a secret all the same."""
    admitted = admit(memory.text, mask=True, settings=occasion.settings.memory)
    notes = tuple(f"{memory.id}: {note}" for note in admitted.notes)
    return replace(memory, text=admitted.text, flag=admitted.flag or memory.flag), notes


def _add(store: Store, entry: Exported, memory: Memory) -> int:
    number = add_memory(store, memory)
    for event in entry.events:
        actor = Actor(name=event.actor, session=event.session)
        store.events.add(memory.id, event.kind, now=event.at, actor=actor, before=event.before)
    return number


def _overwrite(store: Store, known: Stored, memory: Memory, occasion: Occasion) -> int:
    before = known.memory
    write_text(store, known.number, memory)
    was = {"text": before.text, "tags": list(before.tags), "state": before.state, "confidence": before.confidence}
    store.events.add(memory.id, "imported", now=occasion.now, actor=occasion.actor, before=was)
    return known.number


def _mark(store: Store, mark: Mark) -> None:
    if mark.key:
        store.memories.mark_learnt(mark.key)
    if mark.purged and store.memories.known(mark.purged) is None:
        store.memories.mark_purged(mark.purged)


def _tie(store: Store, entry: Exported) -> None:
    for kind in LinkKind:
        for other in entry.links.get(kind, ()):
            store.links.add(entry.memory.id, kind, other, now=entry.memory.updated_at)


def _moment(text: str) -> datetime:
    return in_milliseconds(parse(text))
