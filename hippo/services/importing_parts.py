"""What an export holds beside memories: taking in core entries, working memory and handoffs.

A core entry that finds no room on its page becomes a semantic memory, as when somebody makes room on a page. One that
was removed here, or moved out, after it was last used in the other store stays where it is.
"""

from __future__ import annotations

from hippo.core.buffer import BufferEntry, pushed
from hippo.core.page_edits import Change
from hippo.core.pages import CoreEntry, limit_of, on_page, used_characters
from hippo.core.settings import LARGEST_TEXT_BYTES
from hippo.core.value import replace
from hippo.errors import NotFound, shortened
from hippo.services.core_archive import has_left_since, memory_id, note_changes
from hippo.services.core_files import take_in
from hippo.services.door import admit
from hippo.services.handoff import admitted_leaving
from hippo.store.buffer_mirrors import write_buffer
from hippo.store.core_mirrors import expect_pages, write_pages
from hippo.store.handoff_mirrors import write_handoff
from hippo.store.mirrors import write_mirrors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from hippo.core.handoff import Handoff
    from hippo.core.pages import Page
    from hippo.importers.exported_thread import ExportedPart
    from hippo.services.occasion import Occasion
    from hippo.store.store import Store

#: What became of a part, as the outcome of an import counts it.
UNCHANGED, KEPT_NEWER, ERASED = "unchanged", "kept_newer", "erased_before"


class Parts:
    """The parts of one batch: each is taken in within the caller's transaction, `write` follows the commit."""

    def __init__(self, store: Store, occasion: Occasion, *, force: bool) -> None:
        longest = replace(occasion.settings.memory, text_limit_bytes=LARGEST_TEXT_BYTES)
        self._settings = replace(occasion.settings, memory=longest)
        self._store, self._occasion, self._force = store, occasion, force
        self._notes: list[str] = []
        self._scopes: set[str] = set()
        self._handoffs: list[Handoff] = []
        self._differing: dict[Page, str] | None = None
        self._rows: list[int] = []

    def take(self, entry: ExportedPart) -> str:
        """Take in one part; returns what became of it. Raises Refused or UsageError for what is not let in."""
        part = entry.part
        if isinstance(part, CoreEntry):
            return self._take_core_entry(part)
        if isinstance(part, BufferEntry):
            return self._take_buffer_entry(part)
        return self._take_handoff(part)

    def end(self) -> None:
        """Note what the files of the pages are going to be; the last thing within the transaction."""
        if self._differing is not None:
            self._differing = expect_pages(self._store, self._occasion.settings.core)

    @property
    def notes(self) -> tuple[str, ...]:
        """What a person should know."""
        return tuple(self._notes)

    def write(self) -> Iterator[str]:
        """Write the files of what has changed, after the commit; gives what could not be written."""
        for scope in sorted(self._scopes):
            yield from map(str, write_buffer(self._store, scope))
        for handoff in self._handoffs:
            yield from map(str, write_handoff(self._store.folder, handoff))
        if self._differing is not None:
            yield from map(str, write_pages(self._store, self._differing))
        if self._rows:
            yield from map(str, write_mirrors(self._store, self._rows))

    # --- core pages

    def _take_core_entry(self, told: CoreEntry) -> str:
        if self._store.memories.is_purged(memory_id(told)):
            if not self._force:
                return ERASED
            self._store.memories.unmark_purged(memory_id(told))
        entry = self._admitted_entry(told)
        if self._differing is None:
            taken = take_in(self._store, self._occasion)
            self._differing = {}
            self._rows += taken.numbers
            self._notes += taken.notes
        entries = self._store.core_pages.entries()
        known = next((each for each in entries if each.id == entry.id), None)
        if known == entry or any(each.text == entry.text for each in on_page(entries, entry.page) if each != known):
            return UNCHANGED
        if not self._force and (
            has_left_since(self._store, entry) if known is None else known.last_used_at >= entry.last_used_at
        ):
            return KEPT_NEWER
        self._put(entry, known, entries)
        return "core_entries"

    def _put(self, entry: CoreEntry, known: CoreEntry | None, entries: list[CoreEntry]) -> None:
        """Place an entry where the known one stands, else last; where the page has no room it becomes a memory."""
        after = [entry if each is known else each for each in entries] if known else [*entries, entry]
        used = used_characters(each.text for each in on_page(after, entry.page))
        if used <= limit_of(entry.page, self._occasion.settings.core):
            self._store.core_pages.write(after)
            what = (
                Change(what="replaced", entry=entry, before=known.text) if known else Change(what="added", entry=entry)
            )
        elif known:
            self._notes.append(f"{entry.id} stays as it is: the page {entry.page} has no room for its newer text")
            return
        else:
            self._notes.append(f"{entry.id} became a memory: the page {entry.page} has no room for it")
            what = Change(what="demoted", entry=entry)
        self._rows += note_changes(self._store, [what], self._occasion)

    def _admitted_entry(self, entry: CoreEntry) -> CoreEntry:
        admitted = admit(entry.text, mask=True, settings=self._settings.memory)
        self._notes += [f"{entry.id}: {note}" for note in admitted.notes if admitted.text != entry.text]
        return replace(entry, text=admitted.text, flag=admitted.flag or entry.flag)

    # --- working memory and handoffs

    def _take_buffer_entry(self, told: BufferEntry) -> str:
        admitted = admit(told.text, mask=True, settings=self._settings.memory)
        self._notes += [f"{told.id}: {note}" for note in admitted.notes if admitted.text != told.text]
        entry = replace(told, text=admitted.text, flag=admitted.flag or told.flag, turn=self._store.buffers.next_turn())
        try:
            known = self._store.buffers.find(entry.id)
        except NotFound:
            known = None
        if known is not None and known.pushed_at >= entry.pushed_at and not self._force:
            return UNCHANGED if known.text == entry.text else KEPT_NEWER
        others = [each for each in self._store.buffers.of(entry.scope) if each != known]
        done = pushed(others, entry, room=self._occasion.settings.buffer.entries)
        self._store.buffers.put(done.entry)
        self._store.buffers.remove(done.evicted)
        self._scopes.add(entry.scope)
        self._notes += [
            f"{each.id} found no room in the buffer of {each.scope}: {shortened(each.text)}" for each in done.evicted
        ]
        return "buffer_entries"

    def _take_handoff(self, told: Handoff) -> str:
        leaving, flag, notes = admitted_leaving(told.leaving, self._settings, redact=True)
        handoff = replace(told, leaving=leaving, flag=flag or told.flag)
        try:
            known = self._store.handoffs.find(handoff.id)
        except NotFound:
            known = None
        if known is not None:
            if known.resumed_at is None and handoff.resumed_at is not None:
                self._store.handoffs.resume(known, by=handoff.resumed_by, now=handoff.resumed_at)
            return UNCHANGED
        self._notes += [f"{handoff.id}: {note}" for note in notes]
        self._store.handoffs.add(handoff)
        self._handoffs.append(handoff)
        return "handoffs"
