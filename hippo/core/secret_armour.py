r"""Private keys in armour (PEM, OpenSSH, PGP), whole or cut off at either end.

Logs and tools show them with `\n` for line breaks, behind line numbers or marks of quotation, and only their first
or last lines. A begin line alone is no secret; prose speaks of it.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_MARK = r"-----(?P<side>BEGIN|END) [A-Z0-9 ]{0,20}PRIVATE KEY(?: BLOCK)?-----"
#: What stands between the lines: blanks, `\n` in JSON, marks of quotation, line numbers.
_GAP = r"[^A-Za-z0-9+/=-]{0,8}+(?:\d{1,5}[^A-Za-z0-9+/=-]{1,4}+)?"
_HEADER = r"(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset): [^\n\\]*+"
#: Sixteen characters and more; a literal `\n` counts as the end of a line since the backslash is none of them.
_LINES = rf"(?:{_GAP}(?:{_HEADER}{_GAP})*+[A-Za-z0-9+/=]{{16,}}+)++"
#: The last line may be short, and PGP adds a checksum.
_LAST_LINES = rf"(?:{_GAP}[A-Za-z0-9+/=]{{1,15}}+){{0,2}}{_GAP}"
_LINE_BREAK = r"\r?\n|(?:\\r)?\\n"
_ARMOURED = rf"{_GAP}[A-Za-z0-9+/=]{{16,}}+[^A-Za-z0-9+/=]{{0,8}}"
_BLANK = r"[^A-Za-z0-9+/=]{0,8}"
_BLANK_OR_SHORT = rf"{_BLANK}|{_GAP}[A-Za-z0-9+/=]{{1,15}}+{_BLANK}"


def private_keys(text: str) -> Iterator[tuple[int, int]]:
    """Start and end of every private key or part of one."""
    if "PRIVATE KEY" not in text:
        return
    reach = 0
    for mark in re.finditer(_MARK, text):
        if mark["side"] == "BEGIN":
            start, end = mark.start(), _end_of_lines(text, mark.end())
        else:
            start, end = _start_of_lines(text, reach, mark.start()), mark.end()
        if start >= reach and end - start > len(mark[0]):
            yield start, end
        reach = max(reach, end)


def _end_of_lines(text: str, begin: int) -> int:
    """Where the armoured lines after a place end, with their end mark if it is there."""
    body = re.compile(_LINES).match(text, begin)
    if not body:
        return begin
    return (re.compile(_LAST_LINES + _MARK).match(text, body.end()) or body).end()


def _start_of_lines(text: str, begin: int, end: int) -> int:
    """Where the armoured lines before a place begin; the place itself if there are none, or if it comes too early."""
    breaks = [match.span() for match in re.compile(_LINE_BREAK).finditer(text, begin, end)]
    start = found = end
    for before, after in reversed([(begin, begin), *breaks]):
        line = text[after:start]
        if re.fullmatch(_ARMOURED, line):
            found = after
        elif not re.fullmatch(_BLANK if found < end else _BLANK_OR_SHORT, line):
            break
        start = before
    return found
