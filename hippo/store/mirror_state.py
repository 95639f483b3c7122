"""Which Markdown mirrors are behind their memories."""

from __future__ import annotations

from hippo.core.value import value
from hippo.store.rows import COLUMNS, Stored, stored

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from hippo.store.connection import Connection

_BEHIND = f"SELECT {COLUMNS}, version, mirror_name FROM memory WHERE mirrored_version < version ORDER BY memory.number"
_OF = f"SELECT {COLUMNS}, version, mirror_name FROM memory WHERE memory.number = :number"
_WRITTEN = "UPDATE memory SET mirrored_version = ?, mirror_name = ?, mirror_digest = ? WHERE number = ?"


@value
class Unmirrored:
    """A memory whose file does not show it yet; `name` is that file, relative to the store, or empty."""

    stored: Stored
    version: int
    name: str


@value
class Written:
    """What a mirror now holds: the version, its file relative to the store, the CRC-32 of its bytes."""

    number: int
    version: int
    name: str
    digest: int


class MirrorState:
    """What the database knows of the files beside it. Callers hold the transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def behind(self) -> list[Unmirrored]:
        """Every memory that changed since its mirror was written."""
        return [self._unmirrored(row) for row in self._connection.rows(_BEHIND)]

    def of(self, numbers: Sequence[int]) -> list[Unmirrored]:
        """The given memories, whether their mirrors are behind or not."""
        rows = (self._connection.row(_OF, {"number": number}) for number in numbers)
        return [self._unmirrored(row) for row in rows if row is not None]

    def wrote(self, files: Sequence[Written]) -> None:
        """Note what was written."""
        self._connection.run_many(_WRITTEN, ((each.version, each.name, each.digest, each.number) for each in files))

    @staticmethod
    def _unmirrored(row: sqlite3.Row) -> Unmirrored:
        return Unmirrored(stored=stored(row), version=row["version"], name=row["mirror_name"])


if TYPE_CHECKING:
    import sqlite3
