"""The core pages in a context.

Within one session they are the same bytes each time, so that what a model has cached of its prompt stays good: the
session's first context keeps them. Only a limit that is smaller than before can shorten them.
"""

from __future__ import annotations

from hippo.core.light_json import parsed, written
from hippo.errors import HippoError
from hippo.services.context_block import Item, Part

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from hippo.services.occasion import Occasion
    from hippo.store.store import Store

    #: The heading of each page, and its texts.
    Pages = list[tuple[str, list[str]]]

#: How long keeping the pages waits for a writer, in seconds (chosen: the next context can keep them as well).
_WAIT_SECONDS = 0.25
_HEADINGS = {"memory": "Always to know here", "user": "Always to know of the person you work for"}


def core_parts(stores: Sequence[Store], occasion: Occasion, *, refresh: bool) -> list[Part]:
    """The pages as the session saw them first, else as they are; the newest entries come first if there is no room."""
    session = occasion.actor.session
    pages = None if refresh or not session else _frozen(stores[0], session)
    if pages is None:
        pages = _live(stores)
        if session and pages:
            _freeze(stores[0], session, pages, occasion)
    return [
        Part(
            name="core entry",
            heading=f"{heading}:",
            items=tuple(Item(text=text) for text in texts),
            order=tuple(reversed(range(len(texts)))),
        )
        for heading, texts in pages
    ]


def _live(stores: Sequence[Store]) -> Pages:
    pages: Pages = []
    for store in stores:
        where = "" if store.scope == "local" else f" ({store.scope})"
        entries = [each for each in store.core_pages.entries() if not each.flag]
        for page, heading in _HEADINGS.items():
            texts = [each.text for each in entries if each.page == page]
            if texts:
                pages.append((heading + where, texts))
    return pages


def _frozen(store: Store, session: str) -> Pages | None:
    kept = store.core_pages.frozen(session)
    return None if kept is None else [(heading, texts) for heading, texts in parsed(kept)]


def _freeze(store: Store, session: str, pages: Pages, occasion: Occasion) -> None:
    """Keep the pages for the session; a store that is busy or cannot be written spoils no context."""
    try:
        with store.transaction(wait_seconds=_WAIT_SECONDS):
            store.core_pages.freeze(session, written(pages), now=occasion.now)
    except HippoError:
        return
