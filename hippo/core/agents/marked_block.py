"""hippo's block in a file of somebody else: two marks, each alone on a line, and what stands between them.

The marks name the agents for which the block is there: several read one AGENTS.md, a CLAUDE.md is often a link to it,
and the block leaves with the last of them.

What is put in can be taken out to the byte, without a record of how the file was:

* the block follows one empty line; if the file had no newline at its end, it has none behind the block either;
* line ends are those of the file, and the newline behind the first mark tells which they were; a crontab, for which a
  carriage return is a part of the command, has but one kind;
* a file that only hippo made ends with a newline, so it differs from an empty one that was there before.
"""

from __future__ import annotations

import re

from hippo.core.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_NAMES = re.compile(r"(?: [a-z][a-z0-9-]*)+\Z")


class BrokenMarks(ValueError):
    """The marks in a file are no pair; the message says what is wrong."""


@value
class Marks:
    """How marks are written in a kind of file: as a comment in its language."""

    before: str
    after: str
    newline: str = ""
    """The only line end that this kind of file knows; empty where either is one."""

    def begin(self, names: Iterable[str]) -> str:
        return f"{self.before}hippo:begin {' '.join(sorted(names))}{self.after}"

    @property
    def end(self) -> str:
        return f"{self.before}hippo:end{self.after}"

    def lines_in(self, text: str) -> list[re.Match[str]]:
        """The lines that begin like a mark: their indentation, which mark, what follows, a carriage return."""
        line = rf"^([ \t]*){re.escape(self.before)}hippo:(begin|end)\b([^\r\n]*?)[ \t]*(\r?)$"
        return list(re.finditer(line, text, re.MULTILINE))


MARKDOWN = Marks(before="<!-- ", after=" -->")
CRONTAB = Marks(before="# ", after="", newline="\n")


@value
class Block:
    """A block that was found: its place in the text, for whom it is, what it says, and how its lines are written."""

    start: int
    end: int
    names: frozenset[str]
    body: str
    indent: str
    newline: str


def find(text: str, marks: Marks = MARKDOWN) -> Block | None:
    """The block in a text, if there is one.

    Raises BrokenMarks for one mark without the other, for marks in the wrong order, or for more than one pair.
    """
    found = marks.lines_in(text)
    if not found:
        return None
    if [each[2] for each in found] != ["begin", "end"]:
        raise BrokenMarks(f"hippo's marks in it are no pair ({', '.join(each[2] for each in found)})")
    first, last = found
    names = first[3].removesuffix(marks.after)
    if not _NAMES.match(names) or not first[3].endswith(marks.after) or last[3] != marks.after:
        raise BrokenMarks("one of hippo's marks in it was changed")
    newline = first[4] + "\n"
    indent = first[1]
    inside = text[first.end() + 1 : last.start()]
    lines = inside.split(newline)[:-1]
    return Block(
        start=first.start(),
        end=last.end() - len(last[4]),
        names=frozenset(names.split()),
        body="\n".join(line.removeprefix(indent) for line in lines),
        indent=indent,
        newline=newline,
    )


def with_block(text: str | None, name: str, body: str, *, head: str = "", marks: Marks = MARKDOWN) -> str:
    """The text of a file with the block for one agent more; a file that is not there begins with `head`.

    Raises BrokenMarks.
    """
    if text is None:
        return head + _written([name], body, "\n", "", marks) + "\n"
    block = find(text, marks)
    if block is None:
        newline = marks.newline or ("\r\n" if re.match(r"[^\n]*\r\n", text) else "\n")
        written = _written([name], body, newline, "", marks)
        if not text:
            return written
        return f"{text}{newline}{written}{newline}" if text.endswith("\n") else f"{text}{newline}{newline}{written}"
    written = _written(block.names | {name}, body, block.newline, block.indent, marks)
    return text[: block.start] + written + text[block.end :]


def without_block(text: str, name: str, *, head: str = "", marks: Marks = MARKDOWN) -> str | None:
    """The text of a file without the block, unless the block is there for others too; None for a file hippo made.

    Raises BrokenMarks.
    """
    block = find(text, marks)
    if block is None or name not in block.names:
        return text
    others = block.names - {name}
    if others:
        written = _written(others, block.body, block.newline, block.indent, marks)
        return text[: block.start] + written + text[block.end :]
    before, behind = text[: block.start], text[block.end :]
    if before == head.replace("\n", block.newline) and behind == block.newline:
        return None
    if not behind:
        return before.removesuffix(block.newline).removesuffix(block.newline)
    shorter = before.removesuffix(block.newline)
    return (shorter if shorter.endswith("\n") else before) + behind.removeprefix("\r").removeprefix("\n")


def _written(names: Iterable[str], body: str, newline: str, indent: str, marks: Marks) -> str:
    lines = [marks.begin(names), *body.split("\n"), marks.end]
    return newline.join(indent + line if line else line for line in lines)
