"""The lines of hippo's own export that hold no memory: core entries, working memory, handoffs."""

from __future__ import annotations

from hippo.core.buffer import ID_PREFIX as BUFFER_PREFIX
from hippo.core.buffer import BufferEntry, Kind
from hippo.core.handoff import ID_PREFIX as HANDOFF_PREFIX
from hippo.core.handoff import Handoff, Leaving
from hippo.core.memory import is_id
from hippo.core.pages import ID_PREFIX as CORE_PREFIX
from hippo.core.pages import CoreEntry, Page
from hippo.core.value import value
from hippo.importers.json_fields import a_count, a_list, a_text, an_object

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime
    from typing import Any

    Parse = Callable[[str], datetime]


@value
class ExportedPart:
    """An entry of a core page or of the working memory, or a handoff, and the number of its line."""

    line: int
    part: CoreEntry | BufferEntry | Handoff


def part_of(found: dict[str, Any], parse: Parse) -> CoreEntry | BufferEntry | Handoff | None:
    """What a line holds; None for one of another kind.

    Raises KeyError, TypeError or ValueError for a line that lacks what it needs.
    """
    for name, read in _READERS.items():
        if name in found:
            return read(an_object(found[name]), parse)
    return None


def _core_entry(found: dict[str, Any], parse: Parse) -> CoreEntry:
    return CoreEntry(
        id=_id(found["id"], CORE_PREFIX),
        page=Page(a_text(found["page"])),
        text=a_text(found["text"]),
        flag=a_text(found.get("flag", "")),
        uses=a_count(found.get("uses", 0)),
        created_at=parse(a_text(found["created_at"])),
        last_used_at=parse(a_text(found["last_used_at"])),
    )


def _buffer_entry(found: dict[str, Any], parse: Parse) -> BufferEntry:
    return BufferEntry(
        id=_id(found["id"], BUFFER_PREFIX),
        scope=a_text(found["scope"]),
        kind=Kind(a_text(found["kind"])),
        text=a_text(found["text"]),
        flag=a_text(found.get("flag", "")),
        importance=_share(found["importance"]),
        pushed_at=parse(a_text(found["pushed_at"])),
        turn=a_count(found.get("turn", 0)),
    )


def _handoff(found: dict[str, Any], parse: Parse) -> Handoff:
    leaving, resumed = an_object(found["leaving"]), found.get("resumed_at")
    return Handoff(
        id=_id(found["id"], HANDOFF_PREFIX),
        at=parse(a_text(found["at"])),
        actor=a_text(found.get("actor", "")),
        session=a_text(found.get("session", "")),
        branch=a_text(found.get("branch", "")),
        leaving=Leaving(
            summary=a_text(leaving["summary"]),
            task=a_text(leaving.get("task", "")),
            next_steps=tuple(map(a_text, a_list(leaving.get("next_steps", [])))),
            artifacts=tuple(map(a_text, a_list(leaving.get("artifacts", [])))),
        ),
        flag=a_text(found.get("flag", "")),
        resumed_at=None if resumed is None else parse(a_text(resumed)),
        resumed_by=a_text(found.get("resumed_by", "")),
    )


_READERS: dict[str, Callable[[dict[str, Any], Parse], CoreEntry | BufferEntry | Handoff]] = {
    "core_entry": _core_entry,
    "buffer_entry": _buffer_entry,
    "handoff": _handoff,
}


def _id(content: Any, prefix: str) -> str:
    if not isinstance(content, str) or not is_id(content, prefix):
        raise ValueError(f"no id that begins with {prefix}: {str(content)[:40]!r}")
    return content


def _share(content: Any) -> float:
    if isinstance(content, bool) or not isinstance(content, int | float) or not 0 <= content <= 1:
        raise ValueError(f"importance is out of range: {str(content)[:40]}")
    return float(content)
