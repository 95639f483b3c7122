"""A transcript that grows: what was read before is passed over, a line that is not whole yet is left for later."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import BinaryIO

#: Lines at the beginning that are read each time: they tell the format, and of which talk it is.
HEAD_LINES = 50
_TAIL_BYTES = 4 * 1024 * 1024


class GrowingFile:
    """A file of lines as a reader sees it; what was read before is a blank line for each of its lines.

    `lines` and `bytes` tell how far whole lines have been read.
    """

    def __init__(self, file: BinaryIO, *, known_lines: int, known_bytes: int) -> None:
        self._file = file
        size = os.fstat(file.fileno()).st_size
        is_as_it_was = known_lines > HEAD_LINES and known_bytes <= size
        self._known_lines, self._known_bytes = (known_lines, known_bytes) if is_as_it_was else (0, 0)
        self.lines = self.bytes = 0

    def readline(self, limit: int = -1) -> bytes:
        """The next line, or as much of it as the limit allows. Raises OSError."""
        if HEAD_LINES <= self.lines < self._known_lines:
            self.lines += 1
            if self.lines == self._known_lines:
                self._file.seek(self._known_bytes)
                self.bytes = self._known_bytes
            return b"\n"
        line = self._file.readline(limit)
        if not line.endswith(b"\n") and (limit < 0 or len(line) < limit):
            return b""
        self.bytes += len(line)
        self.lines += line.endswith(b"\n")
        return line


def last_lines(file: BinaryIO) -> list[str]:
    """The lines at the end of a file, without one that is cut off. Raises OSError."""
    size = os.fstat(file.fileno()).st_size
    start = max(0, size - _TAIL_BYTES)
    file.seek(start)
    found = file.read(_TAIL_BYTES).decode("utf-8", "replace").split("\n")
    return found[1:] if start else found
