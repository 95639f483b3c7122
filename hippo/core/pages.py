"""The core pages: two short lists of entries that are always in context, and never more than fits.

A page is counted as it stands in its file: its entries, and the three characters of a line `§` between two of them.
Headers and escapes are not counted.
"""

from __future__ import annotations

from hippo.core.choice import Choice
from hippo.core.value import value
from hippo.errors import NotFound, Refused, shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from hippo.core.settings import CoreSettings

ID_PREFIX = "cor_"
#: Characters between two entries.
GAP = 3
#: From this share of its limit on a page is called nearly full.
NEARLY_FULL = 0.8


class Page(Choice):
    """What an agent must always know: of this work, and of the person it works for."""

    MEMORY = "memory"
    USER = "user"


@value
class CoreEntry:
    """One entry of a page. `uses` counts how often it was said again, changed, or used as the memory it was before."""

    id: str
    page: Page
    text: str
    flag: str = ""
    uses: int = 0
    created_at: datetime
    last_used_at: datetime


class PageFull(Refused):
    """A page would have more characters than it may."""

    code = "page-full"

    def __init__(self, page: Page, entries: Sequence[CoreEntry], *, used: int, limit: int, after: int) -> None:
        going = could_go(entries, after - limit)
        super().__init__(
            f"the page {page} would have {after:,} of {limit:,} characters, {after - limit:,} too many;"
            " nothing was changed",
            hint=f"`hippo core remove ID` makes room, --demote moves what is least used out; could go: {_named(going)}",
            page=page,
            used=used,
            limit=limit,
            needed=after - limit,
            entries=[_told(each) for each in entries],
            could_go=[each.id for each in going],
        )


class EntryNotFound(NotFound):
    """No entry of the pages is meant by a text."""

    code = "entry-not-found"

    def __init__(self, match: str, nearest: Sequence[CoreEntry]) -> None:
        near = f"the nearest: {_named(nearest)}" if nearest else "the pages are empty"
        super().__init__(f"no entry matches {shortened(match)!r}", hint=near, nearest=[_told(each) for each in nearest])


class AmbiguousEntry(NotFound):
    """Several entries are meant by a text."""

    code = "ambiguous-entry"

    def __init__(self, match: str, candidates: Sequence[CoreEntry]) -> None:
        super().__init__(
            f"{shortened(match)!r} matches {len(candidates)} entries: {_named(candidates)}",
            hint="name one by its id, or by more of its text",
            candidates=[_told(each) for each in candidates],
        )


def limit_of(page: Page, settings: CoreSettings) -> int:
    """The characters that a page may have."""
    return settings.memory_characters if page is Page.MEMORY else settings.user_characters


def used_characters(texts: Iterable[str]) -> int:
    """The characters that a page with these entries has."""
    sizes = [len(text) + GAP for text in texts]
    return sum(sizes) - GAP if sizes else 0


def on_page(entries: Iterable[CoreEntry], page: Page) -> list[CoreEntry]:
    """The entries of one page, in their order."""
    return [each for each in entries if each.page is page]


def could_go(entries: Sequence[CoreEntry], needed: int) -> list[CoreEntry]:
    """The entries that would make room for so many characters, the least used first, of equals the longest unused."""
    going: list[CoreEntry] = []
    for each in sorted(entries, key=lambda entry: (entry.uses, entry.last_used_at)):
        if needed <= 0:
            break
        going.append(each)
        needed -= len(each.text) + GAP
    return going


def _named(entries: Sequence[CoreEntry]) -> str:
    return "; ".join(f"{each.id} {shortened(' '.join(each.text.split()), 48)!r}" for each in entries)


def _told(entry: CoreEntry) -> dict[str, object]:
    return {"id": entry.id, "page": entry.page, "text": entry.text, "characters": len(entry.text)}
