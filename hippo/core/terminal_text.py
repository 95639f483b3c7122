"""Lines of text from what a program wrote to a terminal: what a person was left with on the screen.

Colours and other escape sequences go, a line that was written over keeps its last state, bars and spinners of progress
go altogether, and what is said several times in a row is said once.
"""

from __future__ import annotations

import re

from hippo.core.lazy_pattern import lazily

#: Escape sequences of ECMA-48 with their content, and the control characters but for tab, line feed and those two that
#: move back within a line.
_CONTROLS = lazily(
    r"\x1b\[[0-?]*[ -/]*[@-~]"
    r"|\x1b[]PX^_][^\x07\x1b\n]*(?:\x07|\x1b\\)?"
    r"|\x1b[ -/]*[0-~]?"
    r"|[\x00-\x07\x0b\x0c\x0e-\x1f\x7f-\x9f]"
)
#: A character struck out or printed bold by a backspace: `_\bx`, `x\bx`.
_STRUCK_OVER = lazily(r"[^\n\x08]\x08")
#: Bars (`[####----] 40%`, `40%|███▌ | 4/10`, `⠋ building`): a share beside a run of bar characters, a bar in brackets
#: beside a number, or a line that begins with a spinner.
_PROGRESS = lazily(
    r"\s*[⠀-⣿◐◓◑◒◜◝◞◟▖▘▝▗]"
    r"|.*\d%.*(?:[█▓▒░▏▎▍▌▋▊▉━─╸╺■□▰▱]{3}|[#=*.>-]{5})"
    r"|.*(?:[█▓▒░▏▎▍▌▋▊▉━─╸╺■□▰▱]{3}|[#=*.>-]{5}).*\d%"
    r"|\s*\[(?:[#=*.> -]{5,})\]\s*\d"
    r"|\s*\d{1,3}(?:\.\d+)?%\s*(?:\(|\||\Z)"
)


def lines_of(output: bytes) -> list[str]:
    """The lines that an output leaves on the screen, without blank ones.

    Bytes that are no UTF-8 become U+FFFD.
    """
    text = output.decode("utf-8", "replace")
    if not text.replace("\n", "").replace("\t", "").isprintable():
        text = re.sub(_CONTROLS(), "", text)
    shown: list[str] = []
    for line in text.split("\n"):
        left = _last_state(line)
        if left and left != (shown[-1] if shown else "") and not _is_progress(left):
            shown.append(left)
    return shown


def _is_progress(line: str) -> bool:
    """Whether a line is a bar or a spinner; most lines hold nothing that either has."""
    may_be = "%" in line or not line.isascii() or line.lstrip().startswith("[")
    return may_be and re.match(_PROGRESS(), line) is not None


def _last_state(line: str) -> str:
    """What a line shows after it was written over; its indentation stays."""
    if "\b" in line:
        line = re.sub(_STRUCK_OVER(), "", line).replace("\b", "")
    if "\r" in line:
        line = next((state for state in reversed(line.split("\r")) if state.strip()), "")
    return line.rstrip()
