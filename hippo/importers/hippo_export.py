"""hippo's own export: JSON lines, read one by one; a broken line is reported and stops nothing."""

from __future__ import annotations

import json

from hippo.core.encode import clean_tags
from hippo.core.hygiene import clean_text
from hippo.core.memory import Confidence, Layer, Memory, Origin, State, is_id
from hippo.core.value import value
from hippo.errors import HippoError
from hippo.importers.exported_thread import ExportedPart, part_of
from hippo.importers.json_fields import a_count, a_list, a_text, a_truth, an_object

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from datetime import datetime
    from typing import Any

FORM = 1
#: The longest line that is read, in characters: a thousand versions of the longest text (chosen: more is no export, and
#: reading it would fill the memory of the machine).
LONGEST_LINE = 16 * 1024 * 1024


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


def read(
    lines: Iterable[str], *, parse: Callable[[str], datetime]
) -> Iterator[Exported | ExportedPart | Mark | Broken]:
    """Everything in an export, line by line; one longer than LONGEST_LINE may be given cut.

    `parse` reads a time and raises ValueError for what is none.
    """
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            if len(line) > LONGEST_LINE:
                raise ValueError(f"longer than {LONGEST_LINE:,} characters")
            found = an_object(json.loads(line))
            if "hippo_export" not in found:
                yield _entry(number, found, parse)
        except (ValueError, KeyError, TypeError, OverflowError, RecursionError, HippoError) as error:
            yield Broken(line=number, reason=_reason(error))


def _entry(number: int, found: dict[str, Any], parse: Callable[[str], datetime]) -> Exported | ExportedPart | Mark:
    if "learnt" in found:
        return Mark(key=a_text(found["learnt"]))
    if "purged" in found:
        return Mark(purged=_id(found["purged"]))
    part = part_of(found, parse)
    if part is not None:
        return ExportedPart(line=number, part=part)
    return Exported(
        line=number,
        memory=_memory(an_object(found["memory"]), parse),
        links={kind: tuple(map(_id, a_list(ids))) for kind, ids in an_object(found.get("links", {})).items()},
        events=tuple(_event(an_object(each), parse) for each in a_list(found.get("events", []))),
    )


def _memory(found: dict[str, Any], parse: Callable[[str], datetime]) -> Memory:
    archived = found.get("archived_at")
    return Memory(
        id=_id(found["id"]),
        text=clean_text(a_text(found["text"])),
        layer=Layer(a_text(found["layer"])),
        state=State(a_text(found["state"])),
        confidence=Confidence(a_text(found["confidence"])),
        pinned=a_truth(found["pinned"]),
        tags=clean_tags(map(a_text, a_list(found["tags"]))),
        half_life_days=_half_life(found["half_life_days"]),
        created_at=parse(a_text(found["created_at"])),
        updated_at=parse(a_text(found["updated_at"])),
        last_used_at=parse(a_text(found["last_used_at"])),
        retrieval_count=a_count(found["retrieval_count"]),
        good=a_count(found["good"]),
        bad=a_count(found["bad"]),
        archived_at=None if archived is None else parse(a_text(archived)),
        archived_reason=a_text(found.get("archived_reason", "")),
        flag=a_text(found.get("flag", "")),
        origin=_origin(an_object(found.get("source", {})), parse),
    )


def _origin(found: dict[str, Any], parse: Callable[[str], datetime]) -> Origin:
    happened = found.get("happened_at")
    return Origin(
        kind=a_text(found.get("kind", "import")),
        reference=a_text(found.get("reference", "")),
        key=a_text(found.get("key", "")),
        author=a_text(found.get("author", "")),
        happened_at=None if happened is None else parse(a_text(happened)),
        files=tuple(map(a_text, a_list(found.get("files", [])))),
        series=a_text(found.get("series", "")),
        position=a_count(found.get("position", 0)),
    )


def _event(found: dict[str, Any], parse: Callable[[str], datetime]) -> ExportedEvent:
    actor = an_object(found.get("actor", {}))
    before = an_object(found.get("before", {}))
    a_text(json.dumps(before, ensure_ascii=False, allow_nan=False))
    return ExportedEvent(
        at=parse(a_text(found["at"])),
        kind=a_text(found["kind"]),
        actor=a_text(actor.get("name", "")),
        session=a_text(actor.get("session", "")),
        before=before,
    )


def _id(content: Any) -> str:
    if not isinstance(content, str) or not is_id(content):
        raise ValueError(f"no memory id: {str(content)[:40]!r}")
    return content


def _half_life(content: Any) -> float:
    if isinstance(content, bool) or not isinstance(content, int | float) or not 0 < content < 1e6:
        raise ValueError(f"half_life_days is out of range: {str(content)[:40]}")
    return float(content)


def _reason(error: Exception) -> str:
    if isinstance(error, KeyError):
        return f"{error.args[0]} is missing"
    if isinstance(error, RecursionError):
        return "nested too deeply"
    if isinstance(error, json.JSONDecodeError):
        return f"no JSON: {error.msg} at character {error.pos + 1:,}"
    return " ".join(str(error).split())[:200]
