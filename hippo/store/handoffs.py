"""Handoffs in the database."""

from __future__ import annotations

from hippo.core.handoff import ID_PREFIX, Handoff, Leaving
from hippo.core.light_json import parsed, written
from hippo.core.memory import ID_DIGITS
from hippo.errors import AmbiguousId, NotFound, shortened
from hippo.store.rows import id_number, id_range, milliseconds, moment_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from datetime import datetime

    from hippo.store.connection import Connection

LATEST = "latest"
_ADD = """
INSERT INTO handoff (id, at, actor, session, branch, task, summary, next_steps, artifacts, flag, resumed_at, resumed_by)
VALUES (:id, :at, :actor, :session, :branch, :task, :summary, :next_steps, :artifacts, :flag, :resumed_at, :resumed_by)
ON CONFLICT (id) DO NOTHING
"""
_SINCE = "SELECT * FROM handoff WHERE at >= :since ORDER BY at DESC, number DESC LIMIT :limit"
_LAST_OF = "SELECT * FROM handoff WHERE session = :session ORDER BY at DESC, number DESC LIMIT 1"
_ALL = "SELECT * FROM handoff ORDER BY at, number"
_BY_ID_RANGE = "SELECT * FROM handoff WHERE id BETWEEN :first AND :last ORDER BY id LIMIT 6"
_RESUMED = "UPDATE handoff SET resumed_at = :at, resumed_by = :by WHERE id = :id AND resumed_at IS NULL"


class HandoffNotFound(NotFound):
    """No handoff has the given id."""

    code = "handoff-not-found"

    def __init__(self, name: str) -> None:
        super().__init__(f"no handoff has the id {shortened(name)!r}", hint="`hippo handoff list` lists them")


class Handoffs:
    """The `handoff` table of one store. Callers hold the transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, handoff: Handoff) -> None:
        """Store a handoff."""
        leaving = handoff.leaving
        values = {
            "id": id_number(handoff.id),
            "at": milliseconds(handoff.at),
            "actor": handoff.actor,
            "session": handoff.session,
            "branch": handoff.branch,
            "task": leaving.task,
            "summary": leaving.summary,
            "next_steps": written(leaving.next_steps),
            "artifacts": written(leaving.artifacts),
            "flag": handoff.flag,
            "resumed_at": None if handoff.resumed_at is None else milliseconds(handoff.resumed_at),
            "resumed_by": handoff.resumed_by,
        }
        self._connection.run(_ADD, values)

    def since(self, moment: datetime, *, limit: int) -> list[Handoff]:
        """Handoffs that were saved at or after a moment, the newest first."""
        rows = self._connection.rows(_SINCE, {"since": milliseconds(moment), "limit": limit})
        return [_handoff(row) for row in rows]

    def latest(self, limit: int) -> list[Handoff]:
        """The newest handoffs, the newest first."""
        return [_handoff(row) for row in self._connection.rows(_SINCE, {"since": 0, "limit": limit})]

    def last_of(self, session: str) -> Handoff | None:
        """The newest handoff of a session."""
        row = self._connection.row(_LAST_OF, {"session": session})
        return _handoff(row) if row else None

    def all(self) -> list[Handoff]:
        """Every handoff, the oldest first."""
        return [_handoff(row) for row in self._connection.rows(_ALL)]

    def find(self, name: str) -> Handoff:
        """The handoff that `latest`, an id, or the beginning of one names. Raises HandoffNotFound or AmbiguousId."""
        found = self.latest(1) if name.strip().lower() == LATEST else self._with_prefix(name)
        if not found:
            raise HandoffNotFound(name)
        if len(found) > 1:
            raise AmbiguousId(name, tuple(each.id for each in found))
        return found[0]

    def resume(self, handoff: Handoff, *, by: str, now: datetime) -> None:
        """Note who was the first to go on with it."""
        self._connection.run(_RESUMED, {"at": milliseconds(now), "by": by, "id": id_number(handoff.id)})

    def _with_prefix(self, name: str) -> list[Handoff]:
        meant = id_range(name, ID_PREFIX)
        return [_handoff(row) for row in self._connection.rows(_BY_ID_RANGE, meant)] if meant else []


def _handoff(row: sqlite3.Row) -> Handoff:
    resumed: int | None = row["resumed_at"]
    return Handoff(
        id=f"{ID_PREFIX}{row['id']:0{ID_DIGITS}x}",
        at=moment_of(row["at"]),
        actor=row["actor"],
        session=row["session"],
        branch=row["branch"],
        leaving=Leaving(
            summary=row["summary"],
            task=row["task"],
            next_steps=tuple(parsed(row["next_steps"])),
            artifacts=tuple(parsed(row["artifacts"])),
        ),
        flag=row["flag"],
        resumed_at=None if resumed is None else moment_of(resumed),
        resumed_by=row["resumed_by"],
    )
