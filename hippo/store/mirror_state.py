"""Which Markdown mirrors are behind their memories."""

from __future__ import annotations

from hippo.core.value import value
from hippo.store.rows import COLUMNS, Stored, id_of, stored

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

    from hippo.store.connection import Connection

_SHOWN = f"SELECT {COLUMNS}, version, mirror_name, mirror_digest FROM memory"
_BEHIND = f"{_SHOWN} WHERE mirrored_version < version ORDER BY memory.number"
_OF = f"{_SHOWN} WHERE memory.number IN ({{marks}})"
_KNOWN = "SELECT number, id, version, mirrored_version, mirror_name, mirror_digest FROM memory ORDER BY number"
_WRITTEN = "UPDATE memory SET mirrored_version = ?, mirror_name = ?, mirror_digest = ? WHERE number = ?"


@value
class Unmirrored:
    """A memory whose file may not show it yet; `name` is that file, relative to the store, or empty.

    `digest` is the CRC-32 of what was last written there.
    """

    stored: Stored
    version: int
    name: str
    digest: int


@value
class Written:
    """What a mirror now holds: the version, its file relative to the store, the CRC-32 of its bytes."""

    number: int
    version: int
    name: str
    digest: int


@value
class Known:
    """What the database knows of one mirror; `name` and `digest` are empty for one that was never written."""

    number: int
    memory_id: str
    name: str
    digest: int
    is_behind: bool


class MirrorState:
    """What the database knows of the files beside it. Callers hold the transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def behind(self) -> list[Unmirrored]:
        """Every memory that changed since its mirror was written."""
        return [self._unmirrored(row) for row in self._connection.rows(_BEHIND)]

    def of(self, numbers: Sequence[int]) -> list[Unmirrored]:
        """The given memories, whether their mirrors are behind or not."""
        found = {row["number"]: self._unmirrored(row) for row in self._connection.rows_among(_OF, numbers)}
        return [found[number] for number in numbers if number in found]

    def known(self) -> list[Known]:
        """Every memory's mirror as it was last written, in the order of the rows."""
        return [
            Known(
                number=row["number"],
                memory_id=id_of(row["id"]),
                name=row["mirror_name"],
                digest=row["mirror_digest"],
                is_behind=row["mirrored_version"] < row["version"],
            )
            for row in self._connection.rows(_KNOWN)
        ]

    def wrote(self, files: Sequence[Written]) -> None:
        """Note what was written."""
        self._connection.run_many(_WRITTEN, ((each.version, each.name, each.digest, each.number) for each in files))

    @staticmethod
    def _unmirrored(row: sqlite3.Row) -> Unmirrored:
        return Unmirrored(
            stored=stored(row), version=row["version"], name=row["mirror_name"], digest=row["mirror_digest"]
        )
