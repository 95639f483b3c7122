"""One value of a front matter, in the part of YAML that people and their tools write there.

hippo writes a value on one line: a number, a truth value, a text, or a flow list of texts, in double quotes where a
plain one could be read as something else. It reads every form a text or a list of texts can have: plain, in single or
double quotes, folded over lines, as a block (`|`, `>`), as a list over lines or in brackets, comments between them.
All values are texts here; what a text means is for its reader to say.
"""

from __future__ import annotations

import re

from hippo.core import light_json
from hippo.core.lazy_pattern import lazily

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Scalar = str | int | float | bool
    Content = Scalar | Sequence[str]

_IS_PLAIN = lazily(r"[^\W\d_][\w./-]*(?: [\w./-]+)*\Z|\d{4}-\d\d-\d\dT[\d:.]+Z\Z")
#: Words that some reader of YAML takes for a truth value or for nothing.
_NOT_TEXTS = frozenset("true false yes no on off null y n ~".split())
_NOTHING = frozenset(("", "null", "~"))
#: What no YAML text may hold as it is.
_UNPRINTABLE = "[\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]"

_QUOTED = r"""(?:"[^"\\]*(?:\\.[^"\\]*)*"|'[^']*(?:''[^']*)*')"""
_COMMENT = r"(?:^|(?<=\s))#.*"
#: White space and comments between the parts of a flow list.
_GAP = r"(?:\s+|(?<!\S)#[^\n]*)*"
_PLAIN_ITEM = r"(?!['\"])(?:[^,\[\]\s]|\s+(?![\s#,\]]))*|"
_ESCAPE = r"\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)|\n"
_ESCAPED = {
    "\n": "",
    **dict(zip('0abt\tnvfre "/\\N_LP', '\0\a\b\t\t\n\v\f\r\x1b "/\\\x85\xa0\u2028\u2029', strict=True)),
}


class BrokenValue(ValueError):
    """A value that is no YAML text or list of texts; the message shows it."""


def written(content: Content) -> str:
    """A value as hippo writes it."""
    if isinstance(content, bool):
        return "true" if content else "false"
    if isinstance(content, int | float):
        return repr(content)
    if isinstance(content, str):
        return _quoted(content)
    return f"[{', '.join(map(_quoted, content))}]"


def read(first: str, below: Sequence[str] = ()) -> str | list[str]:
    """The value that begins behind a colon and goes on in the indented lines below.

    Raises BrokenValue.
    """
    if _begins_block(first):
        return _block(first, below)
    lines = [line.strip() for line in (first, *below)]
    if _is_bare(lines[0]) and any(line == "-" or line.startswith("- ") for line in lines):
        return list(_items(lines))
    if lines[0].startswith("["):
        return list(_flow_items("\n".join(lines)))
    return _scalar(lines)


def comments(first: str, below: Sequence[str] = ()) -> list[str]:
    """The comments behind and below a value, the first one only if it stands on the first line."""
    if _begins_block(first):
        return []
    bare = (re.sub(rf"(?<![^\s\[,]){_QUOTED}", _blanked, line) for line in (first, *below))
    return [found[0] for line in bare if (found := re.search(_COMMENT, line))]


def _quoted(text: str) -> str:
    if _IS_PLAIN().match(text) and text.lower() not in _NOT_TEXTS:
        return text
    quoted = light_json.written(text)
    if quoted.isprintable():
        return quoted
    return re.sub(_UNPRINTABLE, lambda found: f"\\u{ord(found[0]):04x}", quoted)


def _begins_block(first: str) -> bool:
    return first[:1] in ("|", ">")


def _is_bare(line: str) -> bool:
    """Whether a line holds no value, at most a comment."""
    return not line or line.startswith("#")


def _items(lines: Sequence[str]) -> Iterator[str]:
    """The items of a list with one item to a line; lines without a dash go on with the item above."""
    gathered: list[str] = []
    for line in (*lines, "-"):
        if line != "-" and not line.startswith("- "):
            gathered.append(line)
            continue
        if gathered and not all(map(_is_bare, gathered)):
            yield _block(gathered[0], gathered[1:]) if _begins_block(gathered[0]) else _scalar(gathered)
        gathered = [line[1:].strip()]


def _scalar(lines: Sequence[str]) -> str:
    """A text, folded from its lines; nothing for YAML's null."""
    text = "\n".join(lines)
    if text[:1] in ("'", '"'):
        quoted = re.match(_QUOTED, text, re.DOTALL)
        if quoted is None or not _is_bare(text[quoted.end() :].strip()):
            raise BrokenValue(f"not a quoted text: {text[:60]!r}")
        return _unquoted(quoted[0])
    plain = " ".join(re.sub(_COMMENT, "", text, flags=re.MULTILINE).split())
    return "" if plain.lower() in _NOTHING else plain


def _flow_items(text: str) -> Iterator[str]:
    """The items of a list in brackets."""
    position, closed = 1, False
    while not closed:
        item = _match(f"{_QUOTED}|{_PLAIN_ITEM}", text, _match(_GAP, text, position).end())
        after = _match(_GAP, text, item.end()).end()
        if text[after : after + 1] not in (",", "]"):
            raise BrokenValue(f"not a list of texts: {text[:60]!r}")
        if item[0]:
            yield _unquoted(item[0]) if item[0][0] in "'\"" else " ".join(item[0].split())
        position, closed = after + 1, text[after] == "]"
    if _match(_GAP, text, position).end() < len(text):
        raise BrokenValue(f"not a list of texts: {text[:60]!r}")


def _match(pattern: str, text: str, position: int) -> re.Match[str]:
    """What a pattern that also matches nothing finds at a place."""
    found = re.compile(pattern, re.DOTALL).match(text, position)
    assert found is not None
    return found


def _block(first: str, below: Sequence[str]) -> str:
    """A text below `|`, line by line, or below `>`, folded into one."""
    margin = min((len(line) - len(line.lstrip()) for line in below if line.strip()), default=0)
    lines = [line[margin:].rstrip() for line in below]
    return ("\n" if first[0] == "|" else " ").join(lines).strip()


def _unquoted(text: str) -> str:
    inner = text[1:-1]
    if text[0] == "'":
        return inner.replace("\n", " ").replace("''", "'")
    unescaped = re.sub(_ESCAPE, _character, inner, flags=re.DOTALL)
    return unescaped.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")


def _character(escape: re.Match[str]) -> str:
    """What an escape stands for; a line break that is not escaped is a space."""
    code = escape[1]
    if code is None:
        return " "
    if code[0] in "xuU" and len(code) > 1:
        number = int(code[1:], 16)
        if number < 0x110000:
            return chr(number)
    elif code in _ESCAPED:
        return _ESCAPED[code]
    raise BrokenValue(f"not an escape in a quoted text: {escape[0]!r}")


def _blanked(quoted: re.Match[str]) -> str:
    return " " * len(quoted[0])
