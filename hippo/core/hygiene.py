"""Text at the door: what is cleaned, and what is refused.

Only whole faults are refused (no text, NUL, lone surrogates, too long), each with one line. What merely does not
belong in a text is taken out without a word: terminal colours, control characters, blank ends of lines.
Characters that hide something stay, but `hidden_characters` names them, so that callers can flag the memory.
"""

from __future__ import annotations

import re
import unicodedata

from hippo.errors import Refused, UsageError

#: Escape sequences of ECMA-48 with their content (CSI, then OSC, DCS, SOS, PM and APC, which may lack their end, then
#: the short ones), and the control characters of C0 and C1 except tab and the line breaks. The 8-bit forms of the
#: sequences are not read as such: in practice they are halves of wrongly decoded quotes, and text follows them.
_CONTROLS = (
    r"\x1b\[[0-?]*[ -/]*[@-~]"
    r"|\x1b[]PX^_][^\x07\x1b\n]*(?:\x07|\x1b\\)?"
    r"|\x1b[ -/]*[0-~]"
    r"|[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]"
)
#: Line breaks of every kind: CRLF, CR, vertical tab, form feed, NEL, and Unicode's line and paragraph separators.
_LINE_BREAKS = "\r\n|[\r\v\f\x85\u2028\u2029]"
_LEADING_BOM = "\\A[\\s\ufeff]*\ufeff"

#: Scripts (by the first word of a character's name) whose spelling needs the joiner and the non-joiner.
_JOINING = frozenset(
    "ARABIC SYRIAC MONGOLIAN DEVANAGARI BENGALI GURMUKHI GUJARATI ORIYA TAMIL TELUGU KANNADA MALAYALAM SINHALA"
    " KHMER MYANMAR TIBETAN".split()
)
#: Scripts written without spaces, where the zero width space says where a line may break.
_BREAKING = frozenset("THAI LAO KHMER MYANMAR TIBETAN JAVANESE BALINESE".split())
#: Zero width and invisible characters, bidi controls, tag characters and variation selectors.
_SUSPECTS = (
    "[\u034f\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200d\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0"
    "\ufff9-\ufffb\U000e0000-\U000e0fff]"
)
_FLAG = "\U0001f3f4"
_ENDS_OF_FLAG = "\U000e007f"


def clean_text(text: str) -> str:
    """The text as it is stored: NFC, line breaks as LF, no control characters, no blank ends.

    Raises UsageError for a text with NUL characters or lone surrogates, and for one that shows nothing.
    """
    _require_unicode(text)
    if not (text.isascii() and text.isprintable()):
        text = _without_controls(text)
    lines = [line.rstrip() for line in text.split("\n")]
    text = "\n".join(_without_margin(lines)).strip("\n")
    if is_invisible(text):
        raise UsageError("nothing to remember: the text is empty")
    return text


def fits(text: str, limit_bytes: int) -> None:
    """Refuse a text that is longer than the limit in bytes of UTF-8."""
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > limit_bytes:
        raise Refused(
            f"the text has {size:,} bytes, the limit is {limit_bytes:,}",
            hint="keep what matters of it, or store it in parts",
            size_bytes=size,
            limit_bytes=limit_bytes,
        )


def is_invisible(text: str) -> bool:
    """Whether a text shows nothing: it holds only white space and characters without a width."""
    return not without_hidden(text).strip()


def hidden_characters(text: str) -> tuple[str, ...]:
    """Names of the characters that hide something, each once, in the order they appear.

    Bidi embeddings, overrides and isolates, tag characters, runs of variation selectors, invisible letters and
    zero width characters. Not named: joiners inside emoji and in scripts that are spelt with them (Persian, Hindi), the
    zero width space of scripts without spaces (Thai), the tags of a flag, left-to-right and right-to-left marks,
    and soft hyphens, which every web page has.
    """
    if text.isascii():
        return ()
    found = (_name(mark[0]) for mark in re.finditer(_SUSPECTS, text) if not _is_in_place(text, mark.start()))
    return tuple(dict.fromkeys(found))


def without_hidden(text: str) -> str:
    """The text without characters that have no width, for looking at what a reader would make of it."""
    return text if text.isascii() else re.sub(rf"{_SUSPECTS}|[\u00ad\u200e\u200f\u061c]", "", text)


def _require_unicode(text: str) -> None:
    if "\0" in text:
        raise UsageError(
            f"the text holds a NUL character (at character {text.index(chr(0)) + 1:,}): it is not text",
            hint="give text, not the content of a binary file",
        )
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise UsageError(
            f"the text is not UTF-8: it holds a lone surrogate, U+{ord(text[error.start]):04X}, half of a character"
            f" (at character {error.start + 1:,})",
            hint="convert the text to UTF-8 first",
        ) from None


def _without_controls(text: str) -> str:
    text = re.sub(_LINE_BREAKS, "\n", text)
    if not text.replace("\n", "").replace("\t", "").isprintable():
        text = re.sub(_CONTROLS, "", text)
    if "\ufeff" in text:
        text = re.sub(_LEADING_BOM, "", text)
    return text if unicodedata.is_normalized("NFC", text) else unicodedata.normalize("NFC", text)


def _without_margin(lines: list[str]) -> list[str]:
    """The lines without the indentation that all of them share."""
    if not any(line[:1].isspace() for line in lines):
        return lines
    margins = [line[: len(line) - len(line.lstrip())] for line in lines if line]
    least, most = min(margins), max(margins)
    shared = next((at for at, blank in enumerate(least) if blank != most[at]), len(least))
    return [line[shared:] for line in lines]


def _is_in_place(text: str, at: int) -> bool:
    """Whether a character without width does at this place what it is for."""
    mark, before, after = text[at], text[at - 1 : at], text[at + 1 : at + 2]
    if mark in "\u200c\u200d":
        return _script(before) in _JOINING or (mark == "\u200d" and _is_emoji(before) and _is_emoji(after))
    if mark == "\u200b":
        return _script(before) in _BREAKING or _script(after) in _BREAKING
    if "\ufe00" <= mark <= "\ufe0f" or mark >= "\U000e0100":
        return bool(before) and not re.fullmatch(rf"\s|{_SUSPECTS}", before) and before.isprintable()
    if "\U000e0020" <= mark <= _ENDS_OF_FLAG:
        return _is_in_flag(text, at)
    return False


def _is_in_flag(text: str, at: int) -> bool:
    """Whether a tag character belongs to a flag: black flag, two to seven tags, the closing tag."""
    flag = text.rfind(_FLAG, max(0, at - 8), at)
    return flag >= 0 and bool(re.match("[\U000e0030-\U000e007a]{2,7}" + _ENDS_OF_FLAG, text[flag + 1 :]))


def _script(character: str) -> str:
    return unicodedata.name(character, "").partition(" ")[0] if character else ""


def _is_emoji(character: str) -> bool:
    """Whether a character can stand at a joiner inside an emoji: a symbol, a skin tone or a presentation selector."""
    return bool(character) and (character == "\ufe0f" or unicodedata.category(character) in ("So", "Sk", "Sm"))


def _name(character: str) -> str:
    if character >= "\U000e0000":
        return "TAG CHARACTERS" if character < "\U000e0100" else "VARIATION SELECTORS"
    return "VARIATION SELECTORS" if "\ufe00" <= character <= "\ufe0f" else unicodedata.name(character, "UNNAMED")
