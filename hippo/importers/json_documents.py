"""Messages of a talk that is one JSON document, however it is broken into lines, and where it is cut off."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta

from hippo.core.capture.turn import Unread
from hippo.core.lazy_pattern import lazily

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

#: Characters of a document that are read (chosen: a talk of days is a few megabytes).
LONGEST_DOCUMENT = 32 * 1024 * 1024
_LIST = lazily(r'(?<!\\)"messages"\s*:\s*\[')
_BETWEEN = lazily(r"[\s,]*")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def messages_in(lines: Iterable[tuple[int, str | None]]) -> Iterator[tuple[int, dict[str, Any]] | Unread]:
    """The objects in the list `messages` with the lines they begin at; from one that cannot be read on, Unread."""
    kept: list[str] = []
    size = 0
    for number, line in lines:
        if line is None or size > LONGEST_DOCUMENT:
            yield Unread(line=number, reason="longer than a talk can be")
            break
        kept.append(line)
        size += len(line) + 1
    text = "\n".join(kept)
    beginning = re.search(_LIST(), text)
    if beginning is None:
        yield Unread(line=1, reason="no messages in it")
        return
    yield from _read(text, beginning.end())


def moment_after(milliseconds: Any) -> datetime | None:
    """The moment so many milliseconds after the beginning of 1970, if it is a number that gives one."""
    if isinstance(milliseconds, bool) or not isinstance(milliseconds, int | float):
        return None
    try:
        return _EPOCH + timedelta(milliseconds=milliseconds)
    except (OverflowError, ValueError):
        return None


def _read(text: str, at: int) -> Iterator[tuple[int, dict[str, Any]] | Unread]:
    decoder = json.JSONDecoder()
    between = _BETWEEN()
    line, counted = 1, 0
    while True:
        found = between.match(text, at)
        at = found.end() if found else at
        line, counted = line + text.count("\n", counted, at), at
        if text[at : at + 1] == "]":
            return
        try:
            message, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            yield Unread(line=line, reason="no JSON from here on")
            return
        if isinstance(message, dict):
            yield line, message
