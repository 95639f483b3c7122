"""Writing systems: which run words together, and how letters are folded to one form."""

from __future__ import annotations

from hippo.core.lazy_pattern import lazily

#: Characters of scripts that put no space between words: kana, bopomofo, ideographs, hangul, Thai, Lao, Khmer, Myanmar.
UNSPACED = (
    "\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ece\u0edc-\u0edf\u1000-\u103f\u1050-\u109f\u1780-\u17d3\u1100-\u11ff"
    "\u3005-\u3007\u3031-\u3035\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u3131-\u318e\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97c\uac00-\ud7fb\uf900-\ufaff\U0001b000-\U0001b16f\U00020000-\U000323af"
)
#: Vowel signs and other marks that belong to a word but are no letters to `\w`: Cyrillic, Indic scripts, Tibetan.
MARKS = "\u0300-\u036f\u0483-\u0487\u0711\u0730-\u074a\u07a6-\u07b0\u0900-\u0963\u0971-\u0dff\u0f71-\u0f84\u0f90-\u0fbc"

_RUN = lazily(f"([{UNSPACED}]+)")
_WIDE = lazily("[\ufb00-\ufb06\uff01-\uffee]+")
_INVISIBLE = lazily("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufe00-\ufe0f\ufeff]+")
_ACCENTS = lazily(
    "(?<=[A-Za-z\u00c0-\u024f\u0370-\u03ff])[\u0300-\u036f]+"
    "|[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]+"
)
_LETTERS = str.maketrans(
    {
        "ø": "o",
        "Ø": "O",
        "ł": "l",
        "Ł": "L",
        "đ": "d",
        "Đ": "D",
        "ð": "d",
        "Ð": "D",
        "þ": "th",
        "Þ": "Th",
        "ħ": "h",
        "Ħ": "H",
    }
    | {"æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "ß": "ss", "ẞ": "SS", "ı": "i", "ſ": "s", "’": "'", "ʼ": "'"}
)


def fold(text: str) -> str:
    """One form for letters that people type in several ways; case stays.

    Wide and narrow forms become plain ones, accents fall off Latin and Greek letters and vowel points off Arabic and
    Hebrew ones, what cannot be seen goes. Cyrillic й and Indic vowel signs stay, since they make other words.
    """
    if text.isascii():
        return text
    from unicodedata import normalize

    plain = _WIDE().sub(lambda found: normalize("NFKC", found[0]), _INVISIBLE().sub("", text))
    return normalize("NFC", _ACCENTS().sub("", normalize("NFD", plain))).translate(_LETTERS)


def runs(name: str) -> list[str]:
    """A name cut where a script without spaces begins or ends; signs that joined the pieces fall off."""
    if name.isascii():
        return [name]
    pieces = _RUN().split(name)
    return [name] if len(pieces) == 1 else [bare for piece in pieces if (bare := piece.strip("._-/:@"))]


def is_unspaced(run: str) -> bool:
    """Whether a piece of `runs` is of a script without spaces."""
    return not run.isascii() and _RUN().match(run) is not None


def grams(run: str) -> list[str]:
    """Every character of a run and every pair of neighbours, in order: 中文字 gives 中 中文 文 文字 字."""
    return [run[at : at + size] for at in range(len(run)) for size in (1, 2) if at + size <= len(run)]


def pairs(run: str) -> list[str]:
    """The pairs of neighbours that a text must hold to hold the run; a single character is its own."""
    return [run[at : at + 2] for at in range(len(run) - 1)] or [run]
