"""What was said in a transcript of Claude Code: one JSON record a line, of many types.

A person's words are `user` records whose content is a text or text blocks; the agent's are text blocks of `assistant`
records. Tool calls and their results, thinking, summaries of a compaction, bodies of skills, caveats and what the
program itself inserts are nobody's words. In the records of a subagent the user is an agent, so only its answers are
read.
"""

from __future__ import annotations

from hippo.core.capture.turn import Speaker, Turn, Unread
from hippo.importers.json_lines import moment_in, records, string_in, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

_CLUES = ('"user"', '"assistant"')
_SPEAKERS = {"user": Speaker.PERSON, "assistant": Speaker.AGENT}
#: How texts begin that no person typed.
_INSERTED = (
    "<command-",
    "<local-command-",
    "<task-notification",
    "<system-reminder",
    "<bash-",
    "Caveat: ",
    "[Request ",
)


def is_record(record: dict[str, Any]) -> bool:
    """Whether a record is one of Claude Code's."""
    return "sessionId" in record or (string_in(record, "type") in _SPEAKERS and "message" in record)


def turns(lines: Iterable[tuple[int, str | None]]) -> Iterator[Turn | Unread]:
    """The turns of a transcript in the order of its lines."""
    for found in records(lines, _CLUES):
        if isinstance(found, Unread):
            yield found
            continue
        number, record = found
        text = _said(record)
        if text:
            yield Turn(
                text=text,
                speaker=_SPEAKERS[record["type"]],
                line=number,
                said_at=moment_in(record),
                session=string_in(record, "sessionId"),
            )


def _said(record: dict[str, Any]) -> str:
    """What a record says in somebody's own words."""
    kind, message = string_in(record, "type"), record.get("message")
    if kind not in _SPEAKERS or not isinstance(message, dict):
        return ""
    if record.get("isMeta") or record.get("isCompactSummary") or (kind == "user" and record.get("isSidechain")):
        return ""
    text = text_of(message.get("content"), ("text",))
    return "" if text.lstrip().startswith(_INSERTED) else text
