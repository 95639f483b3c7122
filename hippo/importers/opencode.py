"""What was said in a session that `opencode export` wrote: one document with `info` and `messages`.

A message has an `info` with its role, and `parts`, of which the texts are somebody's words but for those that the
program has put in (`synthetic`). One that is cut off is read up to where it ends.
"""

from __future__ import annotations

from hippo.core.capture.turn import Speaker, Turn, Unread
from hippo.importers.json_documents import messages_in, moment_after
from hippo.importers.json_lines import string_in, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

_SPEAKERS = {"user": Speaker.PERSON, "assistant": Speaker.AGENT}


def turns(lines: Iterable[tuple[int, str | None]]) -> Iterator[Turn | Unread]:
    """The turns of a session in their order."""
    for found in messages_in(lines):
        if isinstance(found, Unread):
            yield found
            continue
        number, message = found
        turn = _turn(message, number)
        if turn is not None:
            yield turn


def _turn(message: dict[str, Any], line: int) -> Turn | None:
    info, parts = message.get("info"), message.get("parts")
    if not isinstance(info, dict) or not isinstance(parts, list):
        return None
    speaker = _SPEAKERS.get(string_in(info, "role"))
    text = text_of([each for each in parts if isinstance(each, dict) and not each.get("synthetic")], ("text",))
    if speaker is None or not text.strip():
        return None
    time = info.get("time")
    said_at = moment_after(time.get("created")) if isinstance(time, dict) else None
    return Turn(text=text, speaker=speaker, line=line, said_at=said_at, session=string_in(info, "sessionID"))
