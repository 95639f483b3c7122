"""Memories that people copy out of a chat: one fact a line, or sections whose lines begin with `[2026-03-14] - `.

ChatGPT's export holds no memories, so this is how they leave it; Gemini and Claude answer with the same sections when
they are asked to. The facts stand.
"""

from __future__ import annotations

import re

from hippo.core.lazy_pattern import lazily
from hippo.importers.entries import Item, LeftOut
from hippo.importers.markdown import slug
from hippo.importers.notes_head import moment_of
from hippo.importers.plain_text import without_bullet
from hippo.importers.visible import visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hippo.importers.entries import Source
    from hippo.importers.markdown import Found

_DATED = lazily(r"[ \t]*(?:[-*•][ \t]+)?\[(\d{4}-\d\d-\d\d|unknown)\][ \t]*[-–—:][ \t]*(\S.*)", re.IGNORECASE)
_DATED_LINE = lazily(r"^[ \t]*(?:[-*•][ \t]+)?\[(?:\d{4}-\d\d-\d\d|unknown)\][ \t]*[-–—:][ \t]*\S", re.MULTILINE)
_HEADING = lazily(r"[ \t]*(?:#{1,6}[ \t]+|\*\*)([^*#\n]+?)(?:\*\*)?:?[ \t]*\Z")
_FENCE = lazily(r"[ \t]*(?:`{3,}|~{3,})\w*[ \t]*\Z")
_LIST_NAME = lazily(r"(?:saved[-_ ]?)?memor(?:y|ies)(?:[-_ ](?:list|export|dump))?\.(?:txt|text)\Z", re.IGNORECASE)


def claims(name: str, head: str) -> bool:
    """Whether a text is such a copy: by its dated lines, or because its name says so."""
    return bool(_DATED_LINE().search(head) or _LIST_NAME().search(name.rpartition("/")[2]))


def read(source: Source) -> Found:
    """The facts, each with the section it stands in as its tag."""
    section, has_sections = "", False
    for each in visible(source.lines()):
        if not isinstance(each, tuple):
            yield each
            continue
        number, line = each
        heading, dated = _HEADING().match(line), _DATED().match(line)
        if not line.strip() or _FENCE().match(line):
            continue
        if heading:
            section, has_sections = slug(heading[1]), True
        elif dated:
            tags = (section,) if section else ()
            yield Item(text=dated[2].strip(), line=number, tags=tags, is_standing=True, happened_at=moment_of(dated[1]))
        elif has_sections:
            yield LeftOut(line=number, reason="no line of the list")
        else:
            yield Item(text=without_bullet(line).strip(), line=number, is_standing=True)
