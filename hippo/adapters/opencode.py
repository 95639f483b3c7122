"""The plugin through which OpenCode calls hippo: a file of its own, in JavaScript, beside this module."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_SOURCE = "opencode_plugin.js"
_FIRST_LINE = "// Written by hippo"
_PROGRAM = '["hippo"]'
_LINE = "const PROGRAM = "


def plugin_text(words: Sequence[str]) -> str:
    """The plugin, which calls hippo by these words."""
    import json

    return _source().replace(_PROGRAM, json.dumps(list(words)), 1)


def is_plugin(text: str | None) -> bool:
    """Whether a file is this plugin, in whatever version."""
    return text is not None and text.startswith(_FIRST_LINE)


def program_in(text: str) -> str:
    """The program that a plugin calls, in quotes; nothing if that cannot be told."""
    line = next((each for each in text.split("\n") if each.startswith(_LINE)), "")
    return line.removeprefix(f"{_LINE}[").partition(",")[0].rstrip("]")


def same_plugin(text: str) -> bool:
    """Whether a plugin is of this version, whatever program it calls."""
    return _without_program(text) == _without_program(_source())


def _without_program(text: str) -> list[str]:
    return [line for line in text.split("\n") if not line.startswith(_LINE)]


def _source() -> str:
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), _SOURCE), encoding="utf-8") as file:
        return file.read()
