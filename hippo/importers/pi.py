"""What was said in a session of Pi: one entry a line, a tree by `id` and `parentId`.

All branches are read: what was said on one that was left was said all the same. Results of tools, the system's part,
summaries of a compaction and of a branch are nobody's words.
"""

from __future__ import annotations

from hippo.core.capture.turn import Speaker, Turn, Unread
from hippo.importers.json_lines import moment_in, records, string_in, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

_CLUES = ('"session"', '"user"', '"assistant"')
_SPEAKERS = {"user": Speaker.PERSON, "assistant": Speaker.AGENT}


def is_record(record: dict[str, Any]) -> bool:
    """Whether a record is one of Pi's."""
    message = record.get("message")
    is_message = record.get("type") == "message" and isinstance(message, dict) and "role" in message
    return is_message or (record.get("type") == "session" and "cwd" in record)


def turns(lines: Iterable[tuple[int, str | None]]) -> Iterator[Turn | Unread]:
    """The turns of a session in the order of its lines."""
    session = ""
    for found in records(lines, _CLUES):
        if isinstance(found, Unread):
            yield found
            continue
        number, record = found
        if record.get("type") == "session":
            session = string_in(record, "id")
        message = record.get("message")
        if record.get("type") != "message" or not isinstance(message, dict):
            continue
        speaker = _SPEAKERS.get(string_in(message, "role"))
        text = text_of(message.get("content"), ("text",))
        if speaker and text.strip():
            yield Turn(text=text, speaker=speaker, line=number, said_at=moment_in(record), session=session)
