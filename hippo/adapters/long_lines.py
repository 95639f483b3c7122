"""Lines of a file of any size, with bounded memory: a line that is too long is counted and left out."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Protocol

    class Readable(Protocol):
        """What lines are read from: a file that was opened for its bytes, or what behaves as one."""

        def readline(self, limit: int = -1, /) -> bytes: ...


#: The longest line that is read (chosen: a message with a pasted document fits, an image or a dump does not).
LONGEST_LINE_BYTES = 16 * 1024 * 1024
_PIECE_BYTES = 1024 * 1024


def numbered_lines(file: Readable, longest: int = LONGEST_LINE_BYTES) -> Iterator[tuple[int, str | None]]:
    """Every line with its number, from 1, without its end; None stands for one that is longer than `longest` bytes.

    Broken UTF-8 becomes U+FFFD; a byte order mark at the beginning is left out. Raises OSError.
    """
    number = 0
    while line := file.readline(longest + 1):
        number += 1
        if len(line) > longest and not line.endswith(b"\n"):
            skip_line(file)
            yield number, None
            continue
        if number == 1:
            line = line.removeprefix(b"\xef\xbb\xbf")
        yield number, line.rstrip(b"\r\n").decode("utf-8", "replace")


def skip_line(file: Readable) -> None:
    """Read on to the end of a line of which a part was read."""
    while (piece := file.readline(_PIECE_BYTES)) and not piece.endswith(b"\n"):
        pass
