"""The core pages: showing them, and changing them by several operations at once."""

from __future__ import annotations

from contextlib import contextmanager

from hippo.core.page_edits import Change, Operation, edited
from hippo.core.pages import NEARLY_FULL, CoreEntry, Page, limit_of, on_page, used_characters
from hippo.core.value import value
from hippo.errors import Refused
from hippo.services.approval import require_person
from hippo.services.core_archive import note_changes
from hippo.services.core_files import sync_pages, take_in
from hippo.services.door import admit
from hippo.services.writing import writing
from hippo.store.core_mirrors import FILES, edited_page, expect_pages, write_pages
from hippo.store.mirror_folder import UnreadableMirror
from hippo.store.mirrors import write_mirrors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from hippo.core.settings import CoreSettings
    from hippo.services.occasion import Occasion
    from hippo.store.store import Store


@value
class ShownPage:
    """A page with its entries, and how many of its characters they use."""

    page: Page
    scope: str
    file: str
    used: int
    limit: int
    entries: tuple[CoreEntry, ...]


@value
class Changed:
    """What became of the entries, and the pages as they are now."""

    changes: tuple[Change, ...]
    pages: tuple[ShownPage, ...]
    notes: tuple[str, ...] = ()


class OrdersRefused(Refused):
    """A text for a core page could command an agent."""

    code = "orders"


def show(stores: Sequence[Store], *, occasion: Occasion) -> tuple[tuple[ShownPage, ...], tuple[str, ...]]:
    """The pages of all stores, and what was taken in from files that had been edited."""
    pages: list[ShownPage] = []
    notes: list[str] = []
    for store in stores:
        notes += _take_in_edits(store, occasion)
        pages += _pages(store, occasion.settings.core)
    return tuple(pages), tuple(notes)


def change(
    store: Store,
    operations: Sequence[Operation],
    *,
    occasion: Occasion,
    redact: bool = False,
    demote: bool = False,
) -> Changed:
    """Carry out all operations or none; edits of the files are taken in before.

    What is removed is archived, what only makes room becomes a semantic memory. Raises what `core.page_edits.edited`
    and the door raise, and OrdersRefused.
    """
    require_person(occasion, "change a core page")
    with changing(store, occasion, redact=redact, demote=demote) as work:
        work.carry_out(operations)
    return work.done()


@contextmanager
def changing(store: Store, occasion: Occasion, *, redact: bool = False, demote: bool = False) -> Iterator[Work]:
    """One transaction that changes the pages, perhaps among other things; `done` of what it gives writes the files."""
    work = Work(store, occasion, redact=redact, demote=demote)
    with writing(store, occasion):
        work.begin()
        yield work
        work.end()


class Work:
    """Changes of the pages in the making."""

    def __init__(self, store: Store, occasion: Occasion, *, redact: bool, demote: bool) -> None:
        self.numbers: list[int] = []
        self._store, self._occasion = store, occasion
        self._redact, self._demote = redact, demote
        self._changes: list[Change] = []
        self._notes: list[str] = []
        self._differing: dict[Page, str] = {}

    def begin(self) -> None:
        """Take in what was edited by hand."""
        taken = take_in(self._store, self._occasion)
        self.numbers += taken.numbers
        self._notes += taken.notes

    def carry_out(self, operations: Sequence[Operation], *, new_id: Callable[[], str] | None = None) -> None:
        """Do all operations, as if they were one."""
        after = edited(
            self._store.core_pages.entries(),
            operations,
            now=self._occasion.now,
            new_id=new_id or self._occasion.new_id,
            door=_door(self._occasion, self._redact, self._notes),
            settings=self._occasion.settings.core,
            demote=self._demote,
        )
        self._store.core_pages.write(after.entries)
        self._changes += after.changes
        self.numbers += note_changes(self._store, after.changes, self._occasion)

    def end(self) -> None:
        """Note what the files are going to be."""
        self._differing = expect_pages(self._store, self._occasion.settings.core)

    def done(self) -> Changed:
        """Write the files, after the commit."""
        troubles = write_pages(self._store, self._differing)
        troubles += write_mirrors(self._store, self.numbers) if self.numbers else []
        pages = tuple(_pages(self._store, self._occasion.settings.core))
        touched = {each.entry.page for each in self._changes}
        notes = [_fullness(each) for each in pages if each.page in touched and each.used >= NEARLY_FULL * each.limit]
        return Changed(changes=tuple(self._changes), pages=pages, notes=(*self._notes, *notes, *map(str, troubles)))


def _door(occasion: Occasion, redact: bool, notes: list[str]) -> Callable[[str], str]:
    """What lets a text into a page, or not."""

    def door(text: str) -> str:
        admitted = admit(text, mask=redact, settings=occasion.settings.memory)
        if admitted.flag:
            raise OrdersRefused(
                f"the text could command an agent ({admitted.flag}); nothing was changed",
                hint="say it as a fact; `hippo remember` keeps it as it is, out of every context",
            )
        notes.extend(admitted.notes)
        return admitted.text

    return door


def _take_in_edits(store: Store, occasion: Occasion) -> tuple[str, ...]:
    """Look whether a file was edited before anything is locked: showing the pages must not wait for a writer."""
    try:
        if all(edited_page(store, page) is None for page in FILES):
            return ()
    except UnreadableMirror:
        pass
    taken = sync_pages(store, occasion)
    troubles = write_mirrors(store, taken.numbers) if taken.numbers else []
    return (*taken.notes, *map(str, (*taken.troubles, *troubles)))


def _pages(store: Store, settings: CoreSettings) -> Iterator[ShownPage]:
    entries = store.core_pages.entries()
    for page, file in FILES.items():
        own = on_page(entries, page)
        yield ShownPage(
            page=page,
            scope=store.scope,
            file=file,
            used=used_characters(each.text for each in own),
            limit=limit_of(page, settings),
            entries=tuple(own),
        )


def _fullness(page: ShownPage) -> str:
    return f"the page {page.page} is {page.used * 100 // page.limit}% full: {page.used:,} of {page.limit:,} characters"
