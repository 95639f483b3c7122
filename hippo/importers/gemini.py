"""What was said in a chat of Gemini CLI: one JSON record a line, or in older files one document with all messages.

Records carry an `id`; one that is repeated takes the place of the one before it. A person's words are
`displayContent` where the program has put something before them, else `content`; what tools answer has no text, and
`<session_context>` is nobody's. `$set` changes the header, or brings messages that were there before.
"""

from __future__ import annotations

from hippo.core.capture.turn import Speaker, Turn, Unread
from hippo.importers.json_documents import messages_in
from hippo.importers.json_lines import moment_in, records, string_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

_CLUES = ('"user"', '"gemini"', '"sessionId"')
_SPEAKERS = {"user": Speaker.PERSON, "gemini": Speaker.AGENT}
#: How texts begin that no person typed.
_INSERTED = ("<session_context", "<state_snapshot")


def is_record(record: dict[str, Any]) -> bool:
    """Whether a record is one of Gemini CLI's."""
    is_message = string_in(record, "type") in _SPEAKERS and "content" in record and "sessionId" not in record
    return "projectHash" in record or isinstance(record.get("$set"), dict) or is_message


def turns(lines: Iterable[tuple[int, str | None]]) -> Iterator[Turn | Unread]:
    """The turns of a chat in the order of its lines."""
    session, last_id, last = "", "", None
    for found in records(lines, _CLUES):
        if isinstance(found, Unread):
            yield found
            continue
        number, record = found
        session = string_in(record, "sessionId") or session
        for message in _messages(record):
            turn = _turn(message, number, session)
            if turn is None:
                continue
            if last and (not last_id or string_in(message, "id") != last_id):
                yield last
            last_id, last = string_in(message, "id"), turn
    if last:
        yield last


def document_turns(lines: Iterable[tuple[int, str | None]]) -> Iterator[Turn | Unread]:
    """The turns of a chat that is one document."""
    for found in messages_in(lines):
        if isinstance(found, Unread):
            yield found
        elif turn := _turn(found[1], found[0], ""):
            yield turn


def _messages(record: dict[str, Any]) -> list[dict[str, Any]]:
    change = record.get("$set")
    found = change.get("messages") if isinstance(change, dict) else [record]
    return [each for each in found if isinstance(each, dict)] if isinstance(found, list) else []


def _turn(message: dict[str, Any], line: int, session: str) -> Turn | None:
    speaker = _SPEAKERS.get(string_in(message, "type"))
    text = (_text(message.get("displayContent")) or _text(message.get("content"))).strip()
    if speaker is None or not text or text.startswith(_INSERTED):
        return None
    return Turn(text=text, speaker=speaker, line=line, said_at=moment_in(message), session=session)


def _text(content: Any) -> str:
    """The text of a message: a text itself, or parts, of which thoughts and answers of tools are left out."""
    if isinstance(content, str):
        return content
    parts = [each for each in content if isinstance(each, dict)] if isinstance(content, list) else []
    texts = (part.get("text") for part in parts if not part.get("thought"))
    return "\n\n".join(text for text in texts if isinstance(text, str))
