"""Markdown files and vaults of notes, Obsidian's among them: each list item and each section is a memory.

Headings and tags of the front matter and of the text become tags, links to other notes the words they show. A note is
an episode: like anything that was remembered once it fades unless it is used.
"""

from __future__ import annotations

import re
from functools import lru_cache

from hippo.core.lazy_pattern import lazily
from hippo.core.secrets import find_secrets
from hippo.core.value import replace
from hippo.importers.entries import Item, LeftOut
from hippo.importers.markdown_blocks import Kind, blocks
from hippo.importers.notes_head import moment_of, opened
from hippo.importers.sections import sections
from hippo.importers.visible import BY_HIPPO, visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from hippo.core.capture.turn import Unread
    from hippo.importers.entries import Lines, Source
    from hippo.importers.markdown_blocks import Block
    from hippo.importers.sections import Section

    Found = Iterator["Item | LeftOut | Unread"]

_CODE = lazily(r"(`+)(?:(?!\1).)+?\1(?!`)", re.DOTALL)
_LINK = lazily(r"!?\[\[(?! )([^\[\]|\n]+?)(?:\\?\|([^\[\]\n]+))?(?<! )\]\]")
_BLOCK_ID = lazily(r"[ \t]+\^(?=[0-9-]*[A-Za-z])[A-Za-z0-9-]{2,}[ \t]*$", re.MULTILINE)
_CALLOUT = lazily(r"\A[ \t]*>[ \t]*\[!\w+\][+-]?[ \t]*(.*)")
_TAG = lazily(r"(?:^|(?<=[\s(]))#([^\W\d_][\w/-]*[^\W_])(?![\w#])")
_DATE_NAME = lazily(r"(\d{4}-\d\d-\d\d)\b")
_COLOUR = lazily(r"[0-9a-fA-F]{3,8}\Z")


def read(source: Source) -> Found:
    """The notes in a file."""
    yield from read_lines(source.lines(), name=source.file_name)


def read_lines(lines: Lines, *, name: str = "", is_standing: bool = False) -> Found:
    """The notes in a document of this name."""
    document = Document(lines)
    head = document.head
    if head.text("id").startswith("mem_"):
        yield LeftOut(line=1, reason=BY_HIPPO)
        return
    if head.is_open:
        yield LeftOut(line=1, reason="a front matter without an end")
    dated = _DATE_NAME().match(name)
    happened = head.moment() or (moment_of(dated[1]) if dated else None)
    own = (*head.texts("tags"), *head.texts("tag"))
    for section in document.sections(shown):
        item = item_of(section, tags=(*own, *tags_in(section.text)), is_standing=is_standing)
        yield item if happened is None else replace(item, happened_at=happened)
    yield from document.passed


class Document:
    """A document as it is read: its front matter, then its sections; what is not taken of it is in `passed`."""

    def __init__(self, lines: Lines) -> None:
        self.passed: list[LeftOut | Unread] = []
        self.head, self._seen = opened(visible(lines))

    def lines(self) -> Iterator[tuple[int, str]]:
        """The lines below the front matter."""
        for each in self._seen:
            if isinstance(each, tuple):
                yield each
            else:
                self.passed.append(each)

    def sections(self, change: Callable[[Block], Block] | None = None) -> Iterator[Section]:
        """The texts that can be memories."""
        found = blocks(self.lines())
        yield from sections(found if change is None else map(change, found))


def item_of(section: Section, *, tags: Iterable[str] = (), is_standing: bool = False) -> Item:
    """A section as a memory, tagged with its headings."""
    named = filter(None, (*map(slug, section.headings), *tags))
    return Item(text=section.text, line=section.line, tags=tuple(dict.fromkeys(named)), is_standing=is_standing)


@lru_cache(maxsize=1024)
def slug(heading: str) -> str:
    """A heading as a tag: small letters, `-` between words; nothing for a date, nor for one that holds a secret."""
    if _DATE_NAME().match(heading) or find_secrets(heading):
        return ""
    bare = _LINK().sub(lambda link: link[2] or link[1], heading)
    return re.sub(r"[^\w/.+#]+", "-", bare.lower()).strip("-_/.")


def tags_in(text: str) -> list[str]:
    """The tags that stand in a text as `#tag`, outside of code."""
    if "#" not in text:
        return []
    bare = _CODE().sub(" ", text) if "`" in text else text
    return [tag for tag in _TAG().findall(bare) if not _COLOUR().match(tag)]


def shown(block: Block) -> Block:
    """A block as Obsidian shows it: links as their words, callouts as text, marks of blocks left out."""
    if block.kind is Kind.FENCE or not ("[" in block.text or "^" in block.text or "::" in block.text):
        return block
    text, kind = block.text, block.kind
    callout = _CALLOUT().match(text) if kind is Kind.QUOTE else None
    if callout:
        lines = [callout[1], *(re.sub(r"^[ \t]*>[ \t]?", "", line) for line in text.split("\n")[1:])]
        text = "\n".join(line for line in lines if line)
    return replace(block, text=_outside_code(text))


def _outside_code(text: str) -> str:
    parts: list[str] = []
    begin = 0
    for code in _CODE().finditer(text):
        parts += [_plain(text[begin : code.start()]), code[0]]
        begin = code.end()
    return "".join([*parts, _plain(text[begin:])]).strip("\n")


def _plain(text: str) -> str:
    text = _LINK().sub(lambda link: link[2] or link[1].replace("#", " > "), text)
    return _BLOCK_ID().sub("", text)
