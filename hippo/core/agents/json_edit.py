"""Changing a JSON file of somebody else without writing it anew: what is not hippo's keeps every byte.

What is put in can be taken out to the byte, without a record of how the file was: an entry goes behind the last one of
its list or object, in the file's own line ends and indentation. A list or an object that was there but empty gets its
first entry right behind the bracket; one that hippo makes has white space there. So what becomes empty again is either
left as it was, or goes as well.
"""

from __future__ import annotations

import json
import re

from hippo.core.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

_BLANK = re.compile(r"[ \t\r\n]*")
_BLANK_OR_COMMENT = re.compile(r"(?:[ \t\r\n]|//[^\n]*|/\*[^*]*(?:\*(?!/)[^*]*)*\*/)*")
_SCALAR = re.compile(r'"(?:[^"\\\x00-\x1f]|\\.)*"|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null')
#: A comma behind the last entry, which files with comments may have.
_COMMA = re.compile(r"\A[ \t\r\n]*,")
_BYTE_ORDER_MARK = "\ufeff"
#: Deeper files are not edited (chosen: no settings file is a tenth as deep, and Python's own stack bears it).
_DEEPEST = 100


class NotEditable(ValueError):
    """The text is not JSON, or not of the shape that is expected; the message says where."""


@value
class Node:
    """A part of a JSON text: its place, what it means, and its parts; a member of an object starts at its key."""

    start: int
    end: int
    content: Any
    parts: tuple[Node, ...] = ()
    key: str | None = None
    opening: int = 0

    def part(self, key: str) -> Node | None:
        """The member of an object with a key. Raises NotEditable for two of them."""
        found = [each for each in self.parts if each.key == key]
        if len(found) > 1:
            raise NotEditable(f"it has {json.dumps(key)} {len(found)} times")
        return found[0] if found else None


def parse(text: str, *, comments: bool = False) -> Node:
    """The JSON text as a tree with places; with `comments` also with comments and commas before a closing bracket.

    Raises NotEditable.
    """
    reader = _Reader(text, comments=comments)
    node = reader.value(reader.after_blank(len(_BYTE_ORDER_MARK) if text.startswith(_BYTE_ORDER_MARK) else 0), 0)
    if reader.after_blank(node.end) != len(text):
        raise reader.trouble(node.end)
    return node


def with_entry(text: str, path: Sequence[str], entry: object, *, comments: bool = False) -> str:
    """The text with an entry more at the end of the list that a path of keys leads to; what is missing is made.

    Raises NotEditable.
    """
    root = node = parse(text, comments=comments)
    missing = list(path)
    while missing:
        if not isinstance(node.content, dict):
            raise NotEditable(f"{_named(path, missing)} is no object")
        inner = node.part(missing[0])
        if inner is None:
            break
        node = inner
        missing.pop(0)
    if not missing and not isinstance(node.content, list):
        raise NotEditable(f"{_named(path, missing)} is no list")
    return _inserted(text, root, node, missing, entry)


def without_part(text: str, path: Sequence[str | int], *, comments: bool = False) -> str | None:
    """The text without the part that a path of keys and numbers leads to, nor what hippo made to hold it.

    None when nothing is left. Raises NotEditable.
    """
    nodes = [parse(text, comments=comments)]
    for step in path:
        inner = nodes[-1].parts[step] if isinstance(step, int) else nodes[-1].part(step)
        if inner is None:
            raise NotEditable(f"{step} is not there")
        nodes.append(inner)
    while len(nodes) > 1:
        part, whole = nodes.pop(), nodes[-1]
        place = whole.parts.index(part)
        if len(whole.parts) == 1:
            if part.start == whole.opening + 1:
                return text[: part.start] + _COMMA.sub("", text[part.end :], count=1)
            continue
        if place == len(whole.parts) - 1:
            return text[: whole.parts[place - 1].end] + text[part.end :]
        return text[: part.start] + text[whole.parts[place + 1].start :]
    return None


class _Reader:
    """One reading of a text."""

    def __init__(self, text: str, *, comments: bool) -> None:
        self._text = text
        self._comments = comments

    def after_blank(self, at: int) -> int:
        found = (_BLANK_OR_COMMENT if self._comments else _BLANK).match(self._text, at)
        return found.end() if found else at

    def value(self, at: int, depth: int) -> Node:
        opening = self._text[at : at + 1]
        if depth > _DEEPEST:
            raise NotEditable("it is nested too deeply")
        if opening == "{":
            parts, end = self._parts(at, "}", depth)
            return Node(start=at, end=end, content={each.key: each.content for each in parts}, parts=parts, opening=at)
        if opening == "[":
            parts, end = self._parts(at, "]", depth)
            return Node(start=at, end=end, content=[each.content for each in parts], parts=parts, opening=at)
        return self._scalar(at)

    def trouble(self, at: int) -> NotEditable:
        at = self.after_blank(at)
        line = self._text.count("\n", 0, at) + 1
        column = at - self._text.rfind("\n", 0, at)
        return NotEditable(f"it is not JSON (line {line}, column {column})")

    def _scalar(self, at: int) -> Node:
        found = _SCALAR.match(self._text, at)
        if found is None:
            raise self.trouble(at)
        try:
            return Node(start=at, end=found.end(), content=json.loads(found[0]))
        except ValueError:
            raise self.trouble(at) from None

    def _parts(self, opening: int, closing: str, depth: int) -> tuple[tuple[Node, ...], int]:
        parts: list[Node] = []
        at = self.after_blank(opening + 1)
        while self._text[at : at + 1] != closing:
            parts.append(self._member(at, depth) if closing == "}" else self.value(at, depth + 1))
            at = self.after_blank(parts[-1].end)
            if self._text[at : at + 1] == ",":
                behind = self.after_blank(at + 1)
                if self._text[behind : behind + 1] == closing and not self._comments:
                    raise self.trouble(behind)
                at = behind
            elif self._text[at : at + 1] != closing:
                raise self.trouble(at)
        return tuple(parts), at + 1

    def _member(self, at: int, depth: int) -> Node:
        key = self._scalar(at)
        colon = self.after_blank(key.end)
        if not isinstance(key.content, str) or self._text[colon : colon + 1] != ":":
            raise self.trouble(at)
        inner = self.value(self.after_blank(colon + 1), depth + 1)
        return Node(
            start=at,
            end=inner.end,
            content=inner.content,
            parts=inner.parts,
            key=key.content,
            opening=inner.opening,
        )


def _named(path: Sequence[str], missing: Sequence[str]) -> str:
    known = path[: len(path) - len(missing)]
    return json.dumps(".".join(known)) if known else "the whole"


def _inserted(text: str, root: Node, node: Node, missing: Sequence[str], entry: object) -> str:
    """The text with the entry, and the keys that are missing on the way to it, at the end of a list or object."""
    newline = "\r\n" if re.match(r"[^\n]*\r\n", text) else "\n"
    lines_up = "\n" in text[root.start : root.end] or not root.parts
    if not node.parts:
        body = _body(missing, entry, _unit(text, root) if lines_up else None)
        at = node.opening + 1
        return text[:at] + body.replace("\n", newline + _line_indent(text, node.opening)) + text[at:]
    last = node.parts[-1]
    if lines_up and "\n" in text[node.opening : last.end]:
        indent = _own_indent(text, last)
        indent = _line_indent(text, node.opening) + _unit(text, root) if indent is None else indent
        body = _body(missing, entry, _unit(text, root))
        put_in = f",{newline}{indent}" + body.replace("\n", newline + indent)
    else:
        put_in = f", {_body(missing, entry, None)}"
    return text[: last.end] + put_in + text[last.end :]


def _body(missing: Sequence[str], entry: object, unit: str | None) -> str:
    """An entry with the missing keys before it, indented by a unit or, without one, in one line."""
    if not missing:
        return json.dumps(entry, indent=unit, ensure_ascii=False)
    if unit is not None:
        content: object = [entry]
        for key in reversed(missing[1:]):
            content = {key: content}
        return f"{json.dumps(missing[0])}: {json.dumps(content, indent=unit, ensure_ascii=False)}"
    body = f"[ {json.dumps(entry, ensure_ascii=False)} ]"
    for key in reversed(missing[1:]):
        body = f"{{ {json.dumps(key)}: {body} }}"
    return f"{json.dumps(missing[0])}: {body}"


def _own_indent(text: str, node: Node) -> str | None:
    """The white space before a part that begins its line."""
    before = text[text.rfind("\n", 0, node.start) + 1 : node.start]
    return before if not before.strip(" \t") else None


def _line_indent(text: str, at: int) -> str:
    """The white space at the beginning of the line that a place is in."""
    start = text.rfind("\n", 0, at) + 1
    line = text[start:at]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _unit(text: str, root: Node) -> str:
    """The indentation of one level: that of the first member that begins its line; two spaces where none does."""
    for each in root.parts:
        indent = _own_indent(text, each)
        if indent:
            return indent
    return "  "
