"""One open database: pragmas, transactions, and errors in hippo's words.

Opening does three things only: connect, set the connection's pragmas, read `user_version`. Anything more
is paid by every prompt.
"""

from __future__ import annotations

import os
import sqlite3

from hippo.core.bracket import Bracket
from hippo.core.lazy_pattern import lazily
from hippo.errors import Busy, HippoError, StoreError
from hippo.store.packing import unpacked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Any

#: How long a writer waits for another one, in seconds (chosen: an import of thousands of notes takes less).
WRITE_WAIT_SECONDS = 30.0
#: Pages of write-ahead log after which a commit also checkpoints: 1 MB of 4 KiB pages.
CHECKPOINT_PAGES = 256
#: Size of the write-ahead log from which on a commit tries to begin it anew, and how long it waits for readers then.
LONGEST_LOG_BYTES = 2 * 1024 * 1024
_READERS_WAIT_MS = 20
#: So much of the file is mapped into memory; what lies beyond is read page by page. Pages that a recall touches count
#: as its memory: with all of it mapped, one in a store of 100,000 took 45 MB, so it takes 32. Its time is the same from
#: a warm and from a cold disk, as is that of two hundred recalls within one process; without any they take an eighth
#: more.
MAPPED_BYTES = 32 * 1024 * 1024

#: Values of one question (chosen: far below the 32,766 that SQLite takes, so that few rows are in memory at once).
_MOST_VALUES = 500
_PRAGMAS = (
    "PRAGMA foreign_keys = ON",
    "PRAGMA recursive_triggers = ON",
    "PRAGMA synchronous = NORMAL",
    f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}",
    f"PRAGMA mmap_size = {MAPPED_BYTES}",
)
DAMAGE_HINT = "`hippo doctor` says what is damaged and names the way back"
#: What SQLite says where a statement of hippo's meets a database that lacks a part of its schema.
_LACKS = lazily(r"^no such (?:table|column|view|index)|has no column named")


class Damaged(StoreError):
    """SQLite found the file, or a part of it, malformed or missing."""

    code = "store-damaged"


class ReadOnly(StoreError):
    """The store can be read, but not written."""

    code = "read-only"


class Connection:
    """A SQLite connection that speaks in HippoErrors; statements are constants with named parameters.

    `is_frozen` says that nothing can be written, since the folder is read-only or the disk has no room for SQLite's
    own files: the file is read as it is, whatever its log holds.
    """

    def __init__(self, path: str, *, wait_seconds: float | None = None) -> None:
        self.path = path
        self.wait_seconds = WRITE_WAIT_SECONDS if wait_seconds is None else wait_seconds
        self.is_frozen = False
        self._has_room = True
        try:
            self._raw = self._open()
        except sqlite3.Error as error:
            raise explained(error, path) from error

    def _open(self) -> sqlite3.Connection:
        """Connect; where a log cannot be made beside the file, read the file alone."""
        try:
            return _connected(self.path, self.wait_seconds)
        except sqlite3.OperationalError as error:
            self._has_room = _code(error) not in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL)
            can_be_written = os.access(os.path.dirname(self.path), os.W_OK)
            if (can_be_written and self._has_room) or not os.access(self.path, os.R_OK):
                raise
        self.is_frozen = True
        return _connected(frozen_uri(self.path), self.wait_seconds)

    def run(self, sql: str, parameters: Mapping[str, Any] | Sequence[Any] = ()) -> int:
        """Execute a statement and return how many rows it changed."""
        try:
            return self._raw.execute(sql, parameters).rowcount
        except sqlite3.Error as error:
            raise explained(error, self.path) from error

    def insert(self, sql: str, parameters: Mapping[str, Any]) -> int:
        """Execute an INSERT and return the new row's number."""
        try:
            return int(self._raw.execute(sql, parameters).lastrowid or 0)
        except sqlite3.Error as error:
            raise explained(error, self.path) from error

    def run_many(self, sql: str, parameters: Iterable[Mapping[str, Any] | Sequence[Any]]) -> None:
        """Execute a statement once for each set of parameters."""
        try:
            self._raw.executemany(sql, parameters)
        except sqlite3.Error as error:
            raise explained(error, self.path) from error

    def rows(self, sql: str, parameters: Mapping[str, Any] | Sequence[Any] = ()) -> list[sqlite3.Row]:
        """All rows of a query."""
        try:
            return self._raw.execute(sql, parameters).fetchall()
        except sqlite3.Error as error:
            raise explained(error, self.path) from error

    def rows_among(self, sql: str, values: Sequence[Any], *others: Any) -> Iterator[sqlite3.Row]:
        """The rows of a query for any number of values, which stand where it has `{marks}`, before all others."""
        for start in range(0, len(values), _MOST_VALUES):
            asked = values[start : start + _MOST_VALUES]
            yield from self.rows(sql.format(marks=", ".join("?" * len(asked))), (*asked, *others))

    def row(self, sql: str, parameters: Mapping[str, Any] | Sequence[Any] = ()) -> sqlite3.Row | None:
        """The first row of a query, or None."""
        try:
            found: sqlite3.Row | None = self._raw.execute(sql, parameters).fetchone()
        except sqlite3.Error as error:
            raise explained(error, self.path) from error
        return found

    def number(self, sql: str, parameters: Mapping[str, Any] | Sequence[Any] = ()) -> int:
        """The first column of the first row as a whole number; 0 if there is none."""
        found = self.row(sql, parameters)
        return int(found[0] or 0) if found else 0

    def transaction(self, *, wait_seconds: float | None = None) -> Bracket:
        """One write transaction, taken at once (BEGIN IMMEDIATE) so that a reader never has to be upgraded.

        Entering raises Busy when another writer holds the store for longer than the wait.
        """

        def begin() -> None:
            if not self._has_room:
                raise _no_room(_where(self.path))
            self._begin_writing(self.wait_seconds if wait_seconds is None else wait_seconds)

        return Bracket(begin, done=self._commit, failed=self._undo)

    def rehearsing(self) -> Bracket:
        """A write transaction that is undone at its end, whatever happens: what would be is seen within it."""
        return Bracket(lambda: self._begin_writing(self.wait_seconds), done=self._undo, failed=self._undo)

    def reading(self) -> Bracket:
        """One moment for several queries: what others commit meanwhile is not seen. It stops no writer."""
        return Bracket(lambda: self.run("BEGIN"), done=self._end_reading, failed=self._end_reading)

    def _begin_writing(self, wait_seconds: float) -> None:
        self.run(f"PRAGMA busy_timeout = {int(wait_seconds * 1000)}")
        self.run("BEGIN IMMEDIATE")

    def _commit(self) -> None:
        try:
            self.run("COMMIT")
        except BaseException:
            self._undo()
            raise
        self._shorten_log()

    def _undo(self) -> None:
        if self._raw.in_transaction:
            self._raw.execute("ROLLBACK")

    def _end_reading(self) -> None:
        self.run("ROLLBACK")

    def _shorten_log(self) -> None:
        """Begin a log anew that many writers at once have let grow; if somebody is reading, a later commit does.

        Without it eight processes that write all the time made a log of 43 MB for 800 memories, with it one of 2.6 MB,
        in the same time.
        """
        if _size(f"{self.path}-wal") <= LONGEST_LOG_BYTES:
            return
        try:
            self.run(f"PRAGMA busy_timeout = {_READERS_WAIT_MS}")
            self.row("PRAGMA wal_checkpoint(TRUNCATE)")
        except HippoError:  # what was written is committed, whatever becomes of the log
            return

    def close(self) -> None:
        self._raw.close()


def frozen_uri(path: str) -> str:
    """The name under which SQLite reads a file that nobody changes, without a lock and without its log."""
    return f"{_uri(path)}?mode=ro&immutable=1"


def existing_uri(path: str) -> str:
    """The name under which SQLite opens a file that is there, and makes none."""
    return f"{_uri(path)}?mode=rw"


def _uri(path: str) -> str:
    for character, escape in (("%", "%25"), ("?", "%3f"), ("#", "%23")):
        path = path.replace(character, escape)
    return f"file:{path}"


def _connected(name: str, wait_seconds: float) -> sqlite3.Connection:
    raw = sqlite3.connect(
        name, timeout=wait_seconds, isolation_level=None, check_same_thread=False, uri=name.startswith("file:")
    )
    try:
        raw.row_factory = sqlite3.Row
        raw.create_function("unpacked", 2, unpacked, deterministic=True)
        for pragma in _PRAGMAS:
            raw.execute(pragma)
        raw.execute("PRAGMA user_version").fetchone()  # opens the file, which nothing before did
    except BaseException:
        raw.close()
        raise
    return raw


def explained(error: sqlite3.Error, path: str) -> HippoError:
    """The HippoError for what SQLite said."""
    code = _code(error)
    where = _where(path)
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return Busy(where)
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB) or _LACKS().search(str(error)):
        return Damaged(f"the store {where} is damaged: {error}", hint=DAMAGE_HINT)
    if code == sqlite3.SQLITE_READONLY:
        return ReadOnly(f"the store {where} is read-only: nothing was written", hint="make the folder writable")
    if code == sqlite3.SQLITE_FULL:
        return _no_room(where)
    if code in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH):
        return StoreError(f"the store {where} cannot be read or written: {error}", hint="check the folder's rights")
    return StoreError(f"the store {where}: {error}")


def _code(error: sqlite3.Error) -> int:
    """The primary result code; 0 for an error that Python's module has made itself."""
    code: int = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF


def _where(path: str) -> str:
    return os.path.basename(os.path.dirname(path)) + "/" + os.path.basename(path)


def _no_room(where: str) -> StoreError:
    return StoreError(f"no room left for the store {where}: nothing was written", hint="free some disk space")


def _size(path: str) -> int:
    """Bytes of a file, 0 for one that is not there."""
    try:
        return os.path.getsize(path)
    except OSError:
        return 0
