"""What a person did to a page's file, as changes of its entries.

An entry that stands in the file keeps its id. Of those that do not, each is taken for the new text that looks most like
it, if one does; else it was removed, and a text that is left over is new.
"""

from __future__ import annotations

from hippo.core.identity import identity
from hippo.core.page_edits import Change, Edited
from hippo.core.page_match import folded, likeness
from hippo.core.pages import ID_PREFIX, CoreEntry, on_page
from hippo.core.value import replace, value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from hippo.core.pages import Page

#: Likeness from which a new text is an old one, changed (difflib calls .6 a close match).
_CLOSE = 0.6


@value
class Written:
    """A text of the file as the door let it in."""

    text: str
    flag: str = ""


def rewritten(
    entries: Sequence[CoreEntry],
    page: Page,
    texts: Sequence[Written],
    *,
    now: datetime,
    new_id: Callable[[], str],
) -> Edited:
    """All entries, those of one page being what its file says, in the file's order."""
    before = on_page(entries, page)
    unclaimed = {identity(each.text): each for each in before}
    wanted = list({identity(each.text): each for each in texts}.items())
    claimed = {key: unclaimed.pop(key) for key, _ in wanted if key in unclaimed}
    after: list[CoreEntry] = []
    changes: list[Change] = []
    for key, written in wanted:
        known = claimed.get(key)
        if known is not None:
            after.append(known)
            continue
        former = _closest(written.text, unclaimed)
        if former is None:
            entry = _new(page, written, now, new_id)
            changes.append(Change(what="added", entry=entry))
        else:
            old = unclaimed.pop(former)
            entry = replace(old, text=written.text, flag=written.flag, uses=old.uses + 1, last_used_at=now)
            changes.append(Change(what="replaced", entry=entry, before=old.text))
        after.append(entry)
    changes += [Change(what="removed", entry=each) for each in unclaimed.values()]
    others = [each for each in entries if each.page is not page]
    return Edited(entries=(*others, *after), changes=tuple(changes))


def _new(page: Page, written: Written, now: datetime, new_id: Callable[[], str]) -> CoreEntry:
    return CoreEntry(
        id=ID_PREFIX + new_id().partition("_")[2],
        page=page,
        text=written.text,
        flag=written.flag,
        created_at=now,
        last_used_at=now,
    )


def _closest(text: str, unclaimed: dict[str, CoreEntry]) -> str | None:
    """The identity of the entry that a text most likely was."""
    alike = {key: likeness(folded(text), folded(each.text)) for key, each in unclaimed.items()}
    best = max(alike, key=lambda key: alike[key], default=None)
    return best if best is not None and alike[best] >= _CLOSE else None
