"""What was said in a session of Copilot CLI: one event a line.

A person's words are the `content` of `user.message`, the agent's that of `assistant.message`; what the program adds for
the model stands in `transformedContent`, which is not read.
"""

from __future__ import annotations

from hippo.core.capture.turn import Speaker, Turn, Unread
from hippo.importers.json_lines import moment_in, records, string_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

_CLUES = ('"session.start"', '"user.message"', '"assistant.message"')
_SPEAKERS = {"user.message": Speaker.PERSON, "assistant.message": Speaker.AGENT}


def is_record(record: dict[str, Any]) -> bool:
    """Whether a record is one of Copilot's."""
    return isinstance(record.get("data"), dict) and "." in string_in(record, "type")


def turns(lines: Iterable[tuple[int, str | None]]) -> Iterator[Turn | Unread]:
    """The turns of a session in the order of its lines."""
    session = ""
    for found in records(lines, _CLUES):
        if isinstance(found, Unread):
            yield found
            continue
        number, record = found
        kind, data = string_in(record, "type"), record.get("data")
        if not isinstance(data, dict):
            continue
        if kind == "session.start":
            session = string_in(data, "sessionId")
        text = string_in(data, "content")
        if kind in _SPEAKERS and text.strip():
            speaker = _SPEAKERS[kind]
            yield Turn(text=text, speaker=speaker, line=number, said_at=moment_in(record), session=session)
