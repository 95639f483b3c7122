"""The YAML block at the top of a mirror: a small, strict part of YAML, read line by line.

hippo writes only scalars and flow lists, each on one line, with strings in double quotes where plain ones could be
read as something else. It reads what a person or another tool makes of them: single quotes, lists over several
lines, comments. Lines it does not know (own keys, comments, blank lines) are kept where they are. Why no YAML
library: it would be the slowest import of `remember`, and none keeps comments without being slower still.
"""

from __future__ import annotations

import json
import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    Scalar = str | int | float | bool | None
    Content = Scalar | Sequence[str]

FENCE = "---"

_KEY = re.compile(r"([A-Za-z_][\w-]*):(?:[ \t]+(.*))?$")
_PLAIN = re.compile(r"[^\W\d_][\w./-]*(?: [\w./-]+)*\Z|\d{4}-\d\d-\d\dT[\d:.]+Z\Z")
_NOT_STRINGS = frozenset("true false yes no on off null y n ~".split())
_LIST_ITEM = re.compile(r'\s*("(?:[^"\\]|\\.)*"|\'(?:[^\']|\'\')*\'|[^,\[\]]*)\s*(?:,|\Z)')


class BrokenFrontMatter(ValueError):
    """The block at the top of a file cannot be read; the message says where."""


def split(text: str) -> tuple[list[str], str]:
    """The lines of the block and the text below it; no block, no lines.

    Raises BrokenFrontMatter when a block begins and does not end.
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if lines[0].rstrip() != FENCE:
        return [], "\n".join(lines)
    for number, line in enumerate(lines[1:], start=1):
        if line.rstrip() == FENCE:
            return lines[1:number], "\n".join(lines[number + 1 :])
    raise BrokenFrontMatter("the front matter has no closing ---")


def read(lines: Sequence[str]) -> dict[str, str | list[str]]:
    """Every key of a block with its text, or its list of texts."""
    found: dict[str, str | list[str]] = {}
    for key, first, block in _entries(lines):
        if not key:
            continue
        items = [line.strip()[1:] for line in block if line.strip().startswith("-")]
        content = _without_comment(first)
        if not content and items:
            found[key] = [_scalar(_without_comment(item)) for item in items]
        elif content.startswith("["):
            found[key] = _flow_list(content)
        else:
            found[key] = _scalar(content)
    return found


def write(values: Mapping[str, Content], before: Sequence[str] = (), *, own: Collection[str] = ()) -> list[str]:
    """The lines of a block that holds these values; what else stood in it `before` stays where it was.

    Keys of `own` that have no value any more go.
    """
    lines: list[str] = []
    left = dict(values)
    for key, first, block in _entries(before):
        if key in left:
            lines += _rewritten(key, left.pop(key), first, block)
        elif key not in values and key not in own:
            lines += [f"{key}:{' ' + first if first else ''}" if key else first, *block]
    return lines + [f"{key}: {_written(content)}" for key, content in left.items()]


def _rewritten(key: str, content: Content, first: str, block: list[str]) -> list[str]:
    """The lines of a key with its new content; as they were if that says the same, with the comment behind them."""
    line = f"{key}: {_written(content)}"
    before = [f"{key}: {first}" if first else f"{key}:", *block]
    if read(before) == read([line]):
        return before
    comment = first.strip()[len(_without_comment(first)) :].strip()
    return [f"{line} {comment}" if comment.startswith("#") else line]


def _entries(lines: Sequence[str]) -> Iterator[tuple[str, str, list[str]]]:
    """Each key with the rest of its line and the indented or list lines below; other lines with an empty key."""
    position = 0
    while position < len(lines):
        line = lines[position]
        position += 1
        match = _KEY.match(line.rstrip())
        if match is None:
            yield "", line, []
            continue
        start = position
        while position < len(lines) and re.match(r"[ \t]+\S|-[ \t]|-$", lines[position]):
            position += 1
        yield match[1], match[2] or "", list(lines[start:position])


def _written(content: Content) -> str:
    if content is None:
        return '""'
    if isinstance(content, bool):
        return "true" if content else "false"
    if isinstance(content, int | float):
        return repr(content)
    if isinstance(content, str):
        return _quoted(content)
    return f"[{', '.join(_quoted(item) for item in content)}]"


def _quoted(text: str) -> str:
    if _PLAIN.match(text) and text.lower() not in _NOT_STRINGS:
        return text
    return (
        json.dumps(text, ensure_ascii=False)
        .replace("\x7f", "\\u007f")
        .replace("\u2028", "\\u2028")
        .replace("\u2029", "\\u2029")
        .replace("\x85", "\\u0085")
    )


def _without_comment(text: str) -> str:
    """A value without the comment behind it; a # inside quotes or a word is no comment."""
    text = text.strip()
    if text.startswith("#"):
        return ""
    if text[:1] in "\"'" and text:
        closing = _closing_quote(text)
        return text[: closing + 1] if closing > 0 else text
    return re.split(r"\s+#", text, maxsplit=1)[0].strip()


def _closing_quote(text: str) -> int:
    quote, position = text[0], 1
    while position < len(text):
        if quote == '"' and text[position] == "\\":
            position += 1
        elif text[position] == quote:
            if quote == '"' or text[position + 1 : position + 2] != quote:
                return position
            position += 1
        position += 1
    return -1


def _scalar(text: str) -> str:
    text = text.strip()
    if len(text) >= 2 and text[0] == text[-1] == '"':
        try:
            return str(json.loads(text, strict=False))
        except ValueError:
            raise BrokenFrontMatter(f"not a quoted text: {text[:60]}") from None
    if len(text) >= 2 and text[0] == text[-1] == "'":
        return text[1:-1].replace("''", "'")
    return "" if text.lower() in ("null", "~") else text


def _flow_list(text: str) -> list[str]:
    if not text.endswith("]"):
        raise BrokenFrontMatter(f"a list is not closed: {text[:60]}")
    inner, position, items = text[1:-1].strip(), 0, []
    while position < len(inner):
        match = _LIST_ITEM.match(inner, position)
        if match is None or match.end() == position:
            raise BrokenFrontMatter(f"not a list: {text[:60]}")
        items.append(_scalar(match[1]))
        position = match.end()
    return [item for item in items if item]
