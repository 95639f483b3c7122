"""JSON without the json module: what a hook reads and writes at every prompt.

Why: json imports re and enum, which costs .85 of the start of a bare interpreter; its own scanner, written in C, costs
nothing. Where that is missing (another Python than CPython) the json module does the same.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

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


def written(content: Mapping[str, Any]) -> str:
    """An object of texts and of such objects."""
    try:
        from _json import encode_basestring as quoted
    except ImportError:
        from json import dumps

        return dumps(content, ensure_ascii=False)
    pairs = (
        f"{quoted(name)}: {quoted(each) if isinstance(each, str) else written(each)}" for name, each in content.items()
    )
    return f"{{{', '.join(pairs)}}}"
