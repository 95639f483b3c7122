"""Lines that are no message as the SDK reads them: mended where half a character is all that is wrong, else answered.

Why: the SDK passes such a line over in silence, and whoever sent it waits until it gives up. Programs that cut a text
in the middle of a character write its half as JSON may, which no reader of UTF-8 takes.
"""

from __future__ import annotations

import json

import mcp_types as types
from mcp.shared.message import SessionMessage
from pydantic import ValidationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_NO_JSON = "json_invalid"
_LACKING = "missing"
#: The length of the place of a field of a message: which kind of message, which field.
_OF_THE_WHOLE = 2


def mended(error: Exception) -> SessionMessage | None:
    """The message that a line is once U+FFFD stands for each half of a character; None if that does not help."""
    line = _broken_line(error)
    found = None if line is None else _parsed(line)
    if found is None:
        return None
    whole = json.dumps(found, ensure_ascii=False).encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    try:
        return SessionMessage(types.jsonrpc_message_adapter.validate_json(whole, by_name=False))
    except ValidationError:
        return None


def answer_to(error: Exception) -> SessionMessage | None:
    """What whoever sent a line is told, under its id if it has one; None for a line that wants no answer."""
    if not isinstance(error, ValidationError):
        return None
    line = _broken_line(error)
    if line is not None and not line.strip():
        return None
    found = _message(error) if line is None else _parsed(line)
    fields = found if isinstance(found, dict) else {}
    if "method" not in fields and ("result" in fields or "error" in fields):
        return None
    if found is None:
        trouble = types.ErrorData(code=types.PARSE_ERROR, message="the line is no JSON")
    else:
        trouble = types.ErrorData(code=types.INVALID_REQUEST, message="the line is no message of JSON-RPC 2.0")
    return SessionMessage(types.JSONRPCError(jsonrpc="2.0", id=_id_of(fields), error=trouble))


def _id_of(fields: dict[str, Any]) -> int | str | None:
    told = fields.get("id")
    return told if isinstance(told, int | str) and not isinstance(told, bool) else None


def _broken_line(error: Exception) -> str | None:
    """The line that the SDK takes for no JSON; None for one that is JSON, and for what no line has caused."""
    if not isinstance(error, ValidationError):
        return None
    first = error.errors(include_url=False)[0]
    return str(first["input"]) if first["type"] == _NO_JSON else None


def _message(error: ValidationError) -> Any:
    """The JSON that is no message, as the complaints tell it that are about the whole of it."""
    for each in error.errors(include_url=False):
        if len(each["loc"]) <= 1 or (each["type"] == _LACKING and len(each["loc"]) == _OF_THE_WHOLE):
            return each["input"]
    return {}


def _parsed(line: str) -> Any:
    """What a line holds by Python's reader, which takes halves of characters; None if that reads it neither."""
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None
