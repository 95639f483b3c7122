"""The core pages in the database, and the pages as sessions saw them first."""

from __future__ import annotations

from hippo.core.memory import ID_DIGITS
from hippo.core.pages import ID_PREFIX, CoreEntry, Page
from hippo.store.rows import id_number, milliseconds, moment_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence
    from datetime import datetime

    from hippo.store.connection import Connection

_ALL = """
SELECT id, page, text, flag, uses, created_at, last_used_at FROM core_entry ORDER BY page, position
"""
_CLEAR = "DELETE FROM core_entry"
_ADD = """
INSERT INTO core_entry (id, page, position, text, flag, uses, created_at, last_used_at)
VALUES (:id, :page, :position, :text, :flag, :uses, :created_at, :last_used_at)
"""
_FROZEN = "SELECT pages FROM frozen_core WHERE session = :session"
_FREEZE = """
INSERT INTO frozen_core (session, at, pages) VALUES (:session, :at, :pages)
ON CONFLICT (session) DO UPDATE SET at = excluded.at, pages = excluded.pages
"""
_OLD_FROZEN = "SELECT 1 FROM frozen_core WHERE at < :before LIMIT 1"
_THAW_ALL = "DELETE FROM frozen_core"
_THAW = "DELETE FROM frozen_core WHERE at < :before"


class CorePages:
    """The `core_entry` and `frozen_core` tables of one store. Callers hold the transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def entries(self) -> list[CoreEntry]:
        """The entries of both pages, in the order of their pages."""
        return [_entry(row) for row in self._connection.rows(_ALL)]

    def write(self, entries: Sequence[CoreEntry]) -> None:
        """Make the pages these entries, in this order; they are few, so all are written."""
        self._connection.run(_CLEAR)
        self._connection.run_many(_ADD, (_values(each, position) for position, each in enumerate(entries)))

    def frozen(self, session: str) -> str | None:
        """The pages as a session saw them first, if it has seen any."""
        row = self._connection.row(_FROZEN, {"session": session})
        return str(row["pages"]) if row else None

    def freeze(self, session: str, pages: str, *, now: datetime) -> None:
        """Keep the pages as a session sees them."""
        self._connection.run(_FREEZE, {"session": session, "at": milliseconds(now), "pages": pages})

    def has_frozen(self, before: datetime) -> bool:
        """Whether something is kept of a session that began before a moment."""
        return self._connection.row(_OLD_FROZEN, {"before": milliseconds(before)}) is not None

    def thaw(self, before: datetime | None) -> None:
        """Forget what sessions saw that began before a moment, or what any session saw."""
        if before is None:
            self._connection.run(_THAW_ALL)
        else:
            self._connection.run(_THAW, {"before": milliseconds(before)})


def _values(entry: CoreEntry, position: int) -> dict[str, object]:
    return {
        "id": id_number(entry.id),
        "page": entry.page.value,
        "position": position,
        "text": entry.text,
        "flag": entry.flag,
        "uses": entry.uses,
        "created_at": milliseconds(entry.created_at),
        "last_used_at": milliseconds(entry.last_used_at),
    }


def _entry(row: sqlite3.Row) -> CoreEntry:
    return CoreEntry(
        id=f"{ID_PREFIX}{row['id']:0{ID_DIGITS}x}",
        page=Page(row["page"]),
        text=row["text"],
        flag=row["flag"],
        uses=row["uses"],
        created_at=moment_of(row["created_at"]),
        last_used_at=moment_of(row["last_used_at"]),
    )
