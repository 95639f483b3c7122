"""Fitting texts into a number of tokens or characters, without ever passing it."""

from __future__ import annotations

from math import ceil

from hippo.core.tokens import estimate_tokens
from hippo.core.value import value

#: Stands where a text was cut.
MARK = " …"
#: A cut text keeps at least this share of what would fit: it ends at a sentence if one ends late enough, else between
#: words, else within a word or in a script without spaces (chosen: a clean end is not worth more than half a text).
_LEAST_SHARE = 0.5
#: What ends a sentence where white space follows, what may close it before that, and what ends one anywhere.
_STOPS = ".!?…"
_CLOSING = "'\")]"
_WIDE_STOPS = "。！？\n"


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
    for is_clean in (_ends_sentence, _ends_word):
        for at in range(end, ceil(_LEAST_SHARE * end) - 1, -1):
            if is_clean(text, at):
                return at
    return end


def _ends_sentence(text: str, at: int) -> bool:
    """Whether a sentence ends before this place."""
    if text[at - 1 : at] in _WIDE_STOPS:
        return at > 0
    closed = at - 1 if text[at - 1 : at] in _CLOSING else at
    return _ends_word(text, at) and closed > 0 and text[closed - 1] in _STOPS


def _ends_word(text: str, at: int) -> bool:
    """Whether white space follows a place."""
    return text[at : at + 1].isspace()


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
