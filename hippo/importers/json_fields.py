"""The kinds of things a JSON document may hold, asked for by kind.

Each function gives back what it is given, or raises TypeError or ValueError that says what came instead.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_LARGEST_COUNT = 2**53


def an_object(content: Any) -> dict[str, Any]:
    """The fields of a JSON object."""
    if not isinstance(content, dict):
        raise TypeError(f"no object: {str(content)[:40]!r}")
    return content


def a_list(content: Any) -> list[Any]:
    """The entries of a JSON list."""
    if not isinstance(content, list):
        raise TypeError(f"no list: {str(content)[:40]!r}")
    return content


def a_text(content: Any) -> str:
    """A text that can be stored: without halves of characters."""
    if not isinstance(content, str):
        raise TypeError(f"no text: {str(content)[:40]!r}")
    content.encode()
    return content


def a_truth(content: Any) -> bool:
    """True or false."""
    if not isinstance(content, bool):
        raise TypeError(f"neither true nor false: {str(content)[:40]!r}")
    return content


def a_count(content: Any) -> int:
    """A whole number from 0 to 2**53."""
    if isinstance(content, bool) or not isinstance(content, int) or not 0 <= content < _LARGEST_COUNT:
        raise ValueError(f"no count: {str(content)[:40]!r}")
    return content
