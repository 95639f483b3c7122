"""Rows of the memory table to values and back: the two functions, and the units between them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hippo.core.light_json import parsed, written
from hippo.core.memory import ID_DIGITS, ID_PREFIX, Confidence, Layer, Memory, Origin, State, digits_of
from hippo.core.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from typing import Any

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)

#: What a Memory needs of a row; tags come as one string, parted by U+001F.
COLUMNS = """
    memory.number, memory.id, layer, state, confidence, pinned, half_life_days, created_at, updated_at, last_used_at,
    retrieval_count, good, bad, archived_at, archived_reason, flag, origin_kind, origin_reference, origin_key, author,
    happened_at, files, (SELECT name FROM series WHERE number = memory.series) AS series_name, position, text,
    (SELECT group_concat(name, char(31)) FROM tag WHERE tag.memory = memory.number) AS tags
"""


@value
class Stored:
    """A memory with its row number, which the other tables point at."""

    number: int
    memory: Memory


def milliseconds(moment: datetime) -> int:
    """A moment as whole milliseconds since 1970."""
    return (moment - _EPOCH) // _MILLISECOND


def moment_of(since_1970: int) -> datetime:
    """The moment so many milliseconds after 1970."""
    return _EPOCH + timedelta(milliseconds=since_1970)


def id_of(number: int) -> str:
    """The printed form of an id."""
    return f"{ID_PREFIX}{number:0{ID_DIGITS}x}"


def id_range(name: str, prefix: str = ID_PREFIX) -> dict[str, int] | None:
    """The `first` and `last` stored form of the ids that a name may mean; None for what is no name."""
    digits = digits_of(name, prefix)
    if not digits:
        return None
    return {"first": int(digits.ljust(ID_DIGITS, "0"), 16), "last": int(digits.ljust(ID_DIGITS, "f"), 16)}


def id_number(memory_id: str) -> int:
    """The stored form of a whole id."""
    return int(memory_id[len(ID_PREFIX) :], 16)


def stored(row: sqlite3.Row) -> Stored:
    """The memory in a row that begins with COLUMNS, taken by their places: by their names it takes twice as long."""
    # fmt: off
    (
        number, identity, layer, state, confidence, pinned, half_life_days, created_at, updated_at, last_used_at,
        retrieval_count, good, bad, archived_at, archived_reason, flag, origin_kind, origin_reference, origin_key,
        author, happened_at, names, series_name, position, text, tags, *_,
    ) = row
    # fmt: on
    origin = Origin(
        kind=origin_kind,
        reference=origin_reference,
        key=origin_key,
        author=author,
        happened_at=None if happened_at is None else moment_of(happened_at),
        files=tuple(parsed(names)) if names else (),
        series=series_name or "",
        position=position,
    )
    memory = Memory(
        id=id_of(identity),
        text=text,
        layer=Layer(layer),
        state=State(state),
        confidence=Confidence(confidence),
        pinned=bool(pinned),
        tags=tuple(sorted(tags.split("\x1f"))) if tags else (),
        half_life_days=half_life_days,
        created_at=moment_of(created_at),
        updated_at=moment_of(updated_at),
        last_used_at=moment_of(last_used_at),
        retrieval_count=retrieval_count,
        good=good,
        bad=bad,
        archived_at=None if archived_at is None else moment_of(archived_at),
        archived_reason=archived_reason,
        flag=flag,
        origin=origin,
    )
    return Stored(number=number, memory=memory)


def parameters(memory: Memory) -> dict[str, Any]:
    """A memory as named parameters for INSERT and UPDATE, without what is worked out of its text."""
    origin = memory.origin
    return {
        "id": id_number(memory.id),
        "layer": memory.layer.value,
        "state": memory.state.value,
        "confidence": memory.confidence.value,
        "pinned": int(memory.pinned),
        "half_life_days": memory.half_life_days,
        "created_at": milliseconds(memory.created_at),
        "updated_at": milliseconds(memory.updated_at),
        "last_used_at": milliseconds(memory.last_used_at),
        "retrieval_count": memory.retrieval_count,
        "good": memory.good,
        "bad": memory.bad,
        "archived_at": None if memory.archived_at is None else milliseconds(memory.archived_at),
        "archived_reason": memory.archived_reason,
        "flag": memory.flag,
        "origin_kind": origin.kind,
        "origin_reference": origin.reference,
        "origin_key": origin.key,
        "author": origin.author,
        "happened_at": None if origin.happened_at is None else milliseconds(origin.happened_at),
        "files": written(origin.files) if origin.files else "",
        "position": origin.position,
        "text": memory.text,
    }
