"""Private keys in armour (PEM, OpenSSH, PGP), whole or cut off at either end.

Logs and tools show them with `\\n` for line breaks, behind line numbers or marks of quotation, and only their first or last
lines. A begin line alone is no secret; prose speaks of it.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_MARK = r"-----(?P<side>BEGIN|END) [A-Z0-9 ]{0,20}PRIVATE KEY(?: BLOCK)?-----"
#: What stands between the lines: blanks, `\n` in JSON, marks of quotation, line numbers.
_GAP = r"[^A-Za-z0-9+/=]{0,8}+(?:\d{1,5}[^A-Za-z0-9+/=]{1,4}+)?"
_HEADER = r"(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset): [^\n\\]*+"
#: Sixteen characters and more; a literal `\n` counts as the end of a line since the backslash is none of them.
_LINES = rf"(?:{_GAP}(?:{_HEADER}{_GAP})*+[A-Za-z0-9+/=]{{16,}}+)++"
#: The last line may be short, and PGP adds a checksum.
_LAST_LINES = rf"(?:{_GAP}[A-Za-z0-9+/=]{{1,15}}+){{0,2}}{_GAP}"
_LINE_BREAK = r"\r?\n|(?:\\r)?\\n"
_ARMOURED = rf"{_GAP}[A-Za-z0-9+/=]{{16,}}+[^A-Za-z0-9+/=]{{0,8}}|"
_SHORT = rf"{_GAP}[A-Za-z0-9+/=]{{1,15}}+[^A-Za-z0-9+/=]{{0,8}}"


def private_keys(text: str) -> Iterator[tuple[int, int]]:
    """Start and end of every private key or part of one."""
    if "PRIVATE KEY" not in text:
        return
    reach = 0
    for mark in re.finditer(_MARK, text):
        if mark["side"] == "BEGIN":
            body = re.compile(_LINES).match(text, mark.end())
            if body:
                last = re.compile(_LAST_LINES + _MARK).match(text, body.end())
                reach = (last or body).end()
                yield mark.start(), reach
        elif mark.start() >= reach:
            start = _start_of_lines(text, reach, mark.start())
            if start < mark.start():
                yield start, mark.end()
            reach = mark.end()


def _start_of_lines(text: str, begin: int, end: int) -> int:
    """Where the armoured lines before a place begin; the place itself if there are none."""
    breaks = [match.span() for match in re.compile(_LINE_BREAK).finditer(text, begin, end)]
    start = found = end
    for before, after in reversed([(begin, begin), *breaks]):
        line = text[after:start]
        if re.fullmatch(_ARMOURED, line):
            found = after if line.strip() else found
        elif not (found == end and re.fullmatch(_SHORT, line)):
            break
        start = before
    return found
