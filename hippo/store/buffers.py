"""The working memory of every scope in the database."""

from __future__ import annotations

from hippo.core.buffer import ID_PREFIX, BufferEntry, Kind
from hippo.core.memory import ID_DIGITS
from hippo.core.value import value
from hippo.errors import AmbiguousId, NotFound, shortened
from hippo.store.rows import id_number, id_range, milliseconds, moment_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable
    from datetime import datetime

    from hippo.store.connection import Connection

_COLUMNS = "id, scope, kind, text, flag, importance, pushed_at, turn"
_OF = f"SELECT {_COLUMNS} FROM buffer_entry WHERE scope = :scope ORDER BY pushed_at, turn"
_PUT = f"""
INSERT INTO buffer_entry ({_COLUMNS}) VALUES (:id, :scope, :kind, :text, :flag, :importance, :pushed_at, :turn)
ON CONFLICT (id) DO UPDATE SET
    kind = excluded.kind, text = excluded.text, flag = excluded.flag, importance = excluded.importance,
    pushed_at = excluded.pushed_at, turn = excluded.turn
"""
_REMOVE = "DELETE FROM buffer_entry WHERE id = ?"
_SCOPES = "SELECT scope, max(pushed_at) AS last, count(*) AS count FROM buffer_entry GROUP BY scope ORDER BY scope"
_LAST_TURN = "SELECT max(turn) FROM buffer_entry"
_BY_ID_RANGE = f"SELECT {_COLUMNS} FROM buffer_entry WHERE id BETWEEN :first AND :last ORDER BY id LIMIT 6"


@value
class Scope:
    """A scope that holds entries, when the last was pushed, and how many there are."""

    name: str
    last_push_at: datetime
    count: int


class EntryNotFound(NotFound):
    """No entry of the working memory has the given id."""

    code = "entry-not-found"

    def __init__(self, name: str) -> None:
        super().__init__(f"no buffer entry has the id {shortened(name)!r}", hint="`hippo buffer show` lists them")


class Buffers:
    """The `buffer_entry` table of one store. Callers hold the transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def of(self, scope: str) -> list[BufferEntry]:
        """The entries of a scope, the oldest first."""
        return [_entry(row) for row in self._connection.rows(_OF, {"scope": scope})]

    def scopes(self) -> list[Scope]:
        """Every scope that holds something."""
        return [
            Scope(name=row["scope"], last_push_at=moment_of(row["last"]), count=row["count"])
            for row in self._connection.rows(_SCOPES)
        ]

    def next_turn(self) -> int:
        """A turn later than that of every entry."""
        return self._connection.number(_LAST_TURN) + 1

    def put(self, entry: BufferEntry) -> None:
        """Add an entry, or change the one that has its id."""
        values = {
            "id": id_number(entry.id),
            "scope": entry.scope,
            "kind": entry.kind.value,
            "text": entry.text,
            "flag": entry.flag,
            "importance": entry.importance,
            "pushed_at": milliseconds(entry.pushed_at),
            "turn": entry.turn,
        }
        self._connection.run(_PUT, values)

    def remove(self, entries: Iterable[BufferEntry]) -> None:
        """Remove entries."""
        self._connection.run_many(_REMOVE, ((id_number(each.id),) for each in entries))

    def find(self, name: str) -> BufferEntry:
        """The entry that an id, or the beginning of one, names. Raises EntryNotFound or AmbiguousId."""
        meant = id_range(name, ID_PREFIX)
        found = [_entry(row) for row in self._connection.rows(_BY_ID_RANGE, meant)] if meant else []
        if not found:
            raise EntryNotFound(name)
        if len(found) > 1:
            raise AmbiguousId(name, tuple(each.id for each in found))
        return found[0]


def _entry(row: sqlite3.Row) -> BufferEntry:
    return BufferEntry(
        id=f"{ID_PREFIX}{row['id']:0{ID_DIGITS}x}",
        scope=row["scope"],
        kind=Kind(row["kind"]),
        text=row["text"],
        flag=row["flag"],
        importance=row["importance"],
        pushed_at=moment_of(row["pushed_at"]),
        turn=row["turn"],
    )
