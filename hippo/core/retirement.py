"""What a project has done with, and whether a memory still relies on it.

Names are compared word by word under their stems; `moment.js` is `moment`, and a version belongs to the name before it.
"""

from __future__ import annotations

import re

from hippo.core.alternatives import is_tool
from hippo.core.stems import stem
from hippo.core.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

#: Words between a name and its version (chosen: `Python 3.10 and 3.9`, `Node.js versions 16 and 18`).
_APART = 5

_TOKEN = re.compile(r"--?[a-z][\w-]*|\w+(?:[.\-]\w+)*", re.IGNORECASE)
_VERSION = re.compile(r"v?\d+(?:\.(?:\d+|x))*\Z", re.IGNORECASE)
_ARTICLE = r"(?:(?:the|an?|any|our|your|its|version|old|plain|only|just)\s+)*"
_USE = (
    r"(?:us(?:e[sd]?|ing)|support(?:s|ed|ing)?|(?:depend|rel(?:y|ies))(?:s|ed|ing)?\s+on|install(?:s|ed|ing)?"
    r"|add(?:s|ed|ing)?|adopt(?:s|ed|ing)?|go(?:es|ing)?\s+with|import(?:s|ed|ing)?)"
)
#: What stands before a name that a text turns down, or calls past.
_DENIED_BEFORE = re.compile(
    r"(?:\b(?:not|never|no|without|instead\s+of|rather\s+than|than|over|from|off|avoid\w*|away\s+from|no\s+longer|neither|nor"
    r"|drop(?:s|ped|ping)?|remov\w+|replac\w+|retir\w+|stop(?:s|ped|ping)?|left|ban\w*|forbid\w*|deprecat\w+|delet\w+)\b"
    rf"|n['’]t\b)\s*(?:{_USE}\s+)?(?:support\s+for\s+)?{_ARTICLE}[\"'`]*\Z",
    re.IGNORECASE,
)
#: What follows it then.
_DENIED_AFTER = re.compile(
    r"[\"'`]*\s*(?:support\s+)?(?:(?:is|was|are|were|has\s+been|have\s+been|got)\s+(?:gone|no\s+longer|removed|replaced"
    r"|dropped|deprecated|dead|retired|not|never|banned|forbidden|out)|isn['’]t|has\s+to\s+go|must\s+go)\b",
    re.IGNORECASE,
)
#: A thing of its kind, not the tool of that name: `wait a moment`.
_ONE_OF_MANY = re.compile(r"\b(?:an?|this|that|every|each|some|any|last|next)\s+\Z", re.IGNORECASE)
#: What stands before a name that a text relies on.
_USED_BEFORE = re.compile(
    rf"(?:^\W*|\b(?:{_USE}|with|via|through|by|in|on|to|into|is|are|be|require[sd]?|requiring|needs?|needed|run(?:s|ning)?"
    r"|prefer(?:s|red)?|keeps?|kept|want|chose|chosen|pick(?:s|ed)?|like|calls?|tests?)\s+)"
    rf"{_ARTICLE}[\"'`]*\Z",
    re.IGNORECASE,
)


@value
class Retirement:
    """A thing that a project has done with, under all its names, and what takes its place, "" for nothing.

    `named` says that the text which tells of it names the thing itself; else it follows from what takes its place.
    """

    gone: tuple[str, ...]
    instead: str = ""
    named: bool = True


@value
class _Place:
    """Where a text speaks of a name."""

    name: str
    start: int
    end: int


def words_of(text: str) -> list[str]:
    """The words by which a text speaks of things: small letters, stems, `moment` for `moment.js`."""
    return [_normal(found[0]) for found in _TOKEN.finditer(text)]


def relied_on(text: str, retirement: Retirement) -> str:
    """The name of the retired thing that a text relies on; "" if it does not speak of it, or turns it down itself."""
    return next((place.name for place in _places(text, retirement) if _is_relied_on(text, place, retirement)), "")


def is_name(words: str) -> bool:
    """Whether a phrase is a name: a tool, an identifier, something with a version, not only everyday words."""
    parts = words.split()
    return is_tool(words.lower()) or any(
        is_tool(part.lower()) or not part.isalpha() or part[1:] != part[1:].lower() for part in parts
    )


def _is_relied_on(text: str, place: _Place, retirement: Retirement) -> bool:
    before, after = text[: place.start], text[place.end :]
    if _DENIED_BEFORE.search(before[-80:]) or _DENIED_AFTER.match(after[:60]):
        return False
    if " " not in place.name and place.name.islower() and _ONE_OF_MANY.search(before[-20:]):
        return False
    if not _is_same_name(text[place.start : place.end], place.name):
        return False
    if retirement.named and (is_name(place.name) or place.name[:1].isupper()):
        return True
    return _USED_BEFORE.search(before[-60:]) is not None


def _is_same_name(there: str, name: str) -> bool:
    """Whether a name stands in a text as it was named: only those of tools and versions are written in any case."""
    parts = name.split()
    if any(is_tool(part.lower()) or _VERSION.match(part) for part in (name, *parts)) or name.islower():
        return True
    return name in there


def _places(text: str, retirement: Retirement) -> Iterator[_Place]:
    found = list(_TOKEN.finditer(text))
    words = [_normal(each[0]) for each in found]
    for name in retirement.gone:
        wanted = words_of(name)
        for at in range(len(words) if wanted and len(wanted) == len(name.split()) else 0):
            end = _end_of(words, at, wanted)
            if end:
                yield _Place(name=name, start=found[at].start(), end=found[end - 1].end())


def _end_of(words: Sequence[str], at: int, wanted: Sequence[str]) -> int:
    """Where a name that begins at a word ends; 0 if it does not begin there."""
    *name, last = wanted
    if name and _VERSION.match(last):
        near = words[at + len(name) : at + len(name) + 1 + _APART]
        return at + len(name) + 1 if list(words[at : at + len(name)]) == name and last in near else 0
    return at + len(wanted) if list(words[at : at + len(wanted)]) == list(wanted) else 0


def _normal(word: str) -> str:
    lowered = word.lower()
    if is_tool(lowered.removesuffix(".js")):
        return lowered.removesuffix(".js")
    if _VERSION.match(lowered):
        return lowered.removeprefix("v")
    return stem(lowered)
