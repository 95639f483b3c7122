"""What somebody said in a talk, and where it stands."""

from __future__ import annotations

from enum import StrEnum

from hippo.core.lazy_pattern import lazily
from hippo.core.value import replace, value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime


#: Halves of characters, which JSON can hold, and control characters, among them those that steer a terminal.
_STEERING = lazily(r"\x1b\[[0-?]*[ -/]*[@-~]")
_UNREADABLE = lazily(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


class Speaker(StrEnum):
    """Who said it: the person whose word counts, or the agent that works for them."""

    PERSON = "person"
    AGENT = "agent"


@value
class Turn:
    """A text with its speaker, the line of the file at which it begins, and what else the file says of it.

    `has_own_lines` tells whether the text's lines are the file's, as in a note, or all stand in one, as in JSON.
    """

    text: str
    speaker: Speaker = Speaker.PERSON
    line: int = 1
    has_own_lines: bool = False
    said_at: datetime | None = None
    session: str = ""


@value
class Unread:
    """A line of a transcript that could not be read, and why."""

    line: int
    reason: str


def readable(turn: Turn) -> Turn:
    """The turn with U+FFFD for each character that no text can hold."""
    if turn.text.isprintable() or not _UNREADABLE().search(turn.text):
        return turn
    return replace(turn, text=_UNREADABLE().sub("\ufffd", _STEERING().sub("", turn.text)))
