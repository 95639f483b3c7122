"""How memories are tied: what replaced what, what was distilled from what."""

from __future__ import annotations

from enum import StrEnum

from hippo.store.rows import id_number, id_of, milliseconds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime

    from hippo.store.connection import Connection


class LinkKind(StrEnum):
    """What the source of a link is to its target."""

    SUPERSEDES = "supersedes"
    DISTILLED_FROM = "distilled_from"


_ADD = """
INSERT INTO link (source, kind, target, at)
SELECT one.number, :kind, other.number, :at FROM memory AS one, memory AS other
WHERE one.id = :source AND other.id = :target
ON CONFLICT DO NOTHING
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

    def from_memory(self, memory_id: str) -> dict[LinkKind, tuple[str, ...]]:
        """The ids that a memory is tied to, by kind, in the order of the ids."""
        found: dict[LinkKind, tuple[str, ...]] = {}
        for row in self._connection.rows(_FROM, {"source": id_number(memory_id)}):
            kind = LinkKind(row["kind"])
            found[kind] = (*found.get(kind, ()), id_of(row["target"]))
        return found
