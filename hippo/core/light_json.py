"""JSON without the json module: what a hook reads and writes at every prompt.

Why: json imports re and enum, which costs .85 of the start of a bare interpreter; its own scanner, written in C, costs
nothing. Where that is missing (another Python than CPython) the json module does the same.
"""

from __future__ import annotations

from math import isfinite

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    Content = str | float | None | Sequence["Content"] | Mapping[str, "Content"]

_SPACE = " \t\n\r"


class _Reading:
    """What the scanner asks of a decoder: plain objects; control characters within texts are let in."""

    strict = False
    object_hook = None
    object_pairs_hook = None
    array_hook = None
    parse_float = float
    parse_int = int
    parse_constant = float


def parsed(text: str) -> Any:
    """The value that a text holds. Raises ValueError for a text that is no JSON."""
    try:
        from _json import make_scanner
    except ImportError:
        from json import loads

        return loads(text, strict=False)
    start = len(text) - len(text.lstrip(_SPACE))
    try:
        found, end = make_scanner(_Reading())(text, start)  # type: ignore[arg-type]
    except StopIteration:
        raise ValueError("no JSON") from None
    except RecursionError:
        raise ValueError("JSON that is nested too deeply") from None
    if text[end:].strip(_SPACE):
        raise ValueError("more than one JSON value")
    return found


def written(content: Content) -> str:
    """A value as `json.dumps` writes it without escaping letters. Raises TypeError for what JSON has no form for."""
    try:
        from _json import encode_basestring as quoted
    except ImportError:
        from json import dumps

        return dumps(content, ensure_ascii=False)
    if isinstance(content, str):
        return quoted(content)
    if isinstance(content, dict):
        return f"{{{', '.join(f'{quoted(name)}: {written(each)}' for name, each in content.items())}}}"
    if isinstance(content, list | tuple):
        return f"[{', '.join(map(written, content))}]"
    return _scalar(content)


def _scalar(content: object) -> str:
    if content is None or content is True or content is False:
        return {None: "null", True: "true", False: "false"}[content]
    if isinstance(content, int):
        return int.__repr__(content)
    if isinstance(content, float) and isfinite(content):
        return float.__repr__(content)
    from json import dumps

    return dumps(content)
