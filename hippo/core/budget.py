"""Fitting texts into a number of tokens or characters, without ever passing it."""

from __future__ import annotations

import re

from hippo.core.tokens import estimate_tokens
from hippo.core.value import value

#: Stands where a text was cut.
MARK = " …"
#: A cut text keeps at least this share of what would fit, or it is cut between words (chosen: half a sentence more
#: is worth more than a clean end).
_SENTENCE_SHARE = 0.5

_SENTENCE_END = re.compile(r"[.!?…]['\")\]]?(?=\s)|[。！？]|\n")


@value
class Allowance:
    """What may still be printed: tokens, and characters where they are limited too."""

    tokens: int
    characters: int | None = None

    def holds(self, text: str) -> bool:
        """Whether a text fits."""
        if self.characters is not None and len(text) > self.characters:
            return False
        return estimate_tokens(text) <= self.tokens

    def after(self, text: str) -> Allowance:
        """What is left when a text has been printed; below zero if it did not fit."""
        characters = None if self.characters is None else self.characters - len(text)
        return Allowance(tokens=self.tokens - estimate_tokens(text), characters=characters)


def cut(text: str, allowance: Allowance) -> str:
    """As much of a text as fits, ended at a sentence where there is one, with a mark; empty if nothing fits.

    The mark is counted.
    """
    if allowance.holds(text):
        return text
    end = _longest(text, allowance)
    if end <= 0:
        return ""
    kept = text[:end]
    ends = [match.end() for match in _SENTENCE_END.finditer(text[: end + 1]) if match.end() <= end]
    if ends and ends[-1] >= _SENTENCE_SHARE * end:
        kept = kept[: ends[-1]]
    elif " " in kept.strip() and not text[end : end + 1].isspace():
        kept = kept.rpartition(" ")[0]
    kept = kept.rstrip()
    return kept + MARK if kept.strip() else ""


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
