"""The memories in a document: which blocks stand together, and under which headings.

* An item of a list is one. A list that a line ending in a colon introduces stays with that line, for its items
  say nothing alone.
* The prose of a section is one, with its fences, tables and quotations. In a section that is longer than
  LONGEST_SECTION each paragraph is one, with what follows it that is none.

A line that is bold as a whole, as memories of other tools have it, heads what follows like a heading.
"""

from __future__ import annotations

import re

from hippo.core.lazy_pattern import lazily
from hippo.core.value import value
from hippo.importers.markdown_blocks import Block, Kind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

#: Characters of a section that is taken as a whole (chosen: half of what one recall returns at most).
LONGEST_SECTION = 2_000
#: Characters of prose that are held until its section ends (chosen: it bounds the memory that a long file takes).
_MOST_HELD = 4 * 1024 * 1024
_BOLD = lazily(r"[ \t]*(?:\*\*([^*\n]+)\*\*|__([^_\n]+)__)[ \t]*:?[ \t]*\Z")
_BELOW_HEADINGS = 7


@value
class Section:
    """A text that stands by itself, its line, and the headings above it, the outermost first."""

    text: str
    line: int
    headings: tuple[str, ...] = ()


def sections(found: Iterable[Block]) -> Iterator[Section]:
    """The texts of a document that can be memories, in its order."""
    path: list[tuple[int, str]] = []
    held: list[Block] = []
    size = 0
    for block in found:
        title = _title(block)
        headings = tuple(name for _, name in path)
        if title is not None:
            yield from _prose(held, headings)
            held, size = [], 0
            level = block.level or _BELOW_HEADINGS
            path = [*(each for each in path if each[0] < level), (level, title)]
            continue
        if block.kind is Kind.ITEM and not _is_introduced(held):
            yield from _prose(held, headings)
            held, size = [], 0
            yield Section(text=block.text, line=block.line, headings=headings)
            continue
        if block.kind is not Kind.ITEM and held and held[-1].kind is Kind.ITEM:
            yield from _prose(held, headings)
            held, size = [], 0
        held.append(block)
        size += len(block.text)
        if size > _MOST_HELD:
            yield from _prose(held, headings)
            held, size = [], 0
    yield from _prose(held, tuple(name for _, name in path))


def _title(block: Block) -> str | None:
    """The words of a heading; None for what is none."""
    if block.kind is Kind.HEADING:
        return block.text
    bold = _BOLD().match(block.text) if block.kind is Kind.TEXT else None
    return (bold[1] or bold[2]).strip(" :") if bold else None


def _is_introduced(held: Sequence[Block]) -> bool:
    """Whether a list would belong to the text before it."""
    return bool(held) and (held[-1].kind is Kind.ITEM or held[-1].text.rstrip("*_ ").endswith(":"))


def _prose(held: Sequence[Block], headings: tuple[str, ...]) -> Iterator[Section]:
    if sum(len(block.text) for block in held) <= LONGEST_SECTION:
        groups = [held] if held else []
    else:
        groups = list(_apart(held))
    for group in groups:
        yield Section(text=_joined(group), line=group[0].line, headings=headings)


def _apart(held: Sequence[Block]) -> Iterator[list[Block]]:
    """Each paragraph with what follows it that is none; items of a list that is too long alone."""
    group: list[Block] = []
    for block in held:
        if block.kind in (Kind.TEXT, Kind.ITEM) and group:
            yield group
            group = []
        group.append(block)
    if group:
        yield group


def _joined(group: Sequence[Block]) -> str:
    if len(group) == 1:
        return group[0].text
    text = ""
    for block in group:
        if block.kind is Kind.ITEM:
            indent = " " * (len(block.mark) + 1)
            text += f"\n{block.mark} " + re.sub(r"\n(?=[^\n])", f"\n{indent}", block.text)
        else:
            text += f"\n\n{block.text}"
    return text.lstrip("\n")
