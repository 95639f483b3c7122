"""Plain text: each paragraph is a memory; of lines that are whole sentences, as in a list, each line."""

from __future__ import annotations

import re

from hippo.core.lazy_pattern import lazily
from hippo.importers.entries import Item
from hippo.importers.visible import visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from hippo.importers.entries import Source
    from hippo.importers.markdown import Found

#: Lines that are held as one paragraph (chosen: a text without blank lines is read in pieces).
_MOST_LINES = 400
_BULLET = lazily(r"[ \t]*(?:[-*•]|\d{1,4}[.)])[ \t]+(?=\S)")
#: A line that says something whole: it begins as sentences do, and ends as they do.
_WHOLE = lazily(r"[ \t]*[\"'“«(\[`¿¡]?[^\W_a-zß-öø-ÿ].*[.!?。！？][\"'”»)\]`]*[ \t]*\Z")
_UNDERLINE = lazily(r"[ \t]*[-=*_~#]{3,}[ \t]*\Z")


def read(source: Source) -> Found:
    """The paragraphs of a text."""
    held: list[tuple[int, str]] = []
    for each in visible(source.lines()):
        if not isinstance(each, tuple):
            yield each
        elif not each[1].strip() or _UNDERLINE().match(each[1]):
            yield from _paragraph(held)
            held = []
        else:
            held.append(each)
            if len(held) >= _MOST_LINES:
                yield from _paragraph(held)
                held = []
    yield from _paragraph(held)


def _paragraph(held: list[tuple[int, str]]) -> Iterator[Item]:
    """The memories in some lines that stand together."""
    groups: list[list[tuple[int, str]]] = []
    is_list = len(held) > 1 and all(_WHOLE().match(line) for _, line in held)
    for number, line in held:
        bullet = _BULLET().match(line)
        if bullet or is_list or not groups:
            groups.append([])
        groups[-1].append((number, line[bullet.end() :] if bullet else line))
    for group in groups:
        yield Item(text="\n".join(line for _, line in group).strip(), line=group[0][0])


def without_bullet(line: str) -> str:
    """A line without the mark of a list before it."""
    return re.sub(_BULLET(), "", line, count=1)
