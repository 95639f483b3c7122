"""What can be read by its address: a memory, and the core pages."""

from __future__ import annotations

from hippo.core.pages import Page
from hippo.core.value import value
from hippo.errors import NotFound, shortened
from hippo.services import core_pages
from hippo.services.inspect import inspect
from hippo.services.plain import document

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hippo.mcp.desk import Desk

_MEMORY = "hippo://memory/"
_PAGE = "hippo://core/"


@value
class Resource:
    """Something that can be read, as clients list it; in a template `uri` has a part in braces."""

    uri: str
    name: str
    title: str
    description: str
    mime_type: str


@value
class Content:
    """A text and what it is written in."""

    text: str
    mime_type: str


class ResourceNotFound(NotFound):
    """Nothing has the address."""

    code = "resource-not-found"

    def __init__(self, uri: str) -> None:
        super().__init__(
            f"nothing has the address {shortened(uri)!r}", hint=f"try {_PAGE}memory, {_PAGE}user or {_MEMORY}ID"
        )


PAGES = (
    Resource(
        uri=f"{_PAGE}{Page.MEMORY}",
        name="core-memory",
        title="Core page: memory",
        description="What every session must know about this project.",
        mime_type="text/markdown",
    ),
    Resource(
        uri=f"{_PAGE}{Page.USER}",
        name="core-user",
        title="Core page: user",
        description="How the person wants to work.",
        mime_type="text/markdown",
    ),
)
MEMORIES = Resource(
    uri=f"{_MEMORY}{{id}}",
    name="memory",
    title="One memory",
    description="A memory with its strength now, what it is tied to and its history; looking strengthens nothing.",
    mime_type="application/json",
)


def content(desk: Desk, uri: str) -> Content:
    """What stands at an address. Raises ResourceNotFound, MemoryNotFound or AmbiguousId, NoStore."""
    if uri in {each.uri for each in PAGES}:
        return Content(text=_page(desk, Page(uri.removeprefix(_PAGE))), mime_type=PAGES[0].mime_type)
    if not uri.startswith(_MEMORY):
        raise ResourceNotFound(uri)
    import json

    stores = desk.stores()
    found = inspect(stores, uri.removeprefix(_MEMORY), occasion=desk.occasion())
    return Content(text=json.dumps(document(found, desk.notes), ensure_ascii=False), mime_type=MEMORIES.mime_type)


def _page(desk: Desk, page: Page) -> str:
    """The entries of a page, without those that are kept out of every context."""
    stores = desk.stores()
    pages, _ = core_pages.show(stores, occasion=desk.occasion())
    entries = [entry.text for each in pages if each.page is page for entry in each.entries if not entry.flag]
    return "".join(f"- {text.replace(chr(10), chr(10) + '  ')}\n" for text in entries)
