"""What an importer finds in a file: something to keep, something somebody said, something left out, something broken.

Turns of talks go through the rules of `core.capture`, which keep the lessons in them; an item is a memory as it stands.
"""

from __future__ import annotations

from hippo.core.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import datetime

    Lines = Iterator[tuple[int, str | None]]
    Entry = "Item | Turn | LeftOut | Unread"


@value
class Item:
    """One memory to be: a rule, a fact of another memory, a note.

    `line` is where it begins in its file. What `is_standing` holds until somebody says otherwise: a rule in an
    instruction file, a fact that another memory has kept; notes are episodes. `files` are what it speaks of.
    """

    text: str
    line: int = 1
    tags: tuple[str, ...] = ()
    is_standing: bool = False
    happened_at: datetime | None = None
    expires_at: datetime | None = None
    files: tuple[str, ...] = ()


@value
class LeftOut:
    """Something that is not taken on purpose, where it stands, and why."""

    line: int
    reason: str


@value
class Source:
    """A file to be read: its name with `/` between folders, and its text, line by line or piece by piece.

    Lines are numbered from 1 and have no ends; None stands for one that is too long to be read.
    """

    name: str
    lines: Callable[[], Lines]
    pieces: Callable[[], Iterator[str]]

    @property
    def file_name(self) -> str:
        return self.name.rpartition("/")[2]
