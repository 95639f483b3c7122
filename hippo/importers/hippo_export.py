"""hippo's own export: JSON lines, read one by one; a broken line is reported and stops nothing."""

from __future__ import annotations

import json

from hippo.core.encode import clean_tags
from hippo.core.hygiene import clean_text
from hippo.core.memory import Confidence, Layer, Memory, Origin, State, is_id
from hippo.core.value import value
from hippo.errors import HippoError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from datetime import datetime
    from typing import Any

FORM = 1
#: The longest line that is read, in characters: a thousand versions of the longest text (chosen: more is no export, and
#: reading it would fill the memory of the machine).
LONGEST_LINE = 16 * 1024 * 1024
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
    """A memory with its ties (kind to ids) and its history, and the number of its line."""

    line: int
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


def form_of(first_line: str) -> object:
    """The form of the export that a file begins like; None for a file that is none."""
    try:
        header = json.loads(first_line)
    except (ValueError, RecursionError):
        return None
    return header.get("hippo_export") if isinstance(header, dict) else None


def read(lines: Iterable[str], *, parse: Callable[[str], datetime]) -> Iterator[Exported | Mark | Broken]:
    """Everything in an export, line by line; one longer than LONGEST_LINE may be given cut.

    `parse` reads a time and raises ValueError for what is none.
    """
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            if len(line) > LONGEST_LINE:
                raise ValueError(f"longer than {LONGEST_LINE:,} characters")
            found = _object(json.loads(line))
            if "hippo_export" not in found:
                yield _entry(number, found, parse)
        except (ValueError, KeyError, TypeError, OverflowError, RecursionError, HippoError) as error:
            yield Broken(line=number, reason=_reason(error))


def _entry(number: int, found: dict[str, Any], parse: Callable[[str], datetime]) -> Exported | Mark:
    if "learnt" in found:
        return Mark(key=_text(found["learnt"]))
    if "purged" in found:
        return Mark(purged=_id(found["purged"]))
    return Exported(
        line=number,
        memory=_memory(_object(found["memory"]), parse),
        links={kind: tuple(map(_id, _list(ids))) for kind, ids in _object(found.get("links", {})).items()},
        events=tuple(_event(_object(each), parse) for each in _list(found.get("events", []))),
    )


def _memory(found: dict[str, Any], parse: Callable[[str], datetime]) -> Memory:
    archived = found.get("archived_at")
    return Memory(
        id=_id(found["id"]),
        text=clean_text(_text(found["text"])),
        layer=Layer(_text(found["layer"])),
        state=State(_text(found["state"])),
        confidence=Confidence(_text(found["confidence"])),
        pinned=_truth(found["pinned"]),
        tags=clean_tags(map(_text, _list(found["tags"]))),
        half_life_days=_half_life(found["half_life_days"]),
        created_at=parse(_text(found["created_at"])),
        updated_at=parse(_text(found["updated_at"])),
        last_used_at=parse(_text(found["last_used_at"])),
        retrieval_count=_count(found["retrieval_count"]),
        good=_count(found["good"]),
        bad=_count(found["bad"]),
        archived_at=None if archived is None else parse(_text(archived)),
        archived_reason=_text(found.get("archived_reason", "")),
        flag=_text(found.get("flag", "")),
        origin=_origin(_object(found.get("source", {})), parse),
    )


def _origin(found: dict[str, Any], parse: Callable[[str], datetime]) -> Origin:
    happened = found.get("happened_at")
    return Origin(
        kind=_text(found.get("kind", "import")),
        reference=_text(found.get("reference", "")),
        key=_text(found.get("key", "")),
        author=_text(found.get("author", "")),
        happened_at=None if happened is None else parse(_text(happened)),
        files=tuple(map(_text, _list(found.get("files", [])))),
        series=_text(found.get("series", "")),
        position=_count(found.get("position", 0)),
    )


def _event(found: dict[str, Any], parse: Callable[[str], datetime]) -> ExportedEvent:
    actor = _object(found.get("actor", {}))
    before = _object(found.get("before", {}))
    _text(json.dumps(before, ensure_ascii=False, allow_nan=False))
    return ExportedEvent(
        at=parse(_text(found["at"])),
        kind=_text(found["kind"]),
        actor=_text(actor.get("name", "")),
        session=_text(actor.get("session", "")),
        before=before,
    )


def _object(content: Any) -> dict[str, Any]:
    if not isinstance(content, dict):
        raise TypeError(f"no object: {str(content)[:40]!r}")
    return content


def _list(content: Any) -> list[Any]:
    if not isinstance(content, list):
        raise TypeError(f"no list: {str(content)[:40]!r}")
    return content


def _id(content: Any) -> str:
    if not isinstance(content, str) or not is_id(content):
        raise ValueError(f"no memory id: {str(content)[:40]!r}")
    return content


def _text(content: Any) -> str:
    """A text that can be stored: without halves of characters."""
    if not isinstance(content, str):
        raise TypeError(f"no text: {str(content)[:40]!r}")
    content.encode()
    return content


def _truth(content: Any) -> bool:
    if not isinstance(content, bool):
        raise TypeError(f"neither true nor false: {str(content)[:40]!r}")
    return content


def _half_life(content: Any) -> float:
    if isinstance(content, bool) or not isinstance(content, int | float) or not 0 < content < 1e6:
        raise ValueError(f"half_life_days is out of range: {str(content)[:40]}")
    return float(content)


def _count(content: Any) -> int:
    if isinstance(content, bool) or not isinstance(content, int) or not 0 <= content < _LARGEST_COUNT:
        raise ValueError(f"no count: {str(content)[:40]!r}")
    return content


def _reason(error: Exception) -> str:
    if isinstance(error, KeyError):
        return f"{error.args[0]} is missing"
    if isinstance(error, RecursionError):
        return "nested too deeply"
    if isinstance(error, json.JSONDecodeError):
        return f"no JSON: {error.msg} at character {error.pos + 1:,}"
    return " ".join(str(error).split())[:200]
