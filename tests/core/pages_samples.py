"""Entries of core pages for tests, and strategies that make them."""

from __future__ import annotations

from hypothesis import strategies as st

from hippo.core.hygiene import clean_text
from hippo.core.pages import CoreEntry, Page
from hippo.errors import UsageError
from tests.support import NOON

PIECES = (
    "the valve",
    " opens",
    "\n",
    "§",
    "\n§\n",
    "\\§",
    "\n\\\\§\n",
    "<!-- hippo",
    " -->",
    "# head",
    "- item",
    "阀门",
    "  ",
)


def entry(text: str, number: int = 1, page: Page = Page.MEMORY, uses: int = 0) -> CoreEntry:
    """An entry with a number for an id."""
    return CoreEntry(id=f"cor_{number:012x}", page=page, text=text, uses=uses, created_at=NOON, last_used_at=NOON)


def entries(*texts: str) -> list[CoreEntry]:
    """Entries of the page `memory`, numbered from 1."""
    return [entry(text, number) for number, text in enumerate(texts, start=1)]


def _clean(text: str) -> str:
    try:
        return clean_text(text)
    except UsageError:
        return "x"


#: Texts as the door lets them in.
texts = st.lists(st.sampled_from(PIECES), min_size=1, max_size=8).map("".join).map(_clean)
