"""The marks between which git leaves the two sides of a merge that nobody has resolved yet."""

from __future__ import annotations

from hippo.core.lazy_pattern import lazily

#: A line that opens, parts or closes a conflict: seven signs, more where conflicts are nested, then a label or nothing.
_MARK = lazily(r"(?m)^([<=>])\1{6,31}(?=[ \r\n]|\Z)")
#: Code blocks in Markdown, an unclosed one to the end of the text.
_FENCED = lazily(r"(?sm)^[ \t]*(`{3,}|~{3,}).*?(?:^[ \t]*\1[`~]*[ \t\r]*$|\Z)")


def is_unresolved(text: str, *, known: str | None = None) -> bool:
    """Whether the two sides of a conflict stand in a file.

    Somebody may quote such marks: what `known`, the text before somebody touched the file, quotes too is no conflict.
    Where nobody knows what was there before, marks in a code block are taken for a quotation.
    """
    if known is None:
        return _has_conflict(_FENCED().sub("", text))
    return _has_conflict(text) and _openings(text) > _openings(known)


def _has_conflict(text: str) -> bool:
    """Whether marks of all three kinds follow each other."""
    wanted = "<=>"
    for mark in _MARK().finditer(text):
        if mark[1] == wanted[0]:
            wanted = wanted[1:]
        if not wanted:
            return True
    return False


def _openings(text: str) -> int:
    return sum(mark[1] == "<" for mark in _MARK().finditer(text))
