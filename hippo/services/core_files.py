"""Taking in what a person, or another clone, wrote in the files of the core pages."""

from __future__ import annotations

from hippo.core.page_by_hand import Written, rewritten
from hippo.core.value import replace, value
from hippo.errors import HippoError, Refused
from hippo.services.core_archive import memory_id, note_changes
from hippo.services.door import admit
from hippo.services.occasion import Occasion
from hippo.store.core_mirrors import FILES, changed_at, edited_page, expect_pages, has_pages, write_pages
from hippo.store.events import Actor
from hippo.store.mirror_folder import MirrorTrouble, UnreadableMirror

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from hippo.core.page_edits import Change, Edited
    from hippo.core.pages import Page
    from hippo.core.settings import Settings
    from hippo.store.store import Store


@value
class TakenIn:
    """What the files changed, the rows of memories that this archived, and what a person should know."""

    changes: tuple[Change, ...] = ()
    numbers: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()
    troubles: tuple[MirrorTrouble, ...] = ()


class _BrokenPage(Refused):
    """The file of a page holds what the door does not let in."""

    code = "broken-page"

    def __init__(self, file: str, reason: str) -> None:
        super().__init__(f"{file}: {reason}", hint="mend the file first; nothing was changed")
        self.file = file
        self.reason = reason


def take_in(store: Store, occasion: Occasion) -> TakenIn:
    """Make the pages what their files say, where these were edited. The caller holds the transaction.

    What a page loses is archived. Raises Refused for a file with a text that the door does not let in.
    """
    taken = TakenIn()
    for page in FILES:
        texts = _texts(store, page)
        if texts is None:
            continue
        notes: list[str] = []
        written = [_admitted(page, text, occasion, notes) for text in texts]
        before = store.core_pages.entries()
        after = rewritten(before, page, written, now=occasion.now, new_id=occasion.new_id)
        if after.entries != tuple(before):
            store.core_pages.write(after.entries)
        taken = _together(taken, page, after, note_changes(store, after.changes, occasion), notes)
    return taken


def read_pages(store: Store, settings: Settings) -> list[str]:
    """Fill the pages of a new store from their files; returns what a person should know.

    The caller holds the transaction. The actor is the file, the time that of its last change.
    """
    if not has_pages(store.folder):
        return []
    occasion = Occasion(now=changed_at(store.folder), actor=Actor(name="mirror"), settings=settings)
    try:
        return [*take_in(store, occasion).notes]
    except _BrokenPage as error:
        return [error.message]


def sync_pages(store: Store, occasion: Occasion) -> TakenIn:
    """Bring pages and files together, in a transaction of its own; a file that cannot be taken in stays as it is."""
    try:
        with store.transaction():
            taken = take_in(store, occasion)
            differing = expect_pages(store, occasion.settings.core)
    except _BrokenPage as error:
        return TakenIn(troubles=(MirrorTrouble(name=error.file, reason=error.reason),))
    return replace(taken, troubles=tuple(write_pages(store, differing)))


def erase_entries(store: Store, memory_ids: Collection[str], occasion: Occasion) -> list[str]:
    """Take erased memories off the pages, and out of what sessions saw; returns what could not be written."""
    differing: dict[Page, str] = {}
    try:
        with store.transaction():
            store.core_pages.thaw(None)
            if any(memory_id(each) in memory_ids for each in store.core_pages.entries()):
                take_in(store, occasion)
                left = [each for each in store.core_pages.entries() if memory_id(each) not in memory_ids]
                store.core_pages.write(left)
                differing = expect_pages(store, occasion.settings.core)
    except _BrokenPage as error:
        return [f"the core pages were left as they are: {error.message}"]
    return [*map(str, write_pages(store, differing))]


def _together(taken: TakenIn, page: Page, after: Edited, numbers: Sequence[int], notes: Sequence[str]) -> TakenIn:
    told = [f"{change.what} by hand in {FILES[page]}: {change.entry.id}" for change in after.changes]
    return replace(
        taken,
        changes=(*taken.changes, *after.changes),
        numbers=(*taken.numbers, *numbers),
        notes=(*taken.notes, *told, *notes),
    )


def _texts(store: Store, page: Page) -> list[str] | None:
    try:
        return edited_page(store, page)
    except UnreadableMirror as error:
        raise _BrokenPage(FILES[page], str(error)) from error


def _admitted(page: Page, text: str, occasion: Occasion, notes: list[str]) -> Written:
    try:
        admitted = admit(text, mask=True, settings=occasion.settings.memory)
    except HippoError as error:
        raise _BrokenPage(FILES[page], error.message) from error
    notes += [f"{FILES[page]}: {note}" for note in admitted.notes]
    return Written(text=admitted.text, flag=admitted.flag)
