"""A text that is too long for one memory in parts that fit: cut between paragraphs or sentences, never within.

A fence or a table is cut between its lines, and every part has the fence's marks, or the table's head, again. Only a
single sentence that is too long by itself is cut at a blank, and one without blanks between its characters.
"""

from __future__ import annotations

import re

from hippo.core.capture.sentences import sentences
from hippo.core.lazy_pattern import lazily

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_FENCED = lazily(r"([ \t]*(`{3,}|~{3,})[^\n]*)\n(.*?)(?:\n([ \t]*\2[`~]*[ \t]*))?\Z", re.DOTALL)
_TABLE = lazily(r"([^\n]*\|[^\n]*\n[ \t]*\|?[ \t:|-]*-[ \t:|-]*)\n(.*)\Z", re.DOTALL)
_FENCE_MARK = lazily(r"[ \t]*(`{3,}|~{3,})")


def parts(text: str, limit_bytes: int) -> Iterator[str]:
    """The text in parts of at most so many bytes of UTF-8."""
    if _size(text) <= limit_bytes:
        yield text
        return
    yield from _packed(_pieces(_paragraphs(text), limit_bytes), limit_bytes)


def _pieces(paragraphs: Iterable[str], limit: int) -> Iterator[tuple[str, str]]:
    """What fits, each with what stands before it when it follows another."""
    for paragraph in paragraphs:
        if _size(paragraph) <= limit:
            yield "\n\n", paragraph
            continue
        fenced, table = _FENCED().match(paragraph), _TABLE().match(paragraph)
        if fenced:
            room = limit - _size(fenced[1]) - _size(fenced[2]) - 2
            for part in _packed(_cut(fenced[3].split("\n"), "\n", room), room):
                yield "\n\n", f"{fenced[1]}\n{part}\n{fenced[2]}"
        elif table:
            room = limit - _size(table[1]) - 1
            for part in _packed(_cut(table[2].split("\n"), "\n", room), room):
                yield "\n\n", f"{table[1]}\n{part}"
        else:
            yield from _sentences(paragraph, limit)


def _sentences(paragraph: str, limit: int) -> Iterator[tuple[str, str]]:
    between = "\n\n"
    for line in paragraph.split("\n"):
        for sentence in sentences(line) if _size(line) > limit else (line,):
            yield from _cut([sentence], between, limit)
            between = " "
        between = "\n"


def _cut(texts: Iterable[str], between: str, limit: int) -> Iterator[tuple[str, str]]:
    """The texts, those that are too long cut at blanks, or where they must be."""
    for text in texts:
        left, joint = text, between
        while _size(left) > limit:
            head = left.encode()[: max(limit, 4)].decode(errors="ignore")
            at = left.rfind(" ", len(head) // 2, len(head) + 1)
            yield joint, left[: at if at > 0 else len(head)]
            left, joint = left[at + 1 if at > 0 else len(head) :], " " if at > 0 else ""
        yield joint, left


def _packed(pieces: Iterable[tuple[str, str]], limit: int) -> Iterator[str]:
    """As many pieces in each part as fit."""
    part = ""
    for joint, piece in pieces:
        if part and _size(part) + _size(joint) + _size(piece) > limit:
            yield part
            part = ""
        part = f"{part}{joint}{piece}" if part else piece
    if part.strip():
        yield part


def _paragraphs(text: str) -> Iterator[str]:
    """What blank lines part, a fence whole."""
    held: list[str] = []
    fence = ""
    for line in text.split("\n"):
        mark = _FENCE_MARK().match(line)
        if not line.strip() and not fence:
            if held:
                yield "\n".join(held)
            held = []
            continue
        if mark and not fence and held:
            yield "\n".join(held)
            held = []
        held.append(line)
        if mark:
            ends = bool(fence) and mark[1].startswith(fence)
            fence = "" if ends else fence or mark[1]
            if ends:
                yield "\n".join(held)
                held = []
    if held:
        yield "\n".join(held)


def _size(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8", "replace"))
