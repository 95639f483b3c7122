"""Small facts about a store, by name."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hippo.store.connection import Connection

_GET = "SELECT value FROM meta WHERE key = :key"
_SET = "INSERT INTO meta (key, value) VALUES (:key, :value) ON CONFLICT (key) DO UPDATE SET value = excluded.value"


class Facts:
    """The `meta` table. Callers hold the transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def get(self, key: str) -> str:
        """A fact, or an empty text."""
        row = self._connection.row(_GET, {"key": key})
        return str(row["value"]) if row else ""

    def set(self, key: str, value: str) -> None:
        self._connection.run(_SET, {"key": key, "value": value})
