"""Results as plain data: what `--json`, the MCP server and the dashboard send."""

from __future__ import annotations

from hippo.clock import rfc3339
from hippo.core.memory import Memory, Origin
from hippo.core.value import fields_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

#: Raised when a key of a document is renamed or taken away; adding one is free.
SCHEMA = 1


def document(data: Any, notes: Sequence[str]) -> dict[str, Any]:
    """A result as programs get it, whatever way they ask."""
    return {"schema": SCHEMA, "data": plain(data), "notes": plain(notes)}


def plain(thing: Any) -> Any:
    """A value with everything in it as dicts, lists, texts and numbers.

    Times become RFC 3339, a memory's origin stands under `source`, numbers keep six decimals.
    """
    if thing is None or isinstance(thing, bool | int):
        return thing
    if isinstance(thing, str):
        return str(thing)
    if isinstance(thing, float):
        return round(thing, 6)
    if isinstance(thing, dict):
        return {str(key): plain(content) for key, content in thing.items()}
    if isinstance(thing, list | tuple):
        return [plain(each) for each in thing]
    if isinstance(thing, Memory):
        return {_key(name): plain(content) for name, content in fields_of(thing)}
    if isinstance(thing, Origin):
        return {name: plain(content) for name, content in fields_of(thing) if content or name == "kind"}
    if hasattr(thing, "isoformat"):
        return rfc3339(thing)
    return {name: plain(content) for name, content in fields_of(thing)}


def _key(name: str) -> str:
    return "source" if name == "origin" else name
