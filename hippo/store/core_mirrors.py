"""The core pages as Markdown files below `core/`, which people edit.

A fact of the store holds two checksums for each page: of the file as it was when the page was last written, and of the
file that was to take its place. A file that has either was not touched since, also if a process was killed between the
commit and the writing; any other one holds a person's edits, or those of another clone.
"""

from __future__ import annotations

import os
import zlib
from datetime import UTC, datetime

from hippo.adapters import files
from hippo.clock import in_milliseconds
from hippo.core.merge_marks import is_unresolved
from hippo.core.page_text import rendered_page, split
from hippo.core.pages import Page, limit_of, on_page
from hippo.errors import HippoError, StoreError
from hippo.store.mirror_folder import (
    LINK,
    UNRESOLVED,
    UnreadableMirror,
    is_blank,
    is_link,
    read_mirror,
    text_of,
    trouble_with,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hippo.core.settings import CoreSettings
    from hippo.store.mirror_folder import MirrorTrouble
    from hippo.store.store import Store

FILES = {Page.MEMORY: "core/MEMORY.md", Page.USER: "core/USER.md"}

#: Entries that a file may have (chosen: each is compared with those that it may be a change of).
_MOST_ENTRIES = 1000


def edited_page(store: Store, page: Page) -> list[str] | None:
    """The texts that a page's file holds if they are others than the store's; None too for one that is blank or gone.

    Raises UnreadableMirror for a link, for a file that is no text, and for one with an unresolved merge.
    """
    name = FILES[page]
    if is_link(store.folder, os.path.dirname(name)):
        raise UnreadableMirror(LINK)
    if not os.path.lexists(os.path.join(store.folder, name)):
        return None
    content = text_of(read_mirror(store.folder, name))
    if is_blank(content.encode()) or _checksum(content) in store.facts.get(_fact(page)).split():
        return None
    if is_unresolved(content, known=""):
        raise UnreadableMirror(UNRESOLVED)
    texts = split(content)
    if len(texts) > _MOST_ENTRIES:
        raise UnreadableMirror(f"it has {len(texts):,} entries, no page has more than {_MOST_ENTRIES:,}")
    return None if texts == [each.text for each in on_page(store.core_pages.entries(), page)] else texts


def has_pages(folder: str) -> bool:
    """Whether the file of any page is there."""
    return any(_is_there(folder, name) for name in FILES.values())


def changed_at(folder: str) -> datetime:
    """When the files of the pages were last changed, by the file system's word."""
    seconds = (os.path.getmtime(os.path.join(folder, name)) for name in FILES.values() if _is_there(folder, name))
    return in_milliseconds(datetime.fromtimestamp(max(seconds), UTC))


def expect_pages(store: Store, settings: CoreSettings) -> dict[Page, str]:
    """Note what the files are and what they are going to be; the files to write. Within the transaction.

    An empty page needs no file.
    """
    differing: dict[Page, str] = {}
    entries = store.core_pages.entries()
    for page, name in FILES.items():
        texts = [each.text for each in on_page(entries, page)]
        wanted = rendered_page(page, texts, limit_of(page, settings))
        found = files.read_text(os.path.join(store.folder, name))
        store.facts.set(_fact(page), f"{_checksum(found or '')} {_checksum(wanted)}")
        if found != wanted and (texts or found is not None):
            differing[page] = wanted
    return differing


def write_pages(store: Store, differing: dict[Page, str]) -> list[MirrorTrouble]:
    """Write the files that differ, after the commit; returns what could not be written."""
    troubles = []
    for page, content in differing.items():
        path = os.path.join(store.folder, FILES[page])
        try:
            if is_link(store.folder, os.path.dirname(FILES[page])):
                raise StoreError(LINK)
            files.make_private_folder(os.path.dirname(path))
            files.write_whole(path, content.encode("utf-8", "replace"))
        except (OSError, HippoError) as error:
            troubles.append(trouble_with(FILES[page], error))
    return troubles


def _is_there(folder: str, name: str) -> bool:
    return os.path.isfile(os.path.join(folder, name))


def _fact(page: Page) -> str:
    return f"core_{page}_file"


def _checksum(content: str) -> str:
    return f"{zlib.crc32(content.encode('utf-8', 'surrogatepass')):08x}"
