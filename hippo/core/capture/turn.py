"""What somebody said in a talk, and where it stands."""

from __future__ import annotations

from enum import StrEnum

from hippo.core.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime


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
