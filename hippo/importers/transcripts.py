"""Transcripts of any kind: which format a file has, and the turns in it."""

from __future__ import annotations

from enum import StrEnum
from itertools import chain

from hippo.importers import claude_code, codex, plain_talk
from hippo.importers.json_lines import parsed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from hippo.core.capture.turn import Turn, Unread

    Lines = Iterable[tuple[int, str | None]]

#: Lines and characters that are looked at to know a format (chosen: a transcript may begin with records of kinds that
#: are new, and one of them may be large).
_LOOKED_AT = 50
_MOST_CHARACTERS = 4 * 1024 * 1024


class Format(StrEnum):
    """How a transcript is written."""

    CLAUDE_CODE = "claude-code"
    CODEX = "codex"
    PLAIN = "text"


_READERS = {Format.CLAUDE_CODE: claude_code.turns, Format.CODEX: codex.turns, Format.PLAIN: plain_talk.turns}


def read(lines: Lines) -> tuple[Format, Iterator[Turn | Unread]]:
    """The format of a transcript, and its turns as they are read."""
    left = iter(lines)
    first: list[tuple[int, str | None]] = []
    size = 0
    for number, line in left:
        first.append((number, line))
        size += len(line or "")
        if len(first) >= _LOOKED_AT or size > _MOST_CHARACTERS:
            break
    found = format_of([line for _, line in first if line])
    return found, _READERS[found](chain(first, left))


def format_of(lines: Sequence[str]) -> Format:
    """The format that the first lines have; a text if no line is a record of an agent's."""
    for line in lines:
        record = parsed(line) if line.lstrip().startswith("{") else None
        if record and codex.is_record(record):
            return Format.CODEX
        if record and claude_code.is_record(record):
            return Format.CLAUDE_CODE
    return Format.PLAIN
