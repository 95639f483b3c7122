"""Import: take an export of hippo into a store; what the store knows better stays."""

from __future__ import annotations

from hippo.clock import in_milliseconds, parse
from hippo.core.encode import clean_tags
from hippo.core.public import public
from hippo.core.settings import LARGEST_TEXT_BYTES
from hippo.core.value import replace
from hippo.core.waiting import staged, still_waiting
from hippo.errors import Refused, UsageError
from hippo.importers.hippo_export import FORM, LONGEST_LINE, Broken, Exported, Mark, form_of, read
from hippo.services.approval import require_person
from hippo.services.door import admit
from hippo.services.importing_parts import Parts
from hippo.services.importing_tally import Tally
from hippo.services.keeping import add_memories, write_text
from hippo.services.writing import writing
from hippo.store.events import Actor
from hippo.store.links import LinkKind
from hippo.store.mirrors import write_mirrors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import datetime
    from typing import TextIO

    from hippo.core.memory import Memory
    from hippo.importers.exported_thread import ExportedPart
    from hippo.services.importing_tally import Imported
    from hippo.services.occasion import Occasion
    from hippo.store.rows import Stored
    from hippo.store.store import Store

#: Memories taken in within one transaction, so that others who write wait for a moment only (chosen: 0.2 s of work).
_BATCH = 500


def import_export(
    store: Store,
    file: TextIO,
    name: str,
    *,
    occasion: Occasion,
    tags: Sequence[str] = (),
    dry_run: bool = False,
    force: bool = False,
) -> Imported:
    """Take in every memory of an export, each with some more tags.

    A memory that the store has keeps what is newer, unless `force` says that the export is right; one that was
    erased here stays erased. A broken line is reported and stops nothing. A dry run does it all and undoes it. Raises
    Refused for a file that is none, PersonNeeded where an agent would come past what waits for a person's word.
    """
    require_person(occasion, "take in an export of hippo")
    first = file.readline(LONGEST_LINE + 1)
    form = form_of(first)
    if form is None:
        raise Refused(f"{name} is not an export of hippo", hint="`hippo export --output FILE` writes one")
    if form != FORM:
        raise Refused(f"{name} has form {form!r}, this hippo reads form {FORM}", hint="upgrade hippo")
    importing = _Import(store, occasion, tags=tags, force=force)
    batches = _batches(read(_lines(first, file), parse=_moment))
    if dry_run:
        with store.rehearsing():
            for batch in batches:
                importing.rehearse(batch)
    else:
        for batch in batches:
            importing.take(batch)
        importing.tie()
    return importing.tally.outcome(dry_run=dry_run)


def is_export(head: bytes) -> bool:
    """Whether a file that begins like this is an export of hippo, of whatever form."""
    first = head.decode("utf-8", "replace").removeprefix("\ufeff").partition("\n")[0]
    return form_of(first) is not None


def _lines(first: str, file: TextIO) -> Iterator[str]:
    """The lines of a file, each cut when it is longer than any that is read."""
    line = first
    while line:
        yield line
        while line and not line.endswith("\n"):
            line = file.readline(LONGEST_LINE)
        line = file.readline(LONGEST_LINE + 1)


def _batches(
    entries: Iterable[Exported | ExportedPart | Mark | Broken],
) -> Iterator[list[Exported | ExportedPart | Mark | Broken]]:
    batch: list[Exported | ExportedPart | Mark | Broken] = []
    for entry in entries:
        batch.append(entry)
        if len(batch) >= _BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


class _Import:
    """One import: its tally, and the ties that are made once all memories are there."""

    def __init__(self, store: Store, occasion: Occasion, *, tags: Sequence[str], force: bool) -> None:
        self._store = store
        self._occasion = occasion
        self._tags = tags
        self._force = force
        self.tally = Tally()
        self._ties: list[tuple[str, LinkKind, str, datetime]] = []
        self._new: dict[str, tuple[Exported, Memory]] = {}

    def take(self, batch: Sequence[Exported | ExportedPart | Mark | Broken]) -> None:
        """Take in some entries, in one transaction, and write the files of what has changed."""
        with writing(self._store, self._occasion):
            numbers, parts = self._enter(batch)
        self.tally.tell(map(str, write_mirrors(self._store, numbers)))
        self.tally.tell(parts.notes)
        self.tally.tell(parts.write())

    def rehearse(self, batch: Sequence[Exported | ExportedPart | Mark | Broken]) -> None:
        """Do the same within a transaction of the caller's that is undone, and write no file."""
        _, parts = self._enter(batch)
        self.tally.tell(parts.notes)

    def tie(self) -> None:
        """Make the ties; the files of memories that were tied after they were written are written again."""
        sources: set[str] = set()
        for start in range(0, len(self._ties), _BATCH):
            with writing(self._store, self._occasion):
                for source, kind, target, moment in self._ties[start : start + _BATCH]:
                    if self._store.links.add(source, kind, target, now=moment):
                        sources.add(source)
        tied = [self._store.memories.known(source) for source in sorted(sources)]
        self.tally.tell(map(str, write_mirrors(self._store, [each.number for each in tied if each is not None])))

    def _enter(self, batch: Sequence[Exported | ExportedPart | Mark | Broken]) -> tuple[list[int], Parts]:
        """Enter some lines into the database; the rows of memories that were written, and all other parts."""
        numbers: list[int] = []
        parts = Parts(self._store, self._occasion, force=self._force)
        for entry in batch:
            if not isinstance(entry, Exported) or entry.memory.id in self._new:
                numbers += self._add_new()
            numbers += self._take_any(entry, parts)
        numbers += self._add_new()
        parts.end()
        return numbers, parts

    def _take_any(self, entry: Exported | ExportedPart | Mark | Broken, parts: Parts) -> list[int]:
        """Take in whatever a line holds, and return the rows of memories that were written."""
        if isinstance(entry, Mark):
            self._mark(entry)
        elif isinstance(entry, Broken):
            self.tally.broken(entry)
        else:
            try:
                if isinstance(entry, Exported):
                    return self._take(entry)
                self.tally.count(parts.take(entry))
            except (Refused, UsageError) as error:
                self.tally.broken(Broken(line=entry.line, reason=error.message))
        return []

    def _take(self, entry: Exported) -> list[int]:
        """Take in one memory, and return the rows that were written; a new one waits for others."""
        memory = self._admitted(entry.memory)
        is_erased = self._store.memories.is_purged(memory.id)
        if is_erased and not self._force:
            self.tally.count("erased_before")
            return []
        self._ties += self._ties_of(entry)
        known = self._store.memories.known(memory.id)
        if known is None:
            if is_erased:
                self._store.memories.unmark_purged(memory.id)
            self.tally.enter(memory, "added")
            self._new[memory.id] = entry, memory
            return []
        if replace(known.memory, updated_at=memory.updated_at) == memory:
            self.tally.count("unchanged")
            return []
        if known.memory.updated_at >= memory.updated_at and not self._force:
            self.tally.count("kept_newer")
            return []
        self.tally.enter(memory, "updated")
        return [self._overwrite(known, memory)]

    def _admitted(self, memory: Memory) -> Memory:
        """The memory as the door lets it in: what another store took may hold a secret all the same.

        It may be as long as that store may have allowed, for a store must be movable.
        """
        settings = replace(self._occasion.settings.memory, text_limit_bytes=LARGEST_TEXT_BYTES)
        admitted = admit(memory.text, mask=True, settings=settings)
        let_in = staged(replace(memory, text=admitted.text, flag=admitted.flag or memory.flag))
        self.tally.tell(f"{memory.id}: {note}" for note in admitted.notes if let_in != memory)
        return replace(let_in, tags=clean_tags((*let_in.tags, *self._tags)))

    def _add_new(self) -> list[int]:
        """Add the memories that have come since, with their histories; returns their rows."""
        new, self._new = self._new, {}
        numbers = add_memories(self._store, (memory for _, memory in new.values()))
        for entry, memory in new.values():
            for event in entry.events:
                actor = Actor(name=public(event.actor), session=public(event.session))
                before = {name: _public(content) for name, content in event.before.items()}
                self._store.events.add(memory.id, public(event.kind), now=event.at, actor=actor, before=before)
        return numbers

    def _overwrite(self, known: Stored, memory: Memory) -> int:
        before = known.memory
        memory = still_waiting(before, memory)
        write_text(self._store, known.number, replace(memory, created_at=before.created_at, origin=before.origin))
        was = {"text": before.text, "tags": list(before.tags), "state": before.state, "confidence": before.confidence}
        self._store.events.add(
            memory.id,
            "imported",
            now=self._occasion.now,
            actor=self._occasion.actor,
            before=was | {"pinned": before.pinned},
        )
        return known.number

    def _ties_of(self, entry: Exported) -> Iterator[tuple[str, LinkKind, str, datetime]]:
        for kind in LinkKind:
            for other in entry.links.get(kind, ()):
                yield entry.memory.id, kind, other, entry.memory.updated_at

    def _mark(self, mark: Mark) -> None:
        if mark.key:
            self._store.memories.mark_learnt(mark.key)
        if mark.purged and self._store.memories.known(mark.purged) is None:
            self._store.memories.mark_purged(mark.purged)


def _public(content: object) -> object:
    """What the history may keep of a field: former texts pass the door as well."""
    if isinstance(content, list):
        return [_public(each) for each in content]
    return public(content) if isinstance(content, str) else content


def _moment(text: str) -> datetime:
    return in_milliseconds(parse(text))
