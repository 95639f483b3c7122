"""How memories are tied: what replaced what, what was distilled from what."""

from __future__ import annotations

from hippo.core.choice import Choice
from hippo.store.rows import id_number, id_of, milliseconds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from hippo.store.connection import Connection


class LinkKind(Choice):
    """What the source of a link is to its target."""

    SUPERSEDES = "supersedes"
    DISTILLED_FROM = "distilled_from"
    FOLDED_INTO = "folded_into"
    STANDS_BESIDE = "stands_beside"


_SOURCES = "SELECT DISTINCT source FROM link WHERE source IN ({marks})"
_ADD = """
INSERT INTO link (source, kind, target, at)
SELECT one.number, :kind, other.number, :at FROM memory AS one, memory AS other
WHERE one.id = :source AND other.id = :target
ON CONFLICT DO NOTHING
"""
_REMOVE = """
DELETE FROM link WHERE kind = :kind AND source = (SELECT number FROM memory WHERE id = :source)
    AND target = (SELECT number FROM memory WHERE id = :target)
"""
_TO = """
SELECT link.kind AS kind, one.id AS source FROM link JOIN memory AS one ON one.number = link.source
WHERE link.target = (SELECT number FROM memory WHERE id = :target) ORDER BY link.kind, one.id
"""
_ALL = """
SELECT one.id AS source, other.id AS target FROM link
JOIN memory AS one ON one.number = link.source JOIN memory AS other ON other.number = link.target
WHERE link.kind = :kind ORDER BY link.source, link.target
"""
_AMONG = """
SELECT link.source AS source, link.target AS target FROM link
WHERE link.kind = :kind AND link.source IN ({marks}) AND link.target IN ({marks})
"""
_FROM = """
SELECT link.kind AS kind, other.id AS target FROM link JOIN memory AS other ON other.number = link.target
WHERE link.source = (SELECT number FROM memory WHERE id = :source) ORDER BY link.kind, other.id
"""


class Links:
    """The ties between the memories of one store. Callers hold the transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, source: str, kind: LinkKind, target: str, *, now: datetime) -> bool:
        """Tie two memories; False when one of them is not there or they are tied so already."""
        values = {"source": id_number(source), "kind": kind.value, "target": id_number(target)}
        return self._connection.run(_ADD, values | {"at": milliseconds(now)}) > 0

    def remove(self, source: str, kind: LinkKind, target: str) -> None:
        """Untie two memories."""
        values = {"source": id_number(source), "kind": kind.value, "target": id_number(target)}
        self._connection.run(_REMOVE, values)

    def to_memory(self, memory_id: str) -> dict[LinkKind, tuple[str, ...]]:
        """The ids that are tied to a memory, by kind, in the order of the ids."""
        found: dict[LinkKind, tuple[str, ...]] = {}
        for row in self._connection.rows(_TO, {"target": id_number(memory_id)}):
            kind = LinkKind(row["kind"])
            found[kind] = (*found.get(kind, ()), id_of(row["source"]))
        return found

    def all_of(self, kind: LinkKind) -> dict[str, tuple[str, ...]]:
        """Every tie of one kind: the targets of each source, as ids."""
        found: dict[str, tuple[str, ...]] = {}
        for row in self._connection.rows(_ALL, {"kind": kind.value}):
            source = id_of(row["source"])
            found[source] = (*found.get(source, ()), id_of(row["target"]))
        return found

    def among(self, numbers: Sequence[int], kind: LinkKind) -> dict[int, tuple[int, ...]]:
        """The ties of one kind between some rows: the targets of each source, as row numbers."""
        marks = ", ".join("?" * len(numbers))
        found: dict[int, tuple[int, ...]] = {}
        statement = _AMONG.format(marks=marks).replace(":kind", "?")
        for row in self._connection.rows(statement, (kind.value, *numbers, *numbers)):
            found[row["source"]] = (*found.get(row["source"], ()), row["target"])
        return found

    def sources_among(self, numbers: Sequence[int]) -> set[int]:
        """Those of some rows that are tied to another memory."""
        return {row["source"] for row in self._connection.rows_among(_SOURCES, numbers)}

    def from_memory(self, memory_id: str) -> dict[LinkKind, tuple[str, ...]]:
        """The ids that a memory is tied to, by kind, in the order of the ids."""
        found: dict[LinkKind, tuple[str, ...]] = {}
        for row in self._connection.rows(_FROM, {"source": id_number(memory_id)}):
            kind = LinkKind(row["kind"])
            found[kind] = (*found.get(kind, ()), id_of(row["target"]))
        return found
