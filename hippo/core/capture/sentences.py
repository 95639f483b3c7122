"""Sentences of a paragraph, each whole: nothing is cut inside code, quotes, brackets, numbers, names of files."""

from __future__ import annotations

import re

from hippo.core.lazy_pattern import lazily

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

#: Where a sentence may end: a full stop with what closes quotes and brackets, before a blank and something that can
#: begin a sentence; in Chinese and Japanese the stop alone.
_END = lazily(r"(?:[.!?…]+[\"'”’»)\]*_]*(?=\s+[\"'“‘«(\[*_`¿¡]*[^\W_a-zß-öø-ÿ])|[。！？]+[”’」』）]*)(?P<gap>\s*)")
_ABBREVIATION = lazily(
    r"(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|resp|incl|ca|no|fig|eq|dr|mr|mrs|ms|st|z\.b|d\.h|bzw)|\b[A-Za-z])\.\Z",
    re.IGNORECASE,
)
#: What holds sentences of its own.
_ENCLOSED = lazily(r"`[^`]*`|\"[^\"]*\"|“[^”]*”|«[^»]*»|\([^()]*\)")


def sentences(paragraph: str) -> Iterator[str]:
    """The sentences of a paragraph in their order."""
    enclosed = [match.span() for match in _ENCLOSED().finditer(paragraph)]
    start = 0
    for end in _END().finditer(paragraph):
        stop = end.start("gap")
        inside = any(first < end.start() and stop < last for first, last in enclosed)
        if inside or _ABBREVIATION().search(paragraph, start, stop):
            continue
        yield paragraph[start:stop]
        start = end.end()
    if paragraph[start:].strip():
        yield paragraph[start:].strip()
