"""Changing the core pages: several operations on all entries, judged by what the pages are at the end.

Pure: the entries before and the operations give the entries after, with what became of each, or an error and
nothing.
"""

from __future__ import annotations

from enum import StrEnum

from hippo.core.identity import identity
from hippo.core.page_match import resolved
from hippo.core.pages import ID_PREFIX, CoreEntry, Page, PageFull, could_go, limit_of, on_page, used_characters
from hippo.core.value import replace, value
from hippo.errors import NotFound

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from hippo.core.settings import CoreSettings


class Verb(StrEnum):
    """What an operation does to a page."""

    ADD = "add"
    REPLACE = "replace"
    REMOVE = "remove"


@value
class Operation:
    """One change. `part` is what `text` takes the place of inside an entry; without it, of the entry as a whole."""

    verb: Verb
    text: str = ""
    match: str = ""
    part: str | None = None
    page: Page | None = None


@value
class Change:
    """What became of one entry: `added`, `kept` (it was there already), `replaced`, `removed`, `demoted`."""

    what: str
    entry: CoreEntry
    before: str = ""


@value
class Edited:
    """The pages after all operations, and what was done to them."""

    entries: tuple[CoreEntry, ...]
    changes: tuple[Change, ...]


def edited(
    entries: Sequence[CoreEntry],
    operations: Sequence[Operation],
    *,
    now: datetime,
    new_id: Callable[[], str],
    door: Callable[[str], str],
    settings: CoreSettings,
    demote: bool = False,
) -> Edited:
    """The pages after the operations, all or none.

    `door` makes of a whole text what may be stored, or raises. With `demote` the least used of the other entries leave
    a page until it fits. Raises EntryNotFound, AmbiguousEntry, NotFound for a part that an entry does not have once,
    PageFull.
    """
    work = _Work(entries, now, new_id, door)
    for operation in operations:
        work.carry_out(operation)
    for page in Page:
        work.fit(page, limit_of(page, settings), demote=demote)
    return Edited(entries=tuple(work.entries), changes=tuple(work.changes))


class _Work:
    """The pages in the making."""

    def __init__(
        self, entries: Sequence[CoreEntry], now: datetime, new_id: Callable[[], str], door: Callable[[str], str]
    ) -> None:
        self.before = list(entries)
        self.entries = list(entries)
        self.changes: list[Change] = []
        self._now = now
        self._new_id = new_id
        self._door = door

    def carry_out(self, operation: Operation) -> None:
        if operation.verb is Verb.ADD:
            self._add(operation)
            return
        known = on_page(self.entries, operation.page) if operation.page else self.entries
        entry = resolved(operation.match, known)
        if operation.verb is Verb.REMOVE:
            self.entries.remove(entry)
            self.changes.append(Change(what="removed", entry=entry))
        else:
            self._replace(entry, operation)

    def fit(self, page: Page, limit: int, *, demote: bool) -> None:
        """Make a page fit, or say why it does not; one that a person made too long may stay so, but not grow."""
        entries = on_page(self.entries, page)
        used = used_characters(each.text for each in on_page(self.before, page))
        after = used_characters(each.text for each in entries)
        if after <= limit or after <= used:
            return
        touched = {change.entry.id for change in self.changes}
        others = [each for each in entries if each.id not in touched]
        going = could_go(others, after - limit) if demote else []
        if used_characters(each.text for each in entries if each not in going) > limit:
            raise PageFull(page, on_page(self.before, page), used=used, limit=limit, after=after)
        for each in going:
            self.entries.remove(each)
            self.changes.append(Change(what="demoted", entry=each))

    def _add(self, operation: Operation) -> None:
        page, text = operation.page or Page.MEMORY, self._door(operation.text)
        twin = self._twin(text, page)
        if twin is not None:
            self._put(twin, replace(twin, uses=twin.uses + 1, last_used_at=self._now), "kept")
            return
        entry = CoreEntry(
            id=ID_PREFIX + self._new_id().partition("_")[2],
            page=page,
            text=text,
            created_at=self._now,
            last_used_at=self._now,
        )
        self.entries.append(entry)
        self.changes.append(Change(what="added", entry=entry))

    def _replace(self, entry: CoreEntry, operation: Operation) -> None:
        whole = operation.text if operation.part is None else _with_part(entry, operation.part, operation.text)
        text = self._door(whole)
        twin = self._twin(text, entry.page)
        if twin is not None and twin is not entry:
            self.entries.remove(entry)
            self.changes.append(Change(what="removed", entry=entry))
            return
        after = replace(entry, text=text, flag="", uses=entry.uses + 1, last_used_at=self._now)
        self._put(entry, after, "replaced")

    def _put(self, entry: CoreEntry, after: CoreEntry, what: str) -> None:
        self.entries[self.entries.index(entry)] = after
        self.changes.append(Change(what=what, entry=after, before=entry.text))

    def _twin(self, text: str, page: Page) -> CoreEntry | None:
        same = identity(text)
        return next((each for each in on_page(self.entries, page) if identity(each.text) == same), None)


def _with_part(entry: CoreEntry, part: str, text: str) -> str:
    """The entry's text with the one place of a part replaced; everything around stays byte for byte."""
    count = entry.text.count(part) if part else 0
    if count != 1:
        times = f"{count} times" if count else "not"
        raise NotFound(f"{part!r} stands {times} in {entry.id}", hint="name a part that stands there once")
    return entry.text.replace(part, text)
