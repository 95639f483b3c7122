"""Fields of JSON records that somebody else wrote: of any type, missing, null, or of a later version."""

from __future__ import annotations

from datetime import UTC, datetime

from hippo.clock import in_milliseconds
from hippo.core.capture.turn import Unread
from hippo.core.value import replace
from hippo.importers.notes_head import moment_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from hippo.importers.json_records import Record


def text_in(record: object, *names: str) -> str:
    """The first of the fields that is a text and says something; empty if none is."""
    if isinstance(record, dict):
        for name in names:
            found = record.get(name)
            if isinstance(found, str) and found.strip():
                return found
    return ""


def objects_in(record: object, name: str) -> list[dict[str, Any]]:
    """The objects in a list; those of a field that is none, or is missing, are none."""
    found = record.get(name) if isinstance(record, dict) else None
    return [each for each in found if isinstance(each, dict)] if isinstance(found, list) else []


def texts_in(record: object, name: str) -> tuple[str, ...]:
    """The texts in a list."""
    found = record.get(name) if isinstance(record, dict) else None
    return tuple(each for each in found if isinstance(each, str)) if isinstance(found, list) else ()


def moment_in(record: object, *names: str) -> datetime | None:
    """The first moment that one of the fields tells, as RFC 3339 or in seconds since 1970."""
    for name in names:
        told = record.get(name) if isinstance(record, dict) else None
        if isinstance(told, str):
            found = moment_of(told)
        elif isinstance(told, int | float) and not isinstance(told, bool) and 0 < told < 1e11:
            found = in_milliseconds(datetime.fromtimestamp(told, UTC))
        else:
            found = None
        if found is not None:
            return found
    return None


def branch(parents: dict[str, str], leaf: str) -> Iterator[str]:
    """The ids on the way from the root to a leaf; a parent that is missing is the root, a circle is cut."""
    way: dict[str, None] = {}
    at = leaf
    while at in parents and at not in way:
        way[at] = None
        at = parents[at]
    return reversed(list(way))


def flat(found: Iterator[Record | Unread], wrappers: tuple[str, ...] = ()) -> Iterator[Record | Unread]:
    """The records; one that is only a wrapper of a list under one of these names stands for what is in it."""
    for each in found:
        inner = None if isinstance(each, Unread) else each.content
        lists = (inner.get(name) for name in wrappers) if isinstance(inner, dict) else ()
        wrapped = next((found for found in lists if isinstance(found, list)), None)
        if isinstance(each, Unread) or wrapped is None:
            yield each
        else:
            yield from (replace(each, content=content) for content in wrapped)
