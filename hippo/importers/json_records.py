"""The records of a JSON file of any size, one by one: the elements of its outermost array, or its objects line by line.

One record is held at a time. A record that is broken is passed over up to where it ends, and the next is read.

Why not ijson: its parsers stop for good at the first broken byte, and everything behind it would be lost; they build
a record event by event, three to five times slower than json's own decoder builds it at once.
"""

from __future__ import annotations

import json
import re

from hippo.core.capture.turn import Unread
from hippo.core.lazy_pattern import lazily
from hippo.core.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

#: Characters of the longest record that is read (chosen: years of one conversation; more would fill the machine).
LONGEST_RECORD = 64 * 1024 * 1024
_BETWEEN = lazily(r"[\s,]*")
_MARKS = lazily(r"[\[\]{}\"]")
_IN_STRING = lazily(r"[^\"\\]*(?:\\.[^\"\\]*)*", re.DOTALL)
#: The first two keys of a record, the first with a plain value; characters in which they must have come.
_FIRST_KEYS = lazily(r"\{\s*\"(\w+)\"\s*:\s*(?:\"(?:[^\"\\]|\\.)*\"|[\w.+-]+)\s*,\s*\"(\w+)\"\s*:")
_LONGEST_SIGNATURE = 4096
#: Keys under which exports wrap their array in an object.
_WRAPPED = lazily(r"\s*\{\s*\"(conversations|results|memories|data|items)\"\s*:\s*\[")


@value
class Record:
    """A record with its number, from 1, and the line on which it begins."""

    content: Any
    number: int
    line: int


def records(pieces: Iterator[str]) -> Iterator[Record | Unread]:
    """The records of a file whose text comes in pieces."""
    reader = _Reader(pieces)
    yield from reader.records()


class _Reader:
    """The text that was read and not used, and how many lines came before it."""

    def __init__(self, pieces: Iterator[str]) -> None:
        self._pieces = pieces
        self._text = ""
        self._at = 0
        self._line = 1
        self._number = 0
        self._decoder = json.JSONDecoder()
        self._is_over = False
        self._signature: re.Pattern[str] | None = None
        self._was_lost = False

    def records(self) -> Iterator[Record | Unread]:
        while len(self._text) < _LONGEST_SIGNATURE and self._more():
            pass
        wrapped = _WRAPPED().match(self._text)
        begin = wrapped.end() if wrapped else _skip_blank(self._text) + 1
        is_array = bool(wrapped) or self._text[begin - 1 : begin] == "["
        if is_array:
            self._go_to(begin)
        while self._to_next():
            if self._text[self._at] == "]" and is_array:
                return
            yield self._record()
        if is_array and not self._was_lost:
            yield Unread(line=self._line, reason="the file ends in the middle")

    def _record(self) -> Record | Unread:
        self._number += 1
        line = self._line
        while True:
            try:
                content, end = self._decoder.raw_decode(self._text, self._at)
            except RecursionError:
                return self._broken(line, "nested too deeply")
            except ValueError as error:
                if len(self._text) - self._at > LONGEST_RECORD:
                    return self._broken(line, f"longer than {LONGEST_RECORD:,} characters")
                if not self._could_go_on(error) or not self._more():
                    return self._broken(line, _reason(error))
                continue
            if end >= len(self._text) and self._text[end - 1] not in '}]"' and self._more():
                continue
            self._signature = self._signature or _signature_of(self._text[self._at : end][:_LONGEST_SIGNATURE])
            self._go_to(end)
            return Record(content=content, number=self._number, line=line)

    def _could_go_on(self, error: ValueError) -> bool:
        """Whether a record may only be unreadable because its end has not been read yet."""
        return not self._is_over and (
            getattr(error, "pos", 0) >= len(self._text) - 16 or str(error).startswith(("Unterminated", "Invalid \\"))
        )

    def _broken(self, line: int, reason: str) -> Unread:
        signature = self._signature or _signature_of(self._text[self._at : self._at + _LONGEST_SIGNATURE])
        if signature is None:
            self._skip_by_brackets()
        else:
            self._skip_to(signature)
        return Unread(line=line, reason=f"record {self._number:,}: {reason}")

    def _skip_to(self, signature: re.Pattern[str]) -> None:
        """Go to the next record that begins like the others."""
        at = self._at + 1
        while True:
            found = signature.search(self._text, at)
            if found:
                self._go_to(found.start())
                return
            self._go_to(max(self._at, len(self._text) - _LONGEST_SIGNATURE))
            at = min(1, len(self._text))
            if not self._more():
                self._go_to(len(self._text))
                self._was_lost = True
                return

    def _skip_by_brackets(self) -> None:
        """Go to where the brackets of a record close."""
        depth, in_string = 0, False
        while True:
            at, text = self._at, self._text
            while at < len(text):
                found = (_IN_STRING() if in_string else _MARKS()).search(text, at)
                if found is None or (found.end() >= len(text) and in_string):
                    at = len(text) if found is None or text[-1] != "\\" else len(text) - 1
                    break
                at = found.end() + in_string
                if in_string or found[0] == '"':
                    in_string = not in_string
                else:
                    depth += 1 if found[0] in "[{" else -1
                if depth <= 0 and not in_string:
                    is_anothers = depth < 0 and at - 1 > self._at
                    self._go_to(at - 1 if is_anothers else at)
                    return
            self._go_to(at)
            if not self._more():
                self._go_to(len(self._text))
                return

    def _to_next(self) -> bool:
        """Go to the next thing that is no blank and no comma; False at the end of the file."""
        while True:
            found = _BETWEEN().match(self._text, self._at)
            self._go_to(found.end() if found else self._at)
            if self._at < len(self._text):
                return True
            if not self._more():
                return False

    def _go_to(self, at: int) -> None:
        self._line += self._text.count("\n", self._at, at)
        self._at = at

    def _more(self) -> bool:
        """Read more of the file: as much again as is held, so that a long record is tried a few times only."""
        held = len(self._text) - self._at
        parts = [self._text[self._at :]]
        got = 0
        for piece in self._pieces:
            parts.append(piece)
            got += len(piece)
            if got >= held:
                break
        else:
            self._is_over = True
        self._text, self._at = "".join(parts), 0
        return got > 0


def _signature_of(text: str) -> re.Pattern[str] | None:
    """How records like this one begin: their first two keys, which nothing within a record has in that order."""
    found = _FIRST_KEYS().match(text)
    if found is None:
        return None
    return re.compile(rf'\{{\s*"{found[1]}"\s*:\s*(?:"(?:[^"\\]|\\.){{0,2000}}"|[\w.+-]+)\s*,\s*"{found[2]}"\s*:')


def _skip_blank(text: str) -> int:
    return len(text) - len(text.lstrip())


def _reason(error: ValueError) -> str:
    return f"no JSON: {error.msg}" if isinstance(error, json.JSONDecodeError) else "no JSON"
