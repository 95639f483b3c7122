"""What agents keep for themselves in Markdown: Claude Code's memory folder, OpenClaw's workspace, Codex's summary.

Their facts stand, as rules do; a day's notes and a section of recent work are episodes.
"""

from __future__ import annotations

import re

from hippo.core.lazy_pattern import lazily
from hippo.core.value import replace
from hippo.importers.entries import Item, LeftOut
from hippo.importers.markdown import Document, item_of, read_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hippo.importers.entries import Source
    from hippo.importers.markdown import Found

_TYPES = ("user", "feedback", "project", "reference")
_FACT = lazily(rf"\A---\n(?:[^\n]*\n)*?[ \t]*type:[ \t]*[\"']?(?:{'|'.join(_TYPES)})\b")
_INDEX_LINE = lazily(r"\[[^\]\n]*\]\([^)\s]+\.md\)")
_WORKSPACE = lazily(r"(?:\A|/)(?:memory|user|identity)\.md\Z", re.IGNORECASE)
_DAY = lazily(r"(?:\A|/)memory/\d{4}-\d\d-\d\d[\w-]*\.md\Z")
_SUMMARY = lazily(r"(?:\A|/)(?:memory_summary|raw_memories)\.md\Z")
_RECENT = ("recent", "today", "yesterday")


def claims_fact(head: str) -> bool:
    """Whether a text is one fact of Claude Code's own memory."""
    return head.startswith("---") and "description:" in head and bool(_FACT().match(head))


def claims_memory(name: str) -> bool:
    """Whether a file of this path is the long memory of an agent: the index of Claude Code's, or OpenClaw's."""
    return bool(_WORKSPACE().search(name))


def claims_day(name: str) -> bool:
    """Whether a file of this path holds OpenClaw's notes of one day."""
    return bool(_DAY().search(name))


def claims_summary(name: str) -> bool:
    """Whether a file of this path is what Codex keeps."""
    return bool(_SUMMARY().search(name))


def read_fact(source: Source) -> Found:
    """A file of Claude Code's memory: one fact, what it is about as its first line."""
    document = Document(source.lines())
    head = document.head
    lines = [line for _, line in document.lines()]
    body = "\n".join(lines).strip()
    about = head.text("description")
    text = f"{about}\n\n{body}" if about and about.lower() not in body.lower() else body
    if text:
        tags = tuple(filter(None, (head.text("type"),)))
        yield Item(text=text, tags=tags, is_standing=True, happened_at=head.moment())
    yield from document.passed


def read_memory(source: Source) -> Found:
    """A list of facts; a line that only leads to a file of its own is that file's."""
    document = Document(source.lines())
    for section in document.sections():
        if _INDEX_LINE().match(section.text):
            yield LeftOut(line=section.line, reason="it only names another file")
        else:
            yield item_of(section, is_standing=True)
    yield from document.passed


def read_day(source: Source) -> Found:
    """A day's notes."""
    return read_lines(source.lines(), name=source.file_name)


def read_summary(source: Source) -> Found:
    """What Codex keeps; its sections of recent work are episodes, with the day that they name."""
    document = Document(source.lines())
    for section in document.sections():
        if section.headings or not re.fullmatch(r"v\d+", section.text):
            is_recent = any(name.lower().startswith(_RECENT) for name in section.headings)
            yield replace(item_of(section), is_standing=not is_recent)
    yield from document.passed
