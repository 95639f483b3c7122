"""Colour for terminals: ids, bars, confidence and tags stand out; nothing else of a line is touched."""

from __future__ import annotations

import re

_RESET = "\x1b[0m"
_DIM, _RED, _GREEN, _YELLOW, _CYAN = (f"\x1b[{code}m" for code in (2, 31, 32, 33, 36))
_PARTS = re.compile(
    r"(?P<id>mem_[0-9a-f]{12})|(?P<bar>[▰▱]{5})|(?P<confidence>\[(?:verified|inferred|stale)\])"
    r"|(?P<tag>(?<=\s)#[^\s,)]+)"
)
_CONFIDENCE = {"[verified]": _GREEN, "[stale]": _YELLOW, "[inferred]": _DIM}


def painted(line: str) -> str:
    """A line with escape codes around what hippo marks; the text of a memory, which is indented, stays plain."""
    head, line_break, rest = line.partition("\n")
    return line if head.startswith("  ") else _PARTS.sub(_colored, head) + line_break + rest


def _colored(match: re.Match[str]) -> str:
    text = match[0]
    if match["bar"]:
        full = text.count("▰")
        return f"{_GREEN if full > 3 else _YELLOW if full > 1 else _RED}{text}{_RESET}"
    if match["confidence"]:
        return f"{_CONFIDENCE[text]}{text}{_RESET}"
    return f"{_DIM if match['id'] else _CYAN}{text}{_RESET}"
