"""Which memories a sleep has compared with the others as they are now."""

from __future__ import annotations

from hippo.store.rows import id_number, id_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from hippo.store.connection import Connection

_FRESH = "SELECT id FROM memory WHERE compared = 0 AND state = 'live'"
_MARK = "UPDATE memory SET compared = 1 WHERE id = ?"


class Comparisons:
    """The marks of one store. Callers hold the transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def fresh(self) -> set[str]:
        """The ids of live memories that are new, changed or back since they were last compared."""
        return {id_of(row["id"]) for row in self._connection.rows(_FRESH)}

    def mark(self, memory_ids: Iterable[str]) -> None:
        """Note that memories have been compared as they are now."""
        self._connection.run_many(_MARK, ((id_number(memory_id),) for memory_id in memory_ids))
