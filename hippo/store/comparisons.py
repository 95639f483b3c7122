"""Which memories a sleep has compared with the others, as they are now."""

from __future__ import annotations

from hippo.store.rows import id_number, id_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from hippo.store.connection import Connection

_FRESH = """
SELECT id FROM memory LEFT JOIN compared ON compared.memory = number AND compared.fingerprint = memory.fingerprint
WHERE state = 'live' AND compared.memory IS NULL
"""
_MARK = """
INSERT INTO compared (memory, fingerprint) SELECT number, :fingerprint FROM memory WHERE id = :id
ON CONFLICT (memory) DO UPDATE SET fingerprint = excluded.fingerprint
"""


class Comparisons:
    """The marks of one store. Callers hold the transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def fresh(self) -> set[str]:
        """The ids of live memories that are new, changed or back since they were last compared."""
        return {id_of(row["id"]) for row in self._connection.rows(_FRESH)}

    def mark(self, fingerprints: Mapping[str, int]) -> None:
        """Note that memories have been compared with the texts of these fingerprints; others meanwhile stay fresh."""
        marks = ({"id": id_number(each), "fingerprint": found} for each, found in fingerprints.items())
        self._connection.run_many(_MARK, marks)
