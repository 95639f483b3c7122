"""Markdown cut into blocks, line by line: headings, paragraphs, list items, fences, tables, quotations.

An item of a list is one block with everything below it: nested lists, its fences, its paragraphs. What CommonMark makes
of odd cases does not matter here; what counts is that nothing that belongs together is cut.
"""

from __future__ import annotations

from enum import StrEnum

from hippo.core.lazy_pattern import lazily
from hippo.core.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterable, Iterator

#: Characters after which a block is ended wherever it is (chosen: no memory may be as long; it bounds what is held).
LARGEST_BLOCK = 1024 * 1024
_TAB = 4

_HEADING = lazily(r" {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*\Z")
_UNDERLINE = lazily(r" {0,3}(=+|-{2,})[ \t]*\Z")
_RULE = lazily(r" {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*\Z")
_MARKER = lazily(r"([ \t]*)([-*+•]|(\d{1,9})[.)])(?:([ \t]+)(.*))?\Z")
_FENCE = lazily(r"[ \t]*(`{3,}|~{3,})(?P<info>.*)\Z")
_DELIMITERS = lazily(
    r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)+\|?[ \t]*\Z|[ \t]*\|[ \t]*:?-+:?[ \t]*\|[ \t]*\Z"
)


class Kind(StrEnum):
    """What a block is."""

    HEADING = "heading"
    TEXT = "text"
    ITEM = "item"
    FENCE = "fence"
    TABLE = "table"
    QUOTE = "quote"


@value
class Block:
    """One block with the line at which it begins.

    The text of an item stands without its mark, which `mark` holds, and without the indentation of its other lines;
    `level` is that of a heading.
    """

    kind: Kind
    text: str
    line: int
    level: int = 0
    mark: str = ""


def blocks(lines: Iterable[tuple[int, str]]) -> Iterator[Block]:
    """The blocks of a document in its order; rules between them are left out."""
    cutter = _Cutter()
    for number, line in lines:
        yield from cutter.take(number, line)
    yield from cutter.end()


class _Cutter:
    """The block that is being read."""

    def __init__(self) -> None:
        self._kind: Kind | None = None
        self._lines: list[str] = []
        self._line = 1
        self._size = 0
        self._mark = ""
        #: Columns before the mark of an item, and before its text.
        self._outer = self._inner = 0
        self._blanks = 0
        self._fence = ""

    def take(self, number: int, line: str) -> Iterator[Block]:
        """Take in one line, and give the blocks that it ends, and itself if it is one."""
        if self._size > LARGEST_BLOCK:
            yield from self.end()
        if self._fence:
            self._add(line)
            if self._closes(line):
                self._fence = ""
                if self._kind is Kind.FENCE:
                    yield from self.end()
        elif not line.strip():
            if self._kind is Kind.ITEM:
                self._blanks += 1
            else:
                yield from self.end()
        elif self._kind is Kind.ITEM and self._is_below(line):
            self._lines += [""] * self._blanks
            self._blanks = 0
            self._add(line)
            self._open_fence(line)
        else:
            yield from self._begin(number, line)

    def end(self) -> Iterator[Block]:
        """The block that was being read, if any."""
        if self._kind is not None:
            text = "\n".join(self._lines).rstrip()
            kind = self._kind
            if kind is Kind.TEXT and any(map(_DELIMITERS().match, self._lines[1:2])):
                kind = Kind.TABLE
            if text.strip():
                yield Block(kind=kind, text=text, line=self._line, mark=self._mark)
        self._kind, self._lines, self._size, self._mark, self._blanks = None, [], 0, "", 0

    def _begin(self, number: int, line: str) -> Iterator[Block]:
        heading = self._heading(line)
        if heading is not None:
            level, title = heading
            start = number
            if not line.lstrip().startswith("#"):
                start, self._kind = self._line, None
            yield from self.end()
            yield Block(kind=Kind.HEADING, text=title, line=start, level=level)
            return
        if _RULE().match(line):
            yield from self.end()
            return
        marker = _MARKER().match(line)
        if marker and self._may_begin_item(marker):
            yield from self.end()
            self._begin_item(number, marker)
            return
        kind = Kind.FENCE if self._opens(line) else Kind.QUOTE if line.lstrip().startswith(">") else Kind.TEXT
        if kind is Kind.FENCE or self._kind not in (kind, Kind.QUOTE if kind is Kind.TEXT else kind):
            yield from self.end()
        if self._kind is None:
            self._kind, self._line = kind, number
        self._add(line)
        self._open_fence(line)

    def _heading(self, line: str) -> tuple[int, str] | None:
        """The level and the words of a heading: after hashes, or a paragraph of one line that this one underlines."""
        found = _HEADING().match(line) if "#" in line[:4] else None
        if found:
            return len(found[1]), (found[2] or "").strip()
        if self._kind is Kind.TEXT and len(self._lines) == 1 and "|" not in self._lines[0]:
            under = _UNDERLINE().match(line)
            if under:
                return (1 if under[1][0] == "=" else 2), self._lines[0].strip()
        return None

    def _may_begin_item(self, marker: re.Match[str]) -> bool:
        """Whether a mark begins an item; a number other than 1 within a paragraph is a word of it."""
        return bool(marker[5]) and not (self._kind is Kind.TEXT and marker[3] and int(marker[3]) != 1)

    def _begin_item(self, number: int, marker: re.Match[str]) -> None:
        self._kind, self._line, self._mark = Kind.ITEM, number, marker[2]
        self._outer = _columns(marker[1])
        self._inner = self._outer + len(marker[2]) + min(_columns(marker[4]), _TAB)
        self._lines, self._size = [marker[5].strip()], len(marker[5])
        self._open_fence(marker[5])

    def _is_below(self, line: str) -> bool:
        """Whether a line belongs to the item: it is indented more than its mark, or goes on with its sentence."""
        if _columns(line[: len(line) - len(line.lstrip())]) > self._outer:
            return True
        if self._blanks:
            return False
        is_block = self._opens(line) or _RULE().match(line) or _HEADING().match(line) or _MARKER().match(line)
        return not is_block and not line.startswith((">", "|"))

    def _add(self, line: str) -> None:
        if self._kind is Kind.ITEM:
            line = _without_margin(line, self._inner)
        self._lines.append(line.rstrip() if not self._fence else line)
        self._size += len(line) + 1

    def _opens(self, line: str) -> bool:
        mark = _FENCE().match(line) if "```" in line or "~~~" in line else None
        return mark is not None and not (mark[1][0] == "`" and "`" in mark["info"])

    def _open_fence(self, line: str) -> None:
        mark = _FENCE().match(line) if self._opens(line) else None
        self._fence = mark[1] if mark else ""

    def _closes(self, line: str) -> bool:
        mark = _FENCE().match(line)
        return mark is not None and mark[1].startswith(self._fence) and not mark["info"].strip()


def _columns(blanks: str) -> int:
    return len(blanks.expandtabs(_TAB))


def _without_margin(line: str, columns: int) -> str:
    """A line without its indentation, up to so many columns."""
    at = width = 0
    while at < len(line) and width < columns and line[at] in " \t":
        width += _TAB - width % _TAB if line[at] == "\t" else 1
        at += 1
    return line[at:]
