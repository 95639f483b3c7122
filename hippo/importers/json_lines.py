"""JSON lines as agents write them: any line may be half, garbage, or of a kind that nobody knows yet."""

from __future__ import annotations

import json

from hippo.clock import in_milliseconds, parse
from hippo.core.capture.turn import Unread

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import datetime
    from typing import Any


def records(
    lines: Iterable[tuple[int, str | None]], clues: tuple[str, ...]
) -> Iterator[tuple[int, dict[str, Any]] | Unread]:
    """The objects in the lines that hold one of the clues, with their line numbers."""
    for number, line in lines:
        if line is None:
            yield Unread(line=number, reason="longer than a message can be")
        elif line and not line.isspace() and any(clue in line for clue in clues):
            found = parsed(line)
            yield Unread(line=number, reason="no JSON") if found is None else (number, found)


def parsed(line: str) -> dict[str, Any] | None:
    """The object in a line; None if it holds none."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def text_of(content: Any, kinds: tuple[str, ...]) -> str:
    """The text of a message: a text itself, or blocks of which those of these kinds are read."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    blocks = (block for block in content if isinstance(block, dict) and string_in(block, "type") in kinds)
    return "\n\n".join(block["text"] for block in blocks if isinstance(block.get("text"), str))


def moment_in(record: dict[str, Any]) -> datetime | None:
    """The moment at which a record was written, if it tells one."""
    told = record.get("timestamp")
    try:
        return in_milliseconds(parse(told)) if isinstance(told, str) else None
    except ValueError:
        return None


def string_in(record: dict[str, Any], name: str) -> str:
    """A field that should be a text; empty for anything else."""
    found = record.get(name)
    return found if isinstance(found, str) else ""
