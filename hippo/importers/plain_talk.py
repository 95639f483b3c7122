"""What was said in a text that people keep: a note, a pasted conversation, minutes of a meeting.

A line such as `User: …`, `**Assistant:** …` or `## Human` says who speaks from there on; without any, a person does.
Among such lines, what `Tool:` or `System:` said is nobody's. A turn is at most TURN_CHARACTERS long, so that a file of
any size is read piece by piece; `<private>` that was opened before a cut hides what follows it.
"""

from __future__ import annotations

import re

from hippo.core.capture.turn import Speaker, Turn, Unread
from hippo.core.lazy_pattern import lazily
from hippo.core.private import without_private

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

#: Characters of a turn (chosen: longer than any message, short against the memory of a machine).
TURN_CHARACTERS = 256 * 1024

_PERSONS = "user|human|me|you|person|prompt"
_AGENTS = "assistant|ai|agent|bot|claude|codex|chatgpt|gpt|gemini|copilot|cursor|model|answer"
_OTHERS = "system|developer|tool|tool result|tool output|tool call|function"
_LABEL = lazily(
    rf"\s*(?:#{{1,6}}\s+|[>•*-]\s+)?(?:\*\*|__)?\[?(?:(?P<person>{_PERSONS})|(?P<agent>{_AGENTS})|(?P<other>{_OTHERS}))\]?"
    r"(?:\s*[(\[][^)\]\n]{0,40}[)\]])?(?:\s*(?:\*\*|__))?\s*(?P<colon>:)?\s*(?:\*\*|__)?\s*(?P<rest>.*)\Z",
    re.IGNORECASE,
)
_SENTINEL = "\ue000"


def turns(lines: Iterable[tuple[int, str | None]]) -> Iterator[Turn | Unread]:
    """The turns of a text in its order."""
    speaker: Speaker | None = Speaker.PERSON
    kept: list[str] = []
    start, size, before, is_talk = 1, 0, "", False
    for number, line in lines:
        if line is None:
            yield Unread(line=number, reason="longer than a message can be")
        said = line or ""
        label = _label_in(said)
        if label and label[0] is None and not is_talk:
            label = None
        if label or size > TURN_CHARACTERS:
            yield from _turn(kept, speaker, start, before)
            before = "" if label else _left_open(before + "\n".join(kept))
            kept, start, size = [], number, 0
        if label:
            is_talk = True
            speaker, said = label
        kept.append(said)
        size += len(said) + 1
    yield from _turn(kept, speaker, start, before)


def _turn(lines: list[str], speaker: Speaker | None, start: int, before: str) -> Iterator[Turn]:
    text = "\n".join(lines)
    if speaker is not None and text.strip():
        yield Turn(text=before + text, speaker=speaker, line=start, has_own_lines=True)


def _label_in(line: str) -> tuple[Speaker | None, str] | None:
    """Who speaks from this line on, and the rest of it; None if it names nobody. None as the speaker is no one."""
    found = re.match(_LABEL(), line) if line[:40].strip() else None
    if found is None or not (found["colon"] or (line.lstrip().startswith("#") and not found["rest"])):
        return None
    speaker = Speaker.PERSON if found["person"] else Speaker.AGENT if found["agent"] else None
    return speaker, found["rest"]


def _left_open(text: str) -> str:
    """The tag that hides what follows a text in which a private part was left open; empty if none was."""
    return "" if without_private(text + _SENTINEL)[0].endswith(_SENTINEL) else "<private>"
