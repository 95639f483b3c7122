"""Which entry of the core pages a text means: by id, as a whole, by a part, by a part in other case and spacing.

The first of these ways that finds anything decides. A part that several entries have is no answer: changing the wrong
one would be noticed when it is needed.
"""

from __future__ import annotations

from hippo.core.identity import identity
from hippo.core.memory import ID_PREFIX as MEMORY_PREFIX
from hippo.core.memory import digits_of
from hippo.core.pages import ID_PREFIX, AmbiguousEntry, EntryNotFound

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hippo.core.pages import CoreEntry

#: Entries that are named when none matches.
NEAREST = 5
#: Characters of a text that are compared, and the upper bound of a likeness below which none is worked out (chosen: the
#: work grows with the square of the length, and a file may hold thousands of texts).
_COMPARED = 400
_FAR = 0.2


def resolved(match: str, entries: Sequence[CoreEntry]) -> CoreEntry:
    """The one entry that is meant.

    Raises AmbiguousEntry or EntryNotFound.
    """
    for found in _ways(match, entries):
        if len(found) == 1:
            return found[0]
        if found:
            raise AmbiguousEntry(match, found)
    raise EntryNotFound(match, nearest(match, entries))


def nearest(match: str, entries: Sequence[CoreEntry]) -> list[CoreEntry]:
    """The entries that look most like a text, the most alike first."""
    wanted = folded(match)
    return sorted(entries, key=lambda each: -likeness(wanted, folded(each.text)))[:NEAREST]


def likeness(one: str, other: str) -> float:
    """How much the beginnings of two texts have in common, from 0 to 1: Ratcliff and Obershelp's ratio."""
    from difflib import SequenceMatcher

    compared = SequenceMatcher(None, one[:_COMPARED], other[:_COMPARED], autojunk=False)
    return compared.ratio() if compared.quick_ratio() >= _FAR else 0.0


def folded(text: str) -> str:
    """A text without differences of case and spacing."""
    return identity(text).casefold()


def _ways(match: str, entries: Sequence[CoreEntry]) -> Iterator[list[CoreEntry]]:
    digits = _digits_of(match)
    yield [each for each in entries if digits and each.id.startswith(ID_PREFIX + digits)]
    wanted = match.strip("\n")
    yield [each for each in entries if each.text == wanted]
    if not wanted.strip():
        return
    yield [each for each in entries if wanted in each.text]
    loosely = folded(wanted)
    yield [each for each in entries if loosely in folded(each.text)]


def _digits_of(match: str) -> str:
    """The digits of an id or of the beginning of one, nothing if it is none."""
    name = match.strip().lower()
    prefix = next((each for each in (ID_PREFIX, MEMORY_PREFIX) if name.startswith(each)), "")
    return digits_of(name, prefix) if prefix else ""
