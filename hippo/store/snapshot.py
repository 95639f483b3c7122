"""Whole copies of a database: making one from a store in use, checking one, putting one in place."""

from __future__ import annotations

import os
import sqlite3

from hippo.adapters import files
from hippo.core.value import value
from hippo.errors import HippoError, NewerStore
from hippo.store.connection import Damaged, explained, frozen_uri
from hippo.store.migrate import APPLICATION_ID, SCHEMA_VERSION
from hippo.store.rows import id_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

#: Pages copied between two looks at the lock: 1 MB, so that writers get their turn.
_PAGES_AT_ONCE = 256
_HEADER = b"SQLite format 3\x00"


@value
class Verified:
    """What a sound copy holds: its schema and how many memories."""

    schema: int
    memories: int
    size_bytes: int


def take(source: str, target: str) -> None:
    """Copy a database that may be in use to a new private file, which appears whole or not at all.

    SQLite's own online backup: everything that was committed before it began is in it. Raises HippoError.
    """
    temporary = f"{target}.{os.getpid()}.tmp"
    try:
        os.close(os.open(temporary, os.O_RDWR | os.O_CREAT | os.O_TRUNC, files.PRIVATE_FILE))
        _copy(source, temporary)
        verify(temporary)
        _to_disk(temporary)
        os.replace(temporary, target)
        _to_disk(os.path.dirname(target))
    except sqlite3.Error as error:
        raise explained(error, source) from error
    except OSError as error:
        raise HippoError(f"the copy {target} was not written: {error.strerror}") from error
    finally:
        for end in ("", "-journal", "-wal", "-shm"):
            files.remove(temporary + end)


def verify(path: str) -> Verified:
    """Read every page of a copy and check it, without writing beside it.

    Raises Damaged with the reason, or NewerStore.
    """
    name = os.path.basename(path)
    try:
        with open(path, "rb") as file:
            header = file.read(100)
    except OSError as error:
        raise Damaged(f"{name} cannot be read: {error.strerror}") from error
    if not header:
        raise Damaged(f"{name} is empty")
    if not header.startswith(_HEADER):
        raise Damaged(f"{name} is not a SQLite database")
    try:
        connection = sqlite3.connect(frozen_uri(path), uri=True)
        try:
            return _checked(connection, name, os.path.getsize(path))
        finally:
            connection.close()
    except sqlite3.Error as error:
        raise Damaged(f"{name} is damaged: {error}") from error


def may_hold(path: str, memory_ids: Sequence[str]) -> bool:
    """Whether a copy holds one of the memories; True too for one that cannot be read."""
    marks = ", ".join("?" * len(memory_ids))
    try:
        connection = sqlite3.connect(frozen_uri(path), uri=True)
        try:
            numbers = tuple(map(id_number, memory_ids))
            return connection.execute(f"SELECT 1 FROM memory WHERE id IN ({marks})", numbers).fetchone() is not None
        finally:
            connection.close()
    except sqlite3.Error:
        return True


def put_back(copy: str, target: str) -> None:
    """Make a live database what a verified copy is, in one step for whoever reads it meanwhile.

    Raises Busy when another process is writing.
    """
    try:
        source = sqlite3.connect(frozen_uri(copy), uri=True)
        live = sqlite3.connect(target, timeout=2.0)
        try:
            live.execute("BEGIN IMMEDIATE")
            live.execute("ROLLBACK")
            mode = live.execute("PRAGMA journal_mode").fetchone()[0]
            source.backup(live)
            live.execute(f"PRAGMA journal_mode = {mode}").fetchone()
        finally:
            source.close()
            live.close()
    except sqlite3.Error as error:
        raise explained(error, target) from error


def _copy(source: str, target: str) -> None:
    reader, writer = sqlite3.connect(source, timeout=30.0), sqlite3.connect(target)
    try:
        reader.backup(writer, pages=_PAGES_AT_ONCE)
        writer.execute("PRAGMA journal_mode = DELETE").fetchone()
    finally:
        reader.close()
        writer.close()


def _checked(connection: sqlite3.Connection, name: str, size_bytes: int) -> Verified:
    complaints = list(_complaints(connection))
    if complaints:
        raise Damaged(f"{name} is damaged: {complaints[0]}")
    schema = int(connection.execute("PRAGMA user_version").fetchone()[0])
    if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
        raise Damaged(f"{name} is another program's database")
    if schema > SCHEMA_VERSION:
        raise NewerStore(name, found=schema, known=SCHEMA_VERSION)
    memories = int(connection.execute("SELECT count(*) FROM memory").fetchone()[0])
    return Verified(schema=schema, memories=memories, size_bytes=size_bytes)


def _complaints(connection: sqlite3.Connection) -> Iterator[str]:
    for (said,) in connection.execute("PRAGMA integrity_check(3)"):
        if said != "ok":
            yield " ".join(str(said).split())


def _to_disk(path: str) -> None:
    """Hand a file or a folder's entries to the disk before somebody relies on them."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
