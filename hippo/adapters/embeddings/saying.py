"""What servers, libraries and models say, as it may stand in a note.

That is one short line, without anything that steers a terminal and without what looks like a secret.
"""

from __future__ import annotations

#: Bytes that are looked at, and characters that are shown.
_READ, _SHOWN = 4096, 120


def one_line(said: bytes | str, *, most: int = _SHOWN) -> str:
    """All of a text in one line, cut off."""
    return _short(" ".join(_lines(said)), most)


def first_line(error: BaseException, *, most: int = 2 * _SHOWN) -> str:
    """The first line of what an error says, its name if it says nothing."""
    return _short(next(iter(_lines(str(error))), type(error).__name__), most)


def _lines(said: bytes | str) -> list[str]:
    from hippo.core.terminal_text import lines_of

    return lines_of(said[:_READ] if isinstance(said, bytes) else said[:_READ].encode("utf-8", "replace"))


def _short(text: str, most: int) -> str:
    from hippo.core.public import plain_name
    from hippo.core.secrets import mask_secrets
    from hippo.errors import shortened

    return shortened(plain_name(mask_secrets(" ".join(text.split()))[0]), most)
