"""What was said in a rollout of Codex: one JSON record a line.

Every message stands in it twice, as an event and as an item of the model's conversation; the items are read, which old
and new files have alike. The developer's messages and those that only carry AGENTS.md or the environment are nobody's.
"""

from __future__ import annotations

from hippo.core.capture.turn import Speaker, Turn, Unread
from hippo.importers.json_lines import moment_in, records, string_in, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

_CLUES = ('"message"', '"session_meta"')
_SPEAKERS = {"user": Speaker.PERSON, "assistant": Speaker.AGENT}
_TEXTS = ("input_text", "output_text", "text")
#: How texts begin that no person typed.
_INSERTED = ("# AGENTS.md instructions", "<environment_context", "<user_instructions", "<INSTRUCTIONS", "<turn_aborted")


def is_record(record: dict[str, Any]) -> bool:
    """Whether a record is one of Codex's."""
    return isinstance(record.get("payload"), dict) and isinstance(record.get("type"), str)


def turns(lines: Iterable[tuple[int, str | None]]) -> Iterator[Turn | Unread]:
    """The turns of a rollout in the order of its lines."""
    session = ""
    for found in records(lines, _CLUES):
        if isinstance(found, Unread):
            yield found
            continue
        number, record = found
        payload = record.get("payload")
        if not isinstance(payload, dict):
            continue
        if record.get("type") == "session_meta":
            session = string_in(payload, "id")
        text = _said(record, payload)
        if text:
            speaker = _SPEAKERS[payload["role"]]
            yield Turn(text=text, speaker=speaker, line=number, said_at=moment_in(record), session=session)


def _said(record: dict[str, Any], payload: dict[str, Any]) -> str:
    """What an item says in somebody's own words."""
    if (
        record.get("type") != "response_item"
        or payload.get("type") != "message"
        or string_in(payload, "role") not in _SPEAKERS
    ):
        return ""
    text = text_of(payload.get("content"), _TEXTS)
    return "" if text.lstrip().startswith(_INSERTED) else text
