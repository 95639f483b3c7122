"""Talks that hooks tell of: what each has been shown, and how far its transcript has been read."""

from __future__ import annotations

from hippo.core.value import value
from hippo.store.rows import id_number, milliseconds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from hippo.core.memory import Memory
    from hippo.store.connection import Connection

_BEGIN = """
INSERT INTO talk (session, began_at, began_as) VALUES (:session, :at, :source)
ON CONFLICT (session) DO UPDATE SET began_at = excluded.began_at, began_as = excluded.began_as
"""
_OPEN = "INSERT INTO talk (session, began_at) VALUES (:session, :at) ON CONFLICT (session) DO NOTHING"
_FORGET_SHOWN = "DELETE FROM shown WHERE session = :session"
_SHOW = "INSERT INTO shown (session, memory) VALUES (:session, :memory) ON CONFLICT (session, memory) DO NOTHING"
_HAS_BEGUN = "SELECT 1 FROM talk WHERE session = :session AND began_as = :source AND began_at >= :since"
_BEGAN_AT = "SELECT began_at FROM talk WHERE session = :session"
#: Shown by a hook, or, since the talk began, stored, said again or recalled by the session itself.
_WAS_SHOWN = """
SELECT EXISTS (SELECT 1 FROM shown WHERE session = :session AND memory = :memory)
    OR EXISTS (SELECT 1 FROM event WHERE memory = :id AND session = :session AND at >= :since)
"""
_READ = "SELECT read_bytes, read_lines FROM talk WHERE session = :session"
_NOTE_READ = "UPDATE talk SET read_bytes = :read_bytes, read_lines = :read_lines WHERE session = :session"
_OLD = "SELECT 1 FROM talk WHERE began_at < :before LIMIT 1"
_FORGET = "DELETE FROM talk WHERE began_at < :before"


@value
class ReadSoFar:
    """How much of a transcript has been read: whole lines."""

    bytes: int = 0
    lines: int = 0


class Talks:
    """The `talk` and `shown` tables of one store. Callers hold the transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def has_begun(self, session: str, source: str, *, since: datetime) -> bool:
        """Whether a talk has begun in this way since a moment."""
        values = {"session": session, "source": source, "since": milliseconds(since)}
        return self._connection.row(_HAS_BEGUN, values) is not None

    def begin(self, session: str, source: str, *, now: datetime) -> None:
        """A talk begins, or begins anew: what it was shown before counts no longer."""
        self._connection.run(_BEGIN, {"session": session, "source": source, "at": milliseconds(now)})
        self._connection.run(_FORGET_SHOWN, {"session": session})

    def show(self, session: str, memories: Iterable[int], *, now: datetime) -> None:
        """Note the rows that a talk is shown; a talk of which nothing is known begins with that."""
        self._connection.run(_OPEN, {"session": session, "at": milliseconds(now)})
        self._connection.run_many(_SHOW, ({"session": session, "memory": number} for number in memories))

    def was_shown(self, session: str, number: int, memory: Memory) -> bool:
        """Whether a talk knows a memory: it was shown, or the session has stored or recalled it itself."""
        values = {
            "session": session,
            "memory": number,
            "id": id_number(memory.id),
            "since": self._connection.number(_BEGAN_AT, {"session": session}),
        }
        return bool(self._connection.number(_WAS_SHOWN, values))

    def read_so_far(self, session: str) -> ReadSoFar:
        """How much of a talk's transcript has been read."""
        row = self._connection.row(_READ, {"session": session})
        return ReadSoFar(bytes=row["read_bytes"], lines=row["read_lines"]) if row else ReadSoFar()

    def note_read(self, session: str, read: ReadSoFar, *, now: datetime) -> None:
        """Note how much of a talk's transcript has been read."""
        self._connection.run(_OPEN, {"session": session, "at": milliseconds(now)})
        values = {"session": session, "read_bytes": read.bytes, "read_lines": read.lines}
        self._connection.run(_NOTE_READ, values)

    def has_older(self, before: datetime) -> bool:
        """Whether something is kept of a talk that began before a moment."""
        return self._connection.row(_OLD, {"before": milliseconds(before)}) is not None

    def forget_older(self, before: datetime) -> None:
        """Forget the talks that began before a moment."""
        self._connection.run(_FORGET, {"before": milliseconds(before)})
