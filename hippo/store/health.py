"""Whether a store is sound, part by part: the pages, the indexes, the totals; and making anew what can be."""

from __future__ import annotations

from hippo.core.analysis import analyse
from hippo.errors import Busy, StoreError
from hippo.store.connection import ReadOnly
from hippo.store.full_text import INDEXES
from hippo.store.migrate import definition_of
from hippo.store.vocabulary import Vocabulary

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from hippo.store.connection import Connection
    from hippo.store.structure import Piece

#: What SQLite names a healthy file.
_OK = "ok"

_CHECK_INDEX = "INSERT INTO {index} ({index}, rank) VALUES ('integrity-check', 1)"
_REBUILD_INDEX = "INSERT INTO {index} ({index}) VALUES ('rebuild')"
_OPEN_INDEX = "SELECT 1 FROM {index} LIMIT 0"
_UNREGISTER = "DELETE FROM sqlite_master WHERE tbl_name = :name"
#: The tables that FTS5 keeps behind an index with external content.
_PARTS = ("data", "idx", "docsize", "config")
#: The table whose rows may point at nothing: it holds no truth, and `VectorHealth` looks at it.
_VECTORS = "vector"
#: The tables that words do without, and that can be made anew empty.
_VECTOR_TABLES = ("embedding_model", _VECTORS)
_NEW_MARK = "UPDATE meta SET value = hex(randomblob(8)) WHERE key = 'vectors'"
_TEXTS = "SELECT text FROM memory"
_TABLES = "SELECT name FROM sqlite_master WHERE type = 'table'"
_OWN_TABLES = "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL TABLE%'"
_WRONG_TOTALS = """
SELECT (SELECT count(*) FROM corpus) <> 2 OR count(*) FROM corpus WHERE (documents, term_count) IS NOT (
    SELECT count(*), coalesce(sum(term_count), 0) FROM memory WHERE (state = 'live') = corpus.live
)
"""
_WRONG_SERIES = """
SELECT count(*) FROM series WHERE (documents, term_count) IS NOT (
    SELECT count(*), coalesce(sum(term_count), 0) FROM memory WHERE memory.series = series.number AND state = 'live'
)
"""
_ADD_TOTALS = "INSERT INTO corpus (live, documents, term_count) VALUES (0, 0, 0), (1, 0, 0) ON CONFLICT DO NOTHING"
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
        """What is wrong with the memories themselves and what goes with them; nothing here can mend that.

        SQLite seldom says which table a damaged page belongs to, so each is asked when the whole is not well. Vectors
        are no part of this: they can be made anew.
        """
        if not self._complaints(""):
            return []
        try:
            tables = [row["name"] for row in self._connection.rows(_OWN_TABLES)]
        except StoreError as error:
            return [error.message]
        parts = tuple(f"{index}_" for index in INDEXES)
        own = [name for name in tables if not name.startswith(parts) and name not in _VECTOR_TABLES]
        return [complaint for name in own for complaint in self._complaints(name)]

    def damaged_vectors(self) -> list[str]:
        """What SQLite finds wrong with the tables of vectors; `replant_vectors` mends it."""
        if not self._complaints(""):
            return []
        return [complaint for name in _VECTOR_TABLES for complaint in self._complaints(name)]

    def replant_vectors(self) -> None:
        """Make the tables of vectors anew and empty, without reading what they held; `rewrite` leaves that out then."""
        self._unregister(_VECTOR_TABLES)
        self.mend_pieces([piece for piece in self.lost_pieces() if not piece.holds_truth])

    def stray_pages(self) -> list[str]:
        """What is wrong with the file though memories and indexes are sound: `rewrite` mends it."""
        found = self._complaints("")
        is_known = found and (self.damaged_pages() or self.damaged_indexes() or self.damaged_vectors())
        return [] if is_known else found

    def rewrite(self) -> None:
        """Write the whole file anew, without pages that belong to nothing. No transaction may be open."""
        self._connection.run("VACUUM")

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
        """Make full-text indexes anew from the memories, whatever rows are left of them.

        An index that cannot be opened cannot be dropped: its entry is taken out of the schema, then its parts go one by
        one. Raises Damaged where the pages of a part are damaged; `replant_indexes` can do that.
        """
        for index in indexes:
            self._unregister([index])
            for part in _PARTS:
                self._connection.run(f"DROP TABLE IF EXISTS {index}_{part}")
            self._plant(index)

    def replant_indexes(self, indexes: Sequence[str]) -> None:
        """Make full-text indexes anew beside their damaged pages, which `rewrite` then leaves out.

        SQLite refuses this to a connection that has tried to read such an index: it must be the first that one does.
        """
        for index in indexes:
            self._unregister([index, *(f"{index}_{part}" for part in _PARTS)])
            self._plant(index)

    def lost_pieces(self) -> list[Piece]:
        """The tables, views, indexes and triggers that are missing or altered."""
        from hippo.store.structure import lost_pieces

        return lost_pieces(self._connection.rows, self._connection.number("PRAGMA user_version"))

    def mend_pieces(self, pieces: Sequence[Piece]) -> None:
        """Make what is derived anew: views, indexes, triggers, and tables that others fill."""
        for piece in pieces:
            self._connection.run(f"DROP {piece.kind} IF EXISTS {piece.name}")
            self._connection.run(piece.statement)
        names = {piece.name for piece in pieces}
        if "corpus" in names:
            self.mend_totals()
        if any(name.startswith("vector_") for name in names):  # a change may have left the mark as it was
            self._connection.run(_NEW_MARK)
        if "word" in names:
            for row in self._connection.rows(_TEXTS):
                Vocabulary(self._connection).add(analyse(row["text"]).words)

    def has_log(self) -> bool:
        """Whether the store keeps a write-ahead log, which is not safe on every file system."""
        row = self._connection.row("PRAGMA journal_mode")
        return row is not None and row[0] == "wal"

    def leave_log(self) -> bool:
        """Go back to a rollback journal; False while another process uses the store."""
        return self._does("PRAGMA journal_mode = DELETE") and not self.has_log()

    def mend_totals(self) -> None:
        """Count the running totals anew."""
        self._connection.run(_ADD_TOTALS)
        self._connection.run(_MEND_TOTALS)
        self._connection.run(_MEND_SERIES)

    def _complaints(self, table: str) -> list[str]:
        """What SQLite finds wrong with a table, or with the whole file, but for rows of an index."""
        try:
            rows = self._connection.rows(f"PRAGMA quick_check{f'({table})' if table else ''}")
            pointing = self._connection.rows(f"PRAGMA foreign_key_check{f'({table})' if table else ''}")
        except StoreError as error:
            return [error.message]
        said = [" ".join(str(row[0]).split()) for row in rows if row[0] != _OK]
        broken = [row for row in pointing if row["table"] != _VECTORS]
        found = [each for each in said if not any(index in each for index in INDEXES)]
        return found + [f"{len(broken)} rows point at memories that are not there"] * bool(broken)

    def _unregister(self, tables: Sequence[str]) -> None:
        """Take tables out of the schema without touching their pages."""
        self._connection.run("PRAGMA writable_schema = ON")
        for table in tables:
            self._connection.run(_UNREGISTER, {"name": table})
        self._connection.run("PRAGMA writable_schema = RESET")

    def _plant(self, index: str) -> None:
        self._connection.run(definition_of(index))
        self._connection.run(_REBUILD_INDEX.format(index=index))

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
