"""Fitting texts into a number of tokens or characters, without ever passing it."""

from __future__ import annotations

import re

from hippo.core.tokens import estimate_tokens
from hippo.core.value import value

#: Stands where a text was cut.
MARK = " …"
#: A cut text keeps at least this share of what would fit: it ends at a sentence if one ends late enough, else between
#: words, else within a word or in a script without spaces (chosen: a clean end is not worth more than half a text).
_LEAST_SHARE = 0.5
#: Where a cut is clean, the cleanest first. Patterns, not compiled ones: most recalls cut nothing.
_CLEAN_ENDS = (r"[.!?…]['\")\]]?(?=\s)|[。！？]|\n", r"(?=\s)")


@value
class Allowance:
    """What may still be printed: tokens, and characters or bytes of UTF-8 where they are limited too."""

    tokens: int
    characters: int | None = None
    utf8_bytes: int | None = None

    def holds(self, text: str) -> bool:
        """Whether a text fits."""
        if self.characters is not None and len(text) > self.characters:
            return False
        if self.utf8_bytes is not None and _size(text) > self.utf8_bytes:
            return False
        return estimate_tokens(text) <= self.tokens

    def after(self, text: str) -> Allowance:
        """What is left when a text has been printed; below zero if it did not fit."""
        characters = None if self.characters is None else self.characters - len(text)
        utf8_bytes = None if self.utf8_bytes is None else self.utf8_bytes - _size(text)
        return Allowance(tokens=self.tokens - estimate_tokens(text), characters=characters, utf8_bytes=utf8_bytes)


def cut(text: str, allowance: Allowance) -> str:
    """As much of a text as fits, ended at a sentence where there is one, with a mark; empty if nothing fits.

    The mark is counted.
    """
    if allowance.holds(text):
        return text
    kept = text[: _clean_end(text, _longest(text, allowance))].rstrip()
    return kept + MARK if kept else ""


def _size(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))


def _clean_end(text: str, end: int) -> int:
    """The last clean end up to `end`, or `end` itself if the clean ones lie too far back."""
    for pattern in _CLEAN_ENDS:
        ends = [match.end() for match in re.finditer(pattern, text[: end + 1]) if match.end() <= end]
        if ends and ends[-1] >= _LEAST_SHARE * end:
            return ends[-1]
    return end


def _longest(text: str, allowance: Allowance) -> int:
    """The most characters that fit together with the mark, by bisection: what a text costs grows with it."""
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if allowance.holds(text[:middle] + MARK):
            low = middle
        else:
            high = middle - 1
    return low
