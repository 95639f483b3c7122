"""Finding memories: by id, by text, by what sleep and context ask for."""

from __future__ import annotations

from hippo.errors import AmbiguousId, MemoryNotFound
from hippo.store.rows import COLUMNS, Stored, id_number, id_of, id_range, milliseconds, stored

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Sequence
    from datetime import datetime
    from typing import Any

    from hippo.core.memory import Memory
    from hippo.store.connection import Connection

#: Rows that are in memory at once where all are looked at (chosen: some megabytes of the longest texts).
_PAGE_ROWS = 500

_BY_NUMBER = f"SELECT {COLUMNS} FROM memory WHERE memory.number = :number"
_BY_ID_RANGE = f"SELECT {COLUMNS} FROM memory WHERE memory.id BETWEEN :first AND :last ORDER BY memory.id LIMIT 6"
_BY_ID = f"SELECT {COLUMNS} FROM memory WHERE memory.id = :id"
_EVERYTHING = f"SELECT {COLUMNS} FROM memory ORDER BY memory.number"
_PAGE = f"SELECT {COLUMNS} FROM memory WHERE memory.number > :after ORDER BY memory.number LIMIT {_PAGE_ROWS}"
_TEXTS = f"""
SELECT number, text FROM memory WHERE number > :after AND state = 'live' ORDER BY number LIMIT {_PAGE_ROWS}
"""
_BY_FINGERPRINT = f"SELECT {COLUMNS} FROM memory WHERE fingerprint = :fingerprint ORDER BY memory.number"
_FINGERPRINTS = "SELECT DISTINCT fingerprint FROM memory WHERE fingerprint IN ({marks})"
_BY_KEY = f"""
SELECT {COLUMNS} FROM memory
WHERE origin_key <> '' AND origin_key >= :first AND origin_key < :last ORDER BY memory.number
"""
_TOKENS = "SELECT token_count FROM memory WHERE number = :number"
_DUE = f"""
SELECT {COLUMNS} FROM memory
WHERE state = 'live' AND expires_at IS NOT NULL AND expires_at <= :until ORDER BY expires_at, memory.number LIMIT :limit
"""
_UNUSED = f"""
SELECT {COLUMNS} FROM memory
WHERE state = 'live' AND last_used_at <= :until AND pinned = 0 AND confidence IN ('observed', 'inferred')
"""
_ARCHIVED_UNTIL = f"""
SELECT {COLUMNS} FROM memory WHERE state = 'archived' AND archived_at <= :until ORDER BY archived_at, memory.number
"""
_KEPT = f"""
SELECT {COLUMNS} FROM memory WHERE state = 'live' AND (pinned = 1 OR layer = 'semantic')
ORDER BY memory.number DESC LIMIT :limit
"""
_WAITING = f"SELECT {COLUMNS} FROM memory WHERE state = 'waiting' ORDER BY memory.number"
_WAITING_COUNT = "SELECT count(*) FROM memory WHERE state = 'waiting'"
_FLAGGED = f"SELECT {COLUMNS} FROM memory WHERE state = 'live' AND flag <> '' ORDER BY memory.number"
_LATEST_USED = f"SELECT {COLUMNS} FROM memory WHERE state = 'live' ORDER BY last_used_at DESC LIMIT :limit"
_LONGEST_LIVED = f"""
SELECT {COLUMNS} FROM memory WHERE state = 'live' AND expires_at IS NOT NULL ORDER BY expires_at DESC LIMIT :limit
"""
_SAMPLED = f"SELECT {COLUMNS} FROM memory WHERE state = 'live' AND memory.number % :step = 0 ORDER BY memory.number"
_LIVE_COUNT = "SELECT documents FROM corpus WHERE live = 1"
#: SQLite's word for no limit.
NO_LIMIT = -1


class MemoryQueries:
    """The reading half of the memory table."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def get(self, number: int) -> Memory:
        """The memory in a row."""
        row = self._connection.row(_BY_NUMBER, {"number": number})
        if row is None:
            raise MemoryNotFound(f"row {number}")
        return stored(row).memory

    def find(self, name: str) -> Stored:
        """The memory that an id, or the beginning of one, names.

        Raises MemoryNotFound or AmbiguousId.
        """
        meant = id_range(name)
        rows = self._connection.rows(_BY_ID_RANGE, meant) if meant else []
        if not rows:
            raise MemoryNotFound(name)
        if len(rows) > 1:
            raise AmbiguousId(name, tuple(id_of(row["id"]) for row in rows))
        return stored(rows[0])

    def known(self, memory_id: str) -> Stored | None:
        """The memory with exactly this id, if there is one."""
        row = self._connection.row(_BY_ID, {"id": id_number(memory_id)})
        return stored(row) if row else None

    def everything(self) -> list[Stored]:
        """Every memory in whatever state, oldest row first."""
        return self._all(_EVERYTHING)

    def one_by_one(self) -> Iterator[Stored]:
        """Every memory in whatever state, oldest row first, few of them in memory at once."""
        page = self._all(_PAGE, after=0)
        while page:
            yield from page
            page = self._all(_PAGE, after=page[-1].number)

    def live_texts(self) -> Iterator[str]:
        """The text of every live memory, few of them in memory at once."""
        rows = self._connection.rows(_TEXTS, {"after": 0})
        while rows:
            yield from (row["text"] for row in rows)
            rows = self._connection.rows(_TEXTS, {"after": rows[-1]["number"]})

    def with_fingerprint(self, fingerprint: int) -> list[Stored]:
        """Memories that may have the same text, oldest first."""
        return [stored(row) for row in self._connection.rows(_BY_FINGERPRINT, {"fingerprint": fingerprint})]

    def fingerprints_among(self, fingerprints: Sequence[int]) -> set[int]:
        """Those of some fingerprints that a memory has."""
        return {row["fingerprint"] for row in self._connection.rows_among(_FINGERPRINTS, fingerprints)}

    def with_key(self, beginning: str) -> list[Stored]:
        """Memories in whatever state whose origin's key begins so, oldest first."""
        return self._all(_BY_KEY, first=beginning, last=f"{beginning}\U0010ffff")

    def by_numbers(self, numbers: Sequence[int]) -> list[Stored]:
        """Memories by row number, in the order given; numbers without a row are left out."""
        marks = ", ".join("?" * len(numbers))
        rows = self._connection.rows(f"SELECT {COLUMNS} FROM memory WHERE memory.number IN ({marks})", tuple(numbers))
        found = {row["number"]: stored(row) for row in rows}
        return [found[number] for number in numbers if number in found]

    def token_count(self, number: int) -> int:
        return self._connection.number(_TOKENS, {"number": number})

    def due(self, until: datetime, *, limit: int = NO_LIMIT) -> list[Stored]:
        """Live memories that may be archived by a moment, the first due first."""
        return self._all(_DUE, until=milliseconds(until), limit=limit)

    def unused(self, since: datetime) -> list[Stored]:
        """Live memories, not pinned and of no settled confidence, that were last used at or before a moment."""
        return self._all(_UNUSED, until=milliseconds(since))

    def archived(self, until: datetime) -> list[Stored]:
        """Memories that were archived at or before a moment."""
        return self._all(_ARCHIVED_UNTIL, until=milliseconds(until))

    def waiting(self) -> list[Stored]:
        """Memories that wait for a person's word, oldest first."""
        return self._all(_WAITING)

    def waiting_count(self) -> int:
        """How many memories wait for a person's word."""
        return self._connection.number(_WAITING_COUNT)

    def flagged(self) -> list[Stored]:
        """Live memories that are flagged, oldest first."""
        return self._all(_FLAGGED)

    def strongest(self, limit: int) -> list[Stored]:
        """Live memories among which the strongest are: what is kept, used lately, or lives long."""
        found: dict[int, sqlite3.Row] = {}
        for statement in (_KEPT, _LATEST_USED, _LONGEST_LIVED):
            found |= {row["number"]: row for row in self._connection.rows(statement, {"limit": limit})}
        return list(map(stored, found.values()))

    def sampled(self, step: int) -> list[Stored]:
        """Every so many-th live memory by row, the same ones at every call."""
        return self._all(_SAMPLED, step=max(1, step))

    def live_count(self) -> int:
        """How many memories are live, without counting rows."""
        return self._connection.number(_LIVE_COUNT)

    def _all(self, statement: str, **values: Any) -> list[Stored]:
        return [stored(row) for row in self._connection.rows(statement, values)]
