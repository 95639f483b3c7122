"""Which memories have helped often enough to be proposed for a core page.

Used on three days in three sessions with a good outcome each time. Worked out when somebody asks, from the votes: they
are few, and an index holds the good ones.
"""

from __future__ import annotations

from hippo.core.value import value
from hippo.store.rows import COLUMNS, Stored, milliseconds, stored

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime

    from hippo.store.connection import Connection

_LEAST = 3
_DAY_MS = 24 * 3600 * 1000
_PROPOSED = f"""
SELECT recall_hit.memory AS memory, count(DISTINCT recall.at / {_DAY_MS}) AS days,
    count(DISTINCT recall.session) AS sessions, max(recall.at) AS last
FROM recall_hit JOIN recall ON recall.number = recall_hit.recall
WHERE recall_hit.vote = 1 GROUP BY recall_hit.memory HAVING days >= {_LEAST} AND sessions >= {_LEAST}
"""
_OPEN = f"""
FROM ({_PROPOSED}) AS proposed JOIN memory ON memory.number = proposed.memory
WHERE memory.state = 'live' AND memory.flag = '' AND memory.good > memory.bad
    AND memory.number NOT IN (SELECT memory FROM turned_down)
"""
_LISTED = f"SELECT {COLUMNS}, days, sessions {_OPEN} ORDER BY last DESC, memory.number"
_COUNT = f"SELECT count(*) {_OPEN}"
_TURN_DOWN = "INSERT INTO turned_down (memory, at) VALUES (:memory, :at) ON CONFLICT (memory) DO NOTHING"


@value
class Proposed:
    """A memory that helped on so many days, in so many sessions."""

    stored: Stored
    days: int
    sessions: int


class Promotions:
    """The proposals of one store. Callers hold the transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def listed(self) -> list[Proposed]:
        """Every memory that is proposed and was not turned down, the one that helped last first."""
        rows = self._connection.rows(_LISTED)
        return [Proposed(stored=stored(row), days=row["days"], sessions=row["sessions"]) for row in rows]

    def count(self) -> int:
        """How many memories are proposed."""
        return self._connection.number(_COUNT)

    def turn_down(self, memory: int, *, now: datetime) -> None:
        """Never propose a memory again."""
        self._connection.run(_TURN_DOWN, {"memory": memory, "at": milliseconds(now)})
