"""What is kept of an output of any length: its end, and its first error with what follows it."""

from __future__ import annotations

import re
from functools import cache

from hippo.core.error_lines import CLUES, is_strong
from hippo.core.terminal_text import lines_of

#: Bytes of the end (chosen: the summary of a test run with its last failures) and of the first error (a compiler's
#: message with the lines it points at).
TAIL_BYTES = 64 * 1024
FIRST_BYTES = 4 * 1024
#: A line is judged by its beginning.
_LONGEST_LINE = 2 * 1024
#: Lines with a clue that are looked at until one is an error (chosen: more costs more than it finds).
_MOST_JUDGED = 5_000


@cache
def _any_clue() -> re.Pattern[bytes]:
    return re.compile(b"|".join(map(re.escape, CLUES)))


class Excerpt:
    """Takes an output piece by piece; holds at most three times TAIL_BYTES of it."""

    def __init__(self) -> None:
        self._tail = bytearray()
        self._first = b""
        self._first_at = 0
        self._rest = b""
        self._judged = 0
        self._count = 0

    def take(self, piece: bytes) -> None:
        """The next bytes of the output."""
        if self._first:
            room = FIRST_BYTES - len(self._first)
            self._first += piece[:room] if room > 0 else b""
        elif self._judged < _MOST_JUDGED:
            self._look_for_error(self._rest + piece)
        self._count += len(piece)
        self._tail += piece
        if len(self._tail) > 2 * TAIL_BYTES:
            del self._tail[:-TAIL_BYTES]

    def lines(self) -> list[str]:
        """The lines of the first error, if the end no longer holds them, and those of the end."""
        tail = bytes(self._tail[-TAIL_BYTES:])
        tail_at = self._count - len(tail)
        if not tail_at:
            return lines_of(tail)
        whole = tail.partition(b"\n")[2] or tail
        first = self._first.rpartition(b"\n")[0] or self._first
        return [*(lines_of(first) if self._first_at < tail_at else ()), *lines_of(whole)]

    def _look_for_error(self, text: bytes) -> None:
        """Find the first line that is an error among those that are whole; the last one may go on."""
        end = text.rfind(b"\n") + 1
        for clue in re.finditer(_any_clue(), text[:end]) if any(clue in text for clue in CLUES) else ():
            start = text.rfind(b"\n", 0, clue.start()) + 1
            line = text[start : start + _LONGEST_LINE].partition(b"\n")[0]
            self._judged += 1
            if any(map(is_strong, lines_of(line))):
                self._first = text[start : start + FIRST_BYTES]
                self._first_at = self._count - len(self._rest) + start
                return
            if self._judged >= _MOST_JUDGED:
                return
        self._rest = text[end:][-_LONGEST_LINE:]
