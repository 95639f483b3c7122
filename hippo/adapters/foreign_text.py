"""Text of files that other programs wrote, in whatever encoding: line by line or piece by piece, never whole.

UTF-8 with or without a byte order mark, UTF-16 and UTF-32 by their mark, UTF-16 without one by its zeros. A line that
is no UTF-8 is read as Windows-1252, the superset of Latin-1 that such files nearly always are in.
"""

from __future__ import annotations

import codecs
import io

from hippo.adapters.long_lines import LONGEST_LINE_BYTES, skip_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
PIECE_BYTES = 256 * 1024
#: Share of zeros, in the even or the odd bytes, from which on a text without a mark is UTF-16 (chosen: English has
#: nearly all of them zero, and no other text any).
_ZEROS = 0.4
#: One zero in so many bytes is a fault of a text (chosen); more is no text.
_STRAY_ZEROS = 100
#: Characters that no text has; data of two bytes a number is full of them.
_CONTROLS = frozenset(map(chr, (*range(9), *range(14, 27))))


def encoding_of(head: bytes) -> str:
    """The encoding of a file that begins with these bytes; empty for one that is no text."""
    for mark, name in _MARKS:
        if head.startswith(mark):
            return name
    if head.count(0) <= len(head) // _STRAY_ZEROS:
        return "utf-8"
    even, odd = head[0::2], head[1::2]
    for name, zeros, others in (("utf-16-le", odd, even), ("utf-16-be", even, odd)):
        is_likely = zeros.count(0) >= _ZEROS * len(zeros) and others.count(0) <= len(others) // _STRAY_ZEROS
        if is_likely and not set(head.decode(name, "replace")) & _CONTROLS:
            return name
    return ""


def decoded(head: bytes) -> str:
    """The text that a file begins with, the last character perhaps broken."""
    return head.decode(encoding_of(head) or "utf-8", "replace").removeprefix("\ufeff")


def lines(file: BinaryIO, encoding: str) -> Iterator[tuple[int, str | None]]:
    """Every line with its number, from 1, without its end; None stands for one that is too long.

    Raises OSError.
    """
    if encoding != "utf-8":
        yield from _wide_lines(file, encoding)
        return
    number = 0
    while line := file.readline(LONGEST_LINE_BYTES + 1):
        number += 1
        if len(line) > LONGEST_LINE_BYTES and not line.endswith(b"\n"):
            skip_line(file)
            yield number, None
            continue
        if number == 1:
            line = line.removeprefix(codecs.BOM_UTF8)
        yield number, _line(line.rstrip(b"\r\n"))


def pieces(file: BinaryIO, encoding: str) -> Iterator[str]:
    """The text of a file in pieces; broken bytes become U+FFFD. Raises OSError."""
    reader = codecs.getincrementaldecoder(encoding)("replace")
    is_first = True
    while piece := file.read(PIECE_BYTES):
        text = reader.decode(piece)
        yield text.removeprefix("\ufeff") if is_first else text
        is_first = False
    yield reader.decode(b"", final=True)


def _line(line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError:
        return line.decode("cp1252", "replace")


def _wide_lines(file: BinaryIO, encoding: str) -> Iterator[tuple[int, str | None]]:
    text = io.TextIOWrapper(file, encoding=encoding, errors="replace")
    number = 0
    while line := text.readline(LONGEST_LINE_BYTES + 1):
        number += 1
        if len(line) <= LONGEST_LINE_BYTES or line.endswith("\n"):
            yield number, line.rstrip("\r\n").removeprefix("\ufeff")
            continue
        while (rest := text.readline(PIECE_BYTES)) and not rest.endswith("\n"):
            pass
        yield number, None
