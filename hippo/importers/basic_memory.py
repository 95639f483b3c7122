"""Notes of basic-memory: Markdown with observations (`- [kind] text`) and relations (`- kind [[Note]]`)."""

from __future__ import annotations

import re

from hippo.core.lazy_pattern import lazily
from hippo.core.value import replace
from hippo.importers.markdown import Document, item_of, shown, tags_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hippo.importers.entries import Source
    from hippo.importers.markdown import Found
    from hippo.importers.sections import Section

_OBSERVATION = lazily(r"\[([^\[\]\n()]{2,64})\][ \t]+(?=\S)(.*)", re.DOTALL)
_RELATION = lazily(r"([\w -]{1,64}?)[ \t]+\[\[([^\[\]\n]+)\]\](.*)", re.DOTALL)
_CLAIM = lazily(r"^[-*][ \t]+\[[a-z][\w -]+\][ \t]+\S", re.MULTILINE | re.IGNORECASE)
_SECTION = lazily(r"^##[ \t]+Observations\b", re.MULTILINE)


def claims(head: str) -> bool:
    """Whether a text is a note of basic-memory."""
    has_permalink = head.startswith("---") and "\npermalink:" in head
    return (has_permalink or bool(_SECTION().search(head))) and bool(_CLAIM().search(head))


def read(source: Source) -> Found:
    """The observations and relations of a note, and its other sections."""
    document = Document(source.lines())
    title = document.head.text("title") or source.file_name.removesuffix(".md")
    happened, own = document.head.moment(), document.head.texts("tags")
    for section in document.sections():
        text, tags = _fact(section, title)
        item = item_of(section, tags=(*own, *tags, *tags_in(text)), is_standing=True)
        kept = tuple(tag for tag in item.tags if tag not in ("observations", "relations"))
        yield replace(item, text=text, tags=kept, happened_at=happened)
    yield from document.passed


def _fact(section: Section, title: str) -> tuple[str, tuple[str, ...]]:
    """What a section says in words, and the tag that it brings."""
    text = section.text
    heading = section.headings[-1].lower() if section.headings else ""
    observation = _OBSERVATION().match(text)
    if observation and heading != "relations":
        return _shown(observation[2]), (observation[1].strip().lower(),)
    relation = _RELATION().match(text)
    if relation and heading == "relations":
        return f"{title} {relation[1].strip().replace('_', ' ')} {relation[2]}{relation[3]}".strip(), ()
    return _shown(text), ()


def _shown(text: str) -> str:
    from hippo.importers.markdown_blocks import Block, Kind

    return shown(Block(kind=Kind.TEXT, text=text, line=1)).text
