"""hippo's own export: JSON lines, read one by one; a broken line is reported and stops nothing."""

from __future__ import annotations

import json
import re

from hippo.core.hygiene import clean_text
from hippo.core.memory import ID_DIGITS, ID_PREFIX, Confidence, Layer, Memory, Origin, State
from hippo.core.value import value
from hippo.errors import HippoError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from datetime import datetime
    from typing import Any

_ID = re.compile(rf"{ID_PREFIX}[0-9a-f]{{{ID_DIGITS}}}\Z")
_FORM = 1
_LARGEST_COUNT = 2**53


@value
class ExportedEvent:
    """One thing that happened to a memory, as it stood in the export."""

    at: datetime
    kind: str
    actor: str
    session: str
    before: dict[str, Any]


@value
class Exported:
    """A memory with its ties (kind to ids) and its history."""

    memory: Memory
    links: dict[str, tuple[str, ...]]
    events: tuple[ExportedEvent, ...]


@value
class Mark:
    """Something that is to stay learnt (`key`), or erased (`purged`, an id)."""

    key: str = ""
    purged: str = ""


@value
class Broken:
    """A line that cannot be used, by its number from 1, and why."""

    line: int
    reason: str


def is_export(first_line: str) -> bool:
    """Whether a file begins like an export of hippo."""
    try:
        return "hippo_export" in json.loads(first_line)
    except (ValueError, TypeError, RecursionError):
        return False


def read(lines: Iterable[str], *, parse: Callable[[str], datetime]) -> Iterator[Exported | Mark | Broken]:
    """Everything in an export, line by line. `parse` reads a time and raises ValueError for what is none."""
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            found = dict(json.loads(line))
            if "hippo_export" in found:
                _check_form(found)
            else:
                yield _entry(found, parse)
        except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError, HippoError) as error:
            yield Broken(line=number, reason=_reason(error))


def _check_form(header: dict[str, Any]) -> None:
    if header["hippo_export"] != _FORM:
        raise ValueError(f"the export has form {header['hippo_export']!r}, this hippo reads form {_FORM}")


def _entry(found: dict[str, Any], parse: Callable[[str], datetime]) -> Exported | Mark:
    if "learnt" in found:
        return Mark(key=_text(found["learnt"]))
    if "purged" in found:
        return Mark(purged=_id(found["purged"]))
    return Exported(
        memory=_memory(found["memory"], parse),
        links={str(kind): tuple(map(_id, ids)) for kind, ids in dict(found.get("links") or {}).items()},
        events=tuple(_event(each, parse) for each in found.get("events") or ()),
    )


def _memory(found: dict[str, Any], parse: Callable[[str], datetime]) -> Memory:
    half_life = float(found["half_life_days"])
    if not 0 < half_life < 1e6:
        raise ValueError(f"half_life_days is out of range: {half_life}")
    archived = found.get("archived_at")
    return Memory(
        id=_id(found["id"]),
        text=clean_text(_text(found["text"])),
        layer=Layer(found["layer"]),
        state=State(found["state"]),
        confidence=Confidence(found["confidence"]),
        pinned=bool(found["pinned"]),
        tags=tuple(sorted({_text(tag) for tag in found["tags"]})),
        half_life_days=half_life,
        created_at=parse(found["created_at"]),
        updated_at=parse(found["updated_at"]),
        last_used_at=parse(found["last_used_at"]),
        retrieval_count=_count(found["retrieval_count"]),
        good=_count(found["good"]),
        bad=_count(found["bad"]),
        archived_at=None if archived is None else parse(archived),
        archived_reason=_text(found.get("archived_reason", "")),
        flag=_text(found.get("flag", "")),
        origin=_origin(found.get("source") or {}, parse),
    )


def _origin(found: dict[str, Any], parse: Callable[[str], datetime]) -> Origin:
    happened = found.get("happened_at")
    return Origin(
        kind=_text(found.get("kind", "import")),
        reference=_text(found.get("reference", "")),
        key=_text(found.get("key", "")),
        author=_text(found.get("author", "")),
        happened_at=None if happened is None else parse(happened),
        files=tuple(map(_text, found.get("files", ()))),
        series=_text(found.get("series", "")),
        position=_count(found.get("position", 0)),
    )


def _event(found: dict[str, Any], parse: Callable[[str], datetime]) -> ExportedEvent:
    actor = found.get("actor") or {}
    return ExportedEvent(
        at=parse(found["at"]),
        kind=_text(found["kind"]),
        actor=_text(actor.get("name", "")),
        session=_text(actor.get("session", "")),
        before=dict(found.get("before") or {}),
    )


def _id(content: Any) -> str:
    if not isinstance(content, str) or not _ID.match(content):
        raise ValueError(f"no memory id: {str(content)[:40]!r}")
    return content


def _text(content: Any) -> str:
    if not isinstance(content, str):
        raise TypeError(f"no text: {str(content)[:40]!r}")
    content.encode()
    return content


def _count(content: Any) -> int:
    if isinstance(content, bool) or not isinstance(content, int) or not 0 <= content < _LARGEST_COUNT:
        raise ValueError(f"no count: {str(content)[:40]!r}")
    return content


def _reason(error: Exception) -> str:
    if isinstance(error, KeyError):
        return f"{error.args[0]} is missing"
    if isinstance(error, RecursionError):
        return "nested too deeply"
    return " ".join(str(error).split())[:200] or type(error).__name__
