"""Transcripts of any kind: which format a file has, and the turns in it."""

from __future__ import annotations

import re
from enum import StrEnum
from itertools import chain

from hippo.core.lazy_pattern import lazily
from hippo.importers import claude_code, codex, copilot, gemini, opencode, pi, plain_talk
from hippo.importers.json_lines import parsed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from hippo.core.capture.turn import Turn, Unread

    Lines = Iterable[tuple[int, str | None]]
    Reader = Callable[[Lines], Iterator[Turn | Unread]]

#: Lines and characters that are looked at to know a format (chosen: a transcript may begin with records of kinds that
#: are new, and one of them may be large).
_LOOKED_AT = 50
_MOST_CHARACTERS = 4 * 1024 * 1024
_BEGINNING = 4096


class Format(StrEnum):
    """How a transcript is written."""

    CLAUDE_CODE = "claude-code"
    CODEX = "codex"
    GEMINI = "gemini"
    COPILOT = "copilot"
    PI = "pi"
    OPENCODE = "opencode"
    PLAIN = "text"


#: In this order: Claude Code is known by a field that others have as well.
_BY_RECORD = (
    (Format.CODEX, codex),
    (Format.GEMINI, gemini),
    (Format.COPILOT, copilot),
    (Format.PI, pi),
    (Format.CLAUDE_CODE, claude_code),
)
#: How documents begin.
_BY_BEGINNING = (
    (Format.OPENCODE, opencode.turns, lazily(r'\s*\{\s*"info"\s*:\s*\{')),
    (
        Format.GEMINI,
        gemini.document_turns,
        lazily(r'\s*\{\s*"sessionId"\s*:\s*"[^"]*",\s*"projectHash"\s*:[^{}]*"messages"\s*:'),
    ),
)


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
    found, reader = known_format([line for _, line in first if line])
    return found, reader(chain(first, left))


def known_format(lines: Sequence[str]) -> tuple[Format, Reader]:
    """The format that the first lines have, and its reader; a text if no line is a record of an agent's."""
    beginning = "\n".join(lines)[:_BEGINNING]
    for form, reader, pattern in _BY_BEGINNING:
        if re.match(pattern(), beginning):
            return form, reader
    for line in lines:
        record = parsed(line) if line.lstrip().startswith("{") else None
        for form, module in _BY_RECORD:
            if record and module.is_record(record):
                return form, module.turns
    return Format.PLAIN, plain_talk.turns
