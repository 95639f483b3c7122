"""Whether a store is sound, part by part: the pages, the indexes, the totals; and making anew what can be."""

from __future__ import annotations

from hippo.errors import Busy, StoreError
from hippo.store.connection import ReadOnly
from hippo.store.full_text import INDEXES
from hippo.store.migrate import definition_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from hippo.store.connection import Connection

#: What SQLite names a healthy file.
_OK = "ok"

_CHECK_INDEX = "INSERT INTO {index} ({index}, rank) VALUES ('integrity-check', 1)"
_REBUILD_INDEX = "INSERT INTO {index} ({index}) VALUES ('rebuild')"
_OPEN_INDEX = "SELECT 1 FROM {index} LIMIT 0"
_UNREGISTER = "DELETE FROM sqlite_master WHERE name = :name AND sql LIKE 'CREATE VIRTUAL TABLE%'"
#: The tables that FTS5 keeps behind an index with external content.
_PARTS = ("data", "idx", "docsize", "config")
_TABLES = "SELECT name FROM sqlite_master WHERE type = 'table'"
_WRONG_TOTALS = """
SELECT count(*) FROM corpus WHERE (documents, term_count) IS NOT (
    SELECT count(*), coalesce(sum(term_count), 0) FROM memory WHERE (state = 'live') = corpus.live
)
"""
_WRONG_SERIES = """
SELECT count(*) FROM series WHERE (documents, term_count) IS NOT (
    SELECT count(*), coalesce(sum(term_count), 0) FROM memory WHERE memory.series = series.number AND state = 'live'
)
"""
_MEND_TOTALS = """
UPDATE corpus SET (documents, term_count) = (
    SELECT count(*), coalesce(sum(term_count), 0) FROM memory WHERE (state = 'live') = corpus.live
)
"""
_MEND_SERIES = """
UPDATE series SET (documents, term_count) = (
    SELECT count(*), coalesce(sum(term_count), 0) FROM memory WHERE memory.series = series.number AND state = 'live'
)
"""


class Health:
    """The checks of one store. `mend` runs in the caller's transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def damaged_pages(self) -> list[str]:
        """What SQLite finds wrong with the file itself; nothing here can mend that."""
        try:
            rows = self._connection.rows("PRAGMA quick_check(5)")
            broken = self._connection.rows("PRAGMA foreign_key_check")
        except StoreError as error:
            return [error.message]
        found = [" ".join(str(row[0]).split()) for row in rows if row[0] != _OK and not _is_about_an_index(str(row[0]))]
        return found + [f"{len(broken)} rows point at memories that are not there"] * bool(broken)

    def damaged_indexes(self) -> list[str]:
        """The full-text indexes that are missing, unreadable, or disagree with the memories."""
        unusable = self.unusable_indexes()
        return [index for index in INDEXES if index in unusable or not self._is_sound(index)]

    def wrong_totals(self) -> bool:
        """Whether the running totals differ from what counting gives."""
        return bool(self._connection.number(_WRONG_TOTALS) or self._connection.number(_WRONG_SERIES))

    def unusable_indexes(self) -> list[str]:
        """The full-text indexes that cannot even be opened: writing a memory would fail. Costs next to nothing."""
        tables = {row["name"] for row in self._connection.rows(_TABLES)}
        return [
            index
            for index in INDEXES
            if not self._opens(index) or any(f"{index}_{part}" not in tables for part in _PARTS)
        ]

    def mend_indexes(self, indexes: Sequence[str]) -> None:
        """Make full-text indexes anew from the memories, whatever is left of them.

        A table whose own tables are damaged cannot be dropped, so its entry is taken out of the schema first, and
        then its parts, one by one.
        """
        for index in indexes:
            self._connection.run("PRAGMA writable_schema = ON")
            self._connection.run(_UNREGISTER, {"name": index})
            self._connection.run("PRAGMA writable_schema = RESET")
            for part in _PARTS:
                self._connection.run(f"DROP TABLE IF EXISTS {index}_{part}")
            self._connection.run(definition_of(index))
            self._connection.run(_REBUILD_INDEX.format(index=index))

    def mend_totals(self) -> None:
        """Count the running totals anew."""
        self._connection.run(_MEND_TOTALS)
        self._connection.run(_MEND_SERIES)

    def _is_sound(self, index: str) -> bool:
        try:
            return self._does(_CHECK_INDEX.format(index=index))
        except ReadOnly:  # FTS5 takes a check for a write
            return self._opens(index)

    def _opens(self, index: str) -> bool:
        return self._does(_OPEN_INDEX.format(index=index))

    def _does(self, statement: str) -> bool:
        try:
            self._connection.run(statement)
        except (Busy, ReadOnly):
            raise
        except StoreError:
            return False
        return True


def _is_about_an_index(complaint: str) -> bool:
    """Whether a complaint of SQLite is about an index that can be made anew."""
    return any(index in complaint for index in INDEXES)
