"""The append-only history: who did what to a memory, when, and what was before."""

from __future__ import annotations

from hippo.core.light_json import parsed, written
from hippo.core.value import value
from hippo.store.rows import id_number, milliseconds, moment_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import datetime
    from typing import Any

    from hippo.store.connection import Connection

#: The kinds of retrieval: what the crowding rule of `core.decay` counts.
RECALLED = "recalled"
REPEATED = "repeated"
#: A memory came into being.
REMEMBERED = "remembered"
#: A person let in what waited, or what was flagged.
APPROVED = "approved"

_ADD = """
INSERT INTO event (memory, at, kind, actor, session, before)
VALUES (:memory, :at, :kind, :actor, :session, :before)
"""
_OF = "SELECT at, kind, actor, session, before FROM event WHERE memory = :memory ORDER BY at, number"
_NOTED = "SELECT at, kind, actor, session, before FROM event WHERE memory = :memory ORDER BY number"
_COUNT_SINCE = """
SELECT count(*) FROM event WHERE memory = :memory AND kind IN ('recalled', 'repeated') AND at > :since
"""
_LAST_UNTIL = "SELECT at FROM event WHERE at <= :until ORDER BY number DESC LIMIT 1"
_REMOVE_TEXTS = "DELETE FROM event WHERE memory = :memory AND before LIKE '%\"text\"%'"
_REMOVE_WORDINGS = "DELETE FROM event WHERE kind = 'folded' AND before LIKE :of"
_REMOVE = "DELETE FROM event WHERE memory = :memory"


@value
class Actor:
    """Who acts: the tool that called hippo, and the session it is in, if it says so."""

    name: str = "cli"
    session: str = ""


@value
class Event:
    """One thing that happened to a memory; `before` holds what it changed, as it was."""

    at: datetime
    kind: str
    actor: Actor
    before: dict[str, Any]


class Events:
    """The history of one store. Callers hold the transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(
        self, memory_id: str, kind: str, *, now: datetime, actor: Actor, before: Mapping[str, Any] | None = None
    ) -> None:
        """Note what happened to a memory."""
        values = {
            "memory": id_number(memory_id),
            "at": milliseconds(now),
            "kind": kind,
            "actor": actor.name,
            "session": actor.session,
            "before": written(before) if before else "",
        }
        self._connection.run(_ADD, values)

    def add_to_all(self, memory_ids: Iterable[str], kind: str, *, now: datetime, actor: Actor) -> None:
        """Note that the same happened to several memories, in their order."""
        same = {"at": milliseconds(now), "kind": kind, "actor": actor.name, "session": actor.session, "before": ""}
        self._connection.run_many(_ADD, ({"memory": id_number(memory_id), **same} for memory_id in memory_ids))

    def of(self, memory_id: str) -> list[Event]:
        """The history of a memory, oldest first."""
        return self._events(_OF, memory_id)

    def as_noted(self, memory_id: str) -> list[Event]:
        """The history of a memory in the order in which it was noted, whatever the clock said."""
        return self._events(_NOTED, memory_id)

    def retrievals_since(self, memory_id: str, since: datetime) -> int:
        """How often a memory was retrieved or said again after a moment."""
        return self._connection.number(_COUNT_SINCE, {"memory": id_number(memory_id), "since": milliseconds(since)})

    def last_until(self, moment: datetime) -> datetime | None:
        """When the latest thing happened that happened by then, if anything did."""
        found = self._connection.row(_LAST_UNTIL, {"until": milliseconds(moment)})
        return moment_of(found["at"]) if found else None

    def remove_texts_of(self, memory_id: str) -> None:
        """Forget what a memory said before: its text held something that is purged."""
        self._connection.run(_REMOVE_TEXTS, {"memory": id_number(memory_id)})

    def remove_wordings_of(self, memory_id: str) -> None:
        """Forget what other memories' histories quote of a purged one that was folded into them."""
        self._connection.run(_REMOVE_WORDINGS, {"of": f'%"of": "{memory_id}"%'})

    def remove(self, memory_id: str) -> None:
        """Forget the history of a purged memory."""
        self._connection.run(_REMOVE, {"memory": id_number(memory_id)})

    def _events(self, statement: str, memory_id: str) -> list[Event]:
        return [
            Event(
                at=moment_of(row["at"]),
                kind=row["kind"],
                actor=Actor(name=row["actor"], session=row["session"]),
                before=parsed(row["before"]) if row["before"] else {},
            )
            for row in self._connection.rows(statement, {"memory": id_number(memory_id)})
        ]
