"""A list of texts as one Markdown file, and back: a header, then the texts with a line `§` between them.

A line of a text that is nothing but `§` gets a backslash before it, one that is backslashes and `§` one more, so that
whatever was written is read back as it was.
"""

from __future__ import annotations

import re

from hippo.core.pages import Page, used_characters

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

SEPARATOR = "§"
_HEADER = "<!-- hippo"
_LOOKS_LIKE_IT = re.compile(r"^(\\*§)$", re.MULTILINE)
_ESCAPED = re.compile(r"^\\(\\*§)$", re.MULTILINE)
_BETWEEN = re.compile(r"^§[ \t]*$", re.MULTILINE)


def rendered_page(page: Page, texts: Sequence[str], limit: int) -> str:
    """The whole file of a core page, with how much of it is used."""
    used = used_characters(texts)
    header = (
        f"{_HEADER} core page `{page}`: {used:,} of {limit:,} characters used ({used * 100 // limit}%)."
        f" A line with {SEPARATOR} parts two entries; what you edit here, `hippo sync` takes in. -->"
    )
    return joined(header, texts)


def joined(header: str, texts: Sequence[str]) -> str:
    """A header line and texts as one file."""
    body = f"\n{SEPARATOR}\n".join(_LOOKS_LIKE_IT.sub(r"\\\1", text) for text in texts)
    return f"{header}\n{body}\n" if body else f"{header}\n"


def split(content: str) -> list[str]:
    """The texts of a file, without its header and without margins; empty ones are left out."""
    content = content.replace("\r\n", "\n").replace("\r", "\n")
    if content.startswith(_HEADER):
        content = content.partition("\n")[2]
    parts = (_ESCAPED.sub(r"\1", part.strip("\n")) for part in _BETWEEN.split(content))
    return [part for part in parts if part.strip()]


def header_of(content: str) -> str:
    """The first line of a file if it is a header of hippo's, else nothing."""
    first = content.partition("\n")[0]
    return first if first.startswith(_HEADER) else ""
