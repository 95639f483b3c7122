"""The JSON Schemas of what tools answer. A test holds them to real answers.

It is the data of `--json` without what is empty (`calls.lean`), so that a plain text, a list or a null may be missing.
"""

from __future__ import annotations

from hippo.core.memory import Confidence, Layer, State

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
NAME: Schema = {"type": "string", "minLength": 1}
WHOLE: Schema = {"type": "integer"}
NUMBER: Schema = {"type": "number"}
FLAG: Schema = {"type": "boolean"}
MOMENT: Schema = {"type": "string", "format": "date-time"}


def record(**properties: Schema) -> Schema:
    """An object with these properties; those that cannot be empty are always there."""
    return {
        "type": "object",
        "properties": properties,
        "required": [name for name, schema in properties.items() if _says_something(schema)],
    }


def partial(**properties: Schema) -> Schema:
    """An object that may have these properties."""
    return {"type": "object", "properties": properties}


def listed(items: Schema) -> Schema:
    """A list of things."""
    return {"type": "array", "items": items}


def maybe(schema: Schema) -> Schema:
    """A thing or null."""
    return {"anyOf": [schema, {"type": "null"}]}


def one_of(names: Iterable[str]) -> Schema:
    """One of some words."""
    return {"type": "string", "enum": [str(name) for name in names]}


def document(data: Schema) -> Schema:
    """What stands around the data of every tool."""
    whole = record(schema=WHOLE, data=data, notes=listed(TEXT))
    return {**whole, "required": list(whole["properties"])}


def _says_something(schema: Schema) -> bool:
    """Whether what has this shape is never empty."""
    is_plain = schema.get("type") in {"integer", "number", "boolean"}
    return is_plain or any(schema.get(key) for key in ("enum", "format", "minLength", "required"))


SOURCE = partial(
    kind=TEXT,
    reference=TEXT,
    key=TEXT,
    author=TEXT,
    happened_at=MOMENT,
    files=listed(TEXT),
    series=TEXT,
    position=WHOLE,
)
MEMORY = record(
    id=NAME,
    text=NAME,
    layer=one_of(Layer),
    state=one_of(State),
    confidence=one_of(Confidence),
    pinned=FLAG,
    tags=listed(TEXT),
    half_life_days=NUMBER,
    created_at=MOMENT,
    updated_at=MOMENT,
    last_used_at=MOMENT,
    retrieval_count=WHOLE,
    good=WHOLE,
    bad=WHOLE,
    archived_at=maybe(MOMENT),
    archived_reason=TEXT,
    flag=TEXT,
    source=SOURCE,
)
