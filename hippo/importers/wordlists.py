"""Regular expressions from lists of words, so that long ones can be read."""

from __future__ import annotations


def any_of(words: str) -> str:
    r"""A group that matches one of the words, which stand apart by white space; `~` is a space within one.

    The words may be patterns: `any_of("white~space tabs?")` is `(?:white\s+space|tabs?)`. Write nothing in them that
    holds a space or a tilde.
    """
    return f"(?:{'|'.join(words.split())})".replace("~?", r"\s?").replace("~", r"\s+")
