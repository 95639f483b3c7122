"""Names that programs are made of, whole and in parts."""

from __future__ import annotations

from hippo.core.lazy_pattern import lazily
from hippo.core.scripts import MARKS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

#: A word, or words joined by the signs that join names: a/b/c.py, v2.1.3, std::map, user@host, fox-7731, C++, C#.
_CHUNK = r"{word}+(?:(?:::|[._\-/+#:@]){word}+)*(?:\+\+|#(?!\w))?"
#: The words of a plain sentence are told apart without a pattern; signs that join names, or end them, make it no such.
_JOINTS_OR_ENDS = frozenset("._-/+#:@")
_BETWEEN_WORDS = "".join(each if each.isalnum() else " " for each in map(chr, range(128)))
_PLAIN_CHUNK = lazily("(?a)" + _CHUNK.format(word=r"\w"))
_ANY_CHUNK = lazily(_CHUNK.format(word=rf"[\w{MARKS}]"))
#: Joints from the weakest to the strongest; a name is cut at the weakest first.
_JOINTS = tuple(lazily(joint) for joint in ("::|[@#:+]+", "/", "-", r"\.", "_+"))
_VERSION = lazily(r"(?a)([A-Za-z]*+)(\d++(?:\.\d++)++\w*+)")
_HUMPS = lazily(rf"[A-Z]+(?![a-z])|[A-Z]?(?:[^\W\d_A-Z]|[{MARKS}])+|\d+")


def chunks(text: str) -> list[str]:
    """The words and names of a folded text, in order."""
    sentence = text.replace(". ", " ").replace(": ", " ").rstrip(".:")
    if sentence.isascii() and _JOINTS_OR_ENDS.isdisjoint(sentence):
        return sentence.translate(_BETWEEN_WORDS).split()
    return (_PLAIN_CHUNK if text.isascii() else _ANY_CHUNK)().findall(text)


def is_chunk(name: str) -> bool:
    """Whether a text of ASCII letters is one word or name."""
    return _PLAIN_CHUNK().fullmatch(name) is not None


def parts(name: str) -> list[str]:
    """A name and, in order, all it is made of, each once.

    `src/getUserName.py` gives itself, `src`, `getUserName.py`, `getUserName`, `get`, `User`, `Name`, `py`.
    """
    if name.isalnum():
        return list(dict.fromkeys((name, *_humps(name))))
    return list(dict.fromkeys(_parts(name, 0)))


def _parts(name: str, level: int) -> Iterator[str]:
    if name:
        yield name
    if level == len(_JOINTS):
        yield from _humps(name)
    elif version := _VERSION().fullmatch(name):
        yield from version.groups() if len(version[1]) > 1 else version.groups()[1:]
    else:
        for piece in _JOINTS[level]().split(name):
            yield from _parts(piece, level + 1)


def _humps(name: str) -> list[str]:
    """`getHTTPServer2` gives get, HTTP, Server, 2; nothing for a number, nor for a word of one case or `Title`."""
    is_one = name.isalpha() and (name.islower() or name.isupper() or (name.isascii() and name.istitle()))
    return [] if is_one or name.isdecimal() else _HUMPS().findall(name)
