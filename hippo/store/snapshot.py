"""Whole copies of a database: making one from a store in use, checking one, putting one in place."""

from __future__ import annotations

import os
import sqlite3
import time

from hippo.adapters import files
from hippo.adapters.file_systems import unsafe_reason
from hippo.core.value import value
from hippo.errors import Busy, NewerStore, Refused, StoreError
from hippo.store import migrate
from hippo.store.connection import DAMAGE_HINT, Damaged, existing_uri, explained, frozen_uri
from hippo.store.full_text import INDEXES
from hippo.store.rows import id_number
from hippo.store.structure import missing_truth

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

#: How long a copy waits for a writer, in seconds (chosen: as long as `remember` does).
_READ_WAIT_SECONDS = 30.0
#: How long putting a copy in place waits for a writer, in seconds (chosen: a person waits for it).
_WRITE_WAIT_SECONDS = 2.0
#: What SQLite's words on rows of vectors hold, and no others: they are made anew from the memories.
_OF_VECTORS = ("embedding_model", "vector_by_model", " in vector")
_HEADER = b"SQLite format 3\x00"


@value
class Verified:
    """What a sound copy holds: its schema and how many memories."""

    schema: int
    memories: int
    size_bytes: int


def take(source: str, target: str, *, is_live: bool = False, before: Callable[[], object] = lambda: None) -> Verified:
    """Copy a database that may be in use to a new private file, which appears whole or not at all.

    SQLite's own online backup, in one step: what was committed before it is in it, and nobody who writes meanwhile can
    make it begin again. With `is_live` the file is one that stores write to, with a write-ahead log where that is
    safe. `before` is called once the file is ready, just before it appears. Raises StoreError, Damaged, Busy.
    """
    temporary = f"{target}.{os.getpid()}.tmp"
    try:
        os.close(os.open(temporary, os.O_RDWR | os.O_CREAT | os.O_TRUNC, files.PRIVATE_FILE))
        _copy(source, temporary, journal_mode=_safe_journal(target) if is_live else "DELETE")
        found = verify(temporary, name=os.path.basename(source))
        _to_disk(temporary)
        before()
        os.replace(temporary, target)
        _to_disk(os.path.dirname(target))
    except sqlite3.Error as error:
        raise explained(error, source) from error
    except Damaged as error:
        raise Damaged(error.message, hint=DAMAGE_HINT) from error
    except OSError as error:
        raise StoreError(f"the copy {target} was not written: {error.strerror}", hint="check the disk") from error
    finally:
        for end in ("", "-journal", "-wal", "-shm"):
            files.remove(temporary + end)
    return found


def verify(path: str, *, name: str = "") -> Verified:
    """Read every page of a copy and check it, without writing beside it.

    Damage of the indexes alone is none: they are made anew. `name` is what messages call it. Raises Damaged with the
    reason, NewerStore, or Refused for a database that is in use: what its log holds would be missed.
    """
    name = name or os.path.basename(path)
    try:
        with open(path, "rb") as file:
            header = file.read(len(_HEADER))
        log = next((path + end for end in ("-wal", "-journal") if _size(path + end)), "")
    except OSError as error:
        raise Damaged(f"{name} cannot be read: {error.strerror}") from error
    if log:
        raise Refused(f"{name} is in use, or was: its log {log} lies beside it", hint="`hippo backup` copies both")
    if not header:
        raise Damaged(f"{name} is empty")
    if header != _HEADER:
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
    """Make a live database what a verified copy is, in one transaction for whoever uses it meanwhile.

    Raises Busy when another process is writing.
    """
    deadline = time.monotonic() + _WRITE_WAIT_SECONDS

    def give_up(status: int, *_: int) -> None:
        if status != sqlite3.SQLITE_DONE and time.monotonic() > deadline:
            raise Busy(target)

    try:
        source = sqlite3.connect(frozen_uri(copy), uri=True)
        live = sqlite3.connect(target, timeout=_WRITE_WAIT_SECONDS)
        try:
            live.execute("BEGIN IMMEDIATE")
            live.execute("ROLLBACK")
            source.backup(live, progress=give_up, sleep=0.05)
        finally:
            source.close()
            live.close()
    except sqlite3.Error as error:
        raise explained(error, target) from error


def _copy(source: str, target: str, *, journal_mode: str) -> None:
    reader = sqlite3.connect(existing_uri(source), uri=True, timeout=_READ_WAIT_SECONDS)
    writer = sqlite3.connect(target)
    try:
        reader.backup(writer)
        writer.execute(f"PRAGMA journal_mode = {journal_mode}").fetchone()
    finally:
        reader.close()
        writer.close()


def _safe_journal(path: str) -> str:
    return "DELETE" if unsafe_reason(os.path.dirname(path)) else "WAL"


def _checked(connection: sqlite3.Connection, name: str, size_bytes: int) -> Verified:
    complaint = next(_complaints(connection), "")
    if complaint:
        raise Damaged(f"{name} is damaged: {complaint}")
    schema = int(connection.execute("PRAGMA user_version").fetchone()[0])
    if connection.execute("PRAGMA application_id").fetchone()[0] != migrate.APPLICATION_ID:
        raise Damaged(f"{name} is another program's database")
    if schema > migrate.SCHEMA_VERSION:
        raise NewerStore(name, found=schema, known=migrate.SCHEMA_VERSION)
    missing = missing_truth(connection.execute, schema)
    if missing:
        raise Damaged(f"{name} is damaged: {missing}")
    memories = int(connection.execute("SELECT count(*) FROM memory").fetchone()[0])
    return Verified(schema=schema, memories=memories, size_bytes=size_bytes)


def _complaints(connection: sqlite3.Connection) -> Iterator[str]:
    """What SQLite finds wrong, but for rows of full-text indexes, which SQLite checks too from 3.44 on, and vectors."""
    for (said,) in connection.execute("PRAGMA integrity_check"):
        if said != "ok" and not any(name in said for name in (*INDEXES, *_OF_VECTORS)):
            yield " ".join(str(said).split())


def _to_disk(path: str) -> None:
    """Hand a file or a folder's entries to the disk before somebody relies on them."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _size(path: str) -> int:
    return os.path.getsize(path) if os.path.exists(path) else 0
