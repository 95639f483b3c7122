"""The front matter of a note, read key by key: one that is broken costs itself alone."""

from __future__ import annotations

import re
from itertools import chain

from hippo.clock import in_milliseconds, parse
from hippo.core import front_matter
from hippo.core.front_matter import FENCE, BrokenFrontMatter
from hippo.core.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import datetime

    from hippo.core.capture.turn import Unread
    from hippo.importers.entries import LeftOut

    Seen = Iterator["tuple[int, str] | LeftOut | Unread"]

#: Lines in which a front matter must have ended (chosen: longer ones are a rule and a text below it).
_MOST_LINES = 400
_ENDS = (FENCE, "...")
#: Keys that tell a date, the best first.
_DATES = ("created", "created_at", "date", "modified", "updated", "updated_at")


@value
class Head:
    """The lines of a front matter, and whether one began that has no end."""

    lines: tuple[str, ...] = ()
    is_open: bool = False

    def text(self, key: str) -> str:
        """The text of a key, also of one below another; empty for a list, and for one that is broken."""
        content = self._content(key)
        return content if isinstance(content, str) else ""

    def texts(self, key: str) -> tuple[str, ...]:
        """The texts of a key that holds a list, or words with commas between them."""
        content = self._content(key)
        parts = _split(content) if isinstance(content, str) else content
        return tuple(part.strip().strip("'\"") for part in parts if part.strip())

    def moment(self) -> datetime | None:
        """The date that the front matter tells, if any."""
        for key in _DATES:
            found = moment_of(self.text(key))
            if found:
                return found
        return None

    def has(self, key: str) -> bool:
        return any(line.strip().startswith(f"{key}:") for line in self.lines)

    def _content(self, key: str) -> str | list[str]:
        outer = [line for line in self.lines if line[:1].strip() or line.lstrip().startswith("- ")]
        for lines in (self.lines, outer, [line.strip() for line in self.lines if line[:1].isspace()]):
            try:
                found = front_matter.read(lines, (key,))
            except BrokenFrontMatter:
                return self._as_it_stands(key)
            if key in found:
                return found[key]
        return ""

    def _as_it_stands(self, key: str) -> str:
        """What stands behind the key, for values that are not YAML, such as `globs: *.ts` or an open quote."""
        line = next(line for line in self.lines if line.strip().startswith(f"{key}:"))
        return line.partition(":")[2].strip().strip("'\"")


def moment_of(told: object) -> datetime | None:
    """The moment that a text tells; None for anything else."""
    try:
        return in_milliseconds(parse(told)) if isinstance(told, str) and told.strip() else None
    except ValueError:
        return None


def opened(seen: Seen) -> tuple[Head, Seen]:
    """The front matter of a document, and all that follows it."""
    before: list[tuple[int, str] | LeftOut | Unread] = []
    first = next(seen, None)
    if not isinstance(first, tuple) or first[1].rstrip() != FENCE:
        return Head(), chain([] if first is None else [first], seen)
    lines: list[str] = []
    for each in seen:
        before.append(each)
        if not isinstance(each, tuple):
            continue
        if each[1].rstrip() in _ENDS:
            return Head(lines=tuple(lines)), seen
        lines.append(each[1])
        if len(lines) > _MOST_LINES:
            break
    return Head(is_open=_looks_like_keys(lines)), chain(before, seen)


def _looks_like_keys(lines: Iterable[str]) -> bool:
    return ":" in next((line for line in lines if line.strip()), "")


def _split(content: str) -> list[str]:
    """Words with commas between them; a comma within braces parts nothing, as in `*.{ts,tsx}`."""
    return re.split(r",(?![^{]*\})", content.strip("[]"))
