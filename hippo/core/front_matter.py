"""The YAML block at the top of a Markdown file, read line by line: keys that hippo knows, and all the rest.

Lines that are not asked for (a person's keys, comments, blank lines) are never looked into and are kept where they
are. Why no YAML library: it would be the slowest import of `remember`, and none keeps comments without being slower
still.
"""

from __future__ import annotations

import re
from functools import lru_cache

from hippo.core import yaml_value
from hippo.core.value import value
from hippo.core.yaml_value import BrokenValue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from hippo.core.yaml_value import Content, Scalar

FENCE = "---"

_KEY = r"""(?P<quote>["']?)(?P<key>[A-Za-z_][\w-]*)(?P=quote)[ \t]*:(?:[ \t]+(?P<first>.*))?\Z"""
#: What belongs to the key above: what is indented, items of a list, and the end of a list in brackets.
_BELOW = r"[ \t]+\S|-[ \t]|-$|\]"


class BrokenFrontMatter(ValueError):
    """The block at the top of a file cannot be read; the message says where."""


@value
class _Entry:
    """The lines of one key, or, without a key, one line that is none.

    `first` is what stands behind the colon, `below` the lines that belong to it.
    """

    line: str
    key: str = ""
    first: str = ""
    below: tuple[str, ...] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        return (self.line, *self.below)


def split(text: str) -> tuple[list[str], str]:
    """The lines of the block and the text below it; no block, no lines.

    Raises BrokenFrontMatter when a block begins and does not end.
    """
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if lines[0].rstrip() != FENCE:
        return [], "\n".join(lines)
    for number, line in enumerate(lines[1:], start=1):
        if line.rstrip() == FENCE:
            return lines[1:number], "\n".join(lines[number + 1 :])
    raise BrokenFrontMatter("the front matter has no closing ---")


def read(lines: Sequence[str], keys: Collection[str]) -> dict[str, str | list[str]]:
    """Those of the keys that stand in a block, each with its text or its list of texts; the last of several counts.

    Raises BrokenFrontMatter for a key whose value is neither.
    """
    return {entry.key: _content(entry) for entry in _entries(lines) if entry.key in keys}


def write(values: Mapping[str, Content], before: Sequence[str] = (), *, own: Collection[str] = ()) -> list[str]:
    """The lines of a block that holds these values; what else stood in it `before` stays where it was.

    Keys of `own` that have no value any more go.
    """
    lines: list[str] = []
    left = dict(values)
    for entry in _entries(before):
        if entry.key in left:
            lines += _rewritten(entry, left.pop(entry.key))
        elif entry.key not in values and entry.key not in own:
            lines += entry.lines
    return lines + [_line(key, content) for key, content in left.items()]


def _rewritten(entry: _Entry, content: Content) -> Iterator[str]:
    """The lines of a key with its new content; as they were if that says the same, else with their comments."""
    line = _line(entry.key, content)
    if _says_the_same(entry, line):
        yield from entry.lines
        return
    own = yaml_value.comments(entry.first)
    yield f"{line}  {own[0]}" if own else line
    for comment in yaml_value.comments("", entry.below):
        yield f"  {comment}"


def _says_the_same(entry: _Entry, line: str) -> bool:
    try:
        return read(entry.lines, (entry.key,)) == read([line], (entry.key,))
    except BrokenFrontMatter:
        return False


def _line(key: str, content: Content) -> str:
    return _written(key, content if isinstance(content, str | int | float) else tuple(content))


@lru_cache(maxsize=1024, typed=True)
def _written(key: str, content: Scalar | tuple[str, ...]) -> str:
    """Files that are written one after the other have most of their lines in common: the cache saves half of them."""
    return f"{key}: {yaml_value.written(content)}"


def _content(entry: _Entry) -> str | list[str]:
    try:
        return yaml_value.read(entry.first, entry.below)
    except BrokenValue as error:
        raise BrokenFrontMatter(f"{entry.key}: {error}") from None


def _entries(lines: Sequence[str]) -> Iterator[_Entry]:
    """The block cut into keys with all their lines, and single lines that belong to no key."""
    position = 0
    while position < len(lines):
        line, position = lines[position], position + 1
        found = re.match(_KEY, line.rstrip())
        if found is None:
            yield _Entry(line=line)
            continue
        start = position
        while position < len(lines) and re.match(_BELOW, lines[position]):
            position += 1
        yield _Entry(line=line, key=found["key"], first=found["first"] or "", below=tuple(lines[start:position]))
