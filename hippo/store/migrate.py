"""Making a store and bringing an older one up to date.

Each migration is a numbered SQL file, run statement by statement in one transaction together with its
`user_version`. The version is read again inside the transaction: of many processes that
find the same old store, one migrates and the others see that it is done.
"""

from __future__ import annotations

import os
import sqlite3
import time

from hippo.adapters import files
from hippo.adapters.file_systems import unsafe_reason
from hippo.errors import Busy, NewerStore, StoreError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hippo.store.connection import Connection

FOLDER = os.path.join(os.path.dirname(__file__), "migrations")
#: The schema this hippo writes: the number of the last file in the folder (a test compares them).
SCHEMA_VERSION = 5
#: "hipp" in ASCII, so that another program's database is told apart.
APPLICATION_ID = 0x68697070


def ensure_schema(connection: Connection, *, created: Callable[[], None], warn: Callable[[str], None]) -> None:
    """Leave the store at this hippo's schema; a newer one is refused without a write.

    `created` fills a store that did not exist before, within the transaction that makes it: nobody sees it half full.
    An older store is copied to `backups/` before it is changed. `warn` is told about both.
    """
    found, kind = connection.number("PRAGMA user_version"), connection.number("PRAGMA application_id")
    if found == SCHEMA_VERSION and kind == APPLICATION_ID:
        return
    if _is_foreign(connection, found):
        raise StoreError(f"{connection.path} is not a hippo store but another program's database")
    if found > SCHEMA_VERSION:
        raise NewerStore(connection.path, found=found, known=SCHEMA_VERSION)
    if found == 0:
        _prepare(connection, warn)
    with connection.transaction():
        before = connection.number("PRAGMA user_version")
        if 0 < before < SCHEMA_VERSION:
            _copy(connection.path, before, warn)
        for number, path in _files_after(before):
            for statement in _statements(path):
                connection.run(statement)
            connection.run(f"PRAGMA user_version = {number}")
        if before == 0:
            created()


def _is_foreign(connection: Connection, found: int) -> bool:
    """Whether another program made the file; its kind is read last, since whoever makes a store sets it first."""
    used = found or connection.number("SELECT count(*) FROM sqlite_master")
    return bool(used) and connection.number("PRAGMA application_id") != APPLICATION_ID


def definition_of(table: str) -> str:
    """The latest statement of the migrations that creates a virtual table, for making a lost one anew."""
    statements = (each for _, path in _files_after(0) for each in _statements(path))
    return [each for each in statements if f"CREATE VIRTUAL TABLE {table} " in each][-1]


def statements_until(version: int) -> list[str]:
    """The statements that make a store of a schema."""
    return [each for number, path in _files_after(0) if number <= version for each in _statements(path)]


def _copy(path: str, found: int, warn: Callable[[str], None]) -> None:
    """Keep what an older hippo wrote, beside the backups; whoever holds the transaction has not changed it yet."""
    from hippo.store import snapshot

    folder = os.path.join(os.path.dirname(path), "backups")
    files.make_private_folder(folder)
    target = os.path.join(folder, f"schema-{found}.db")
    if not os.path.exists(target):
        snapshot.take(path, target)
        warn(f"the store had schema {found} and now has {SCHEMA_VERSION}; what it was is kept in {target}")


def _prepare(connection: Connection, warn: Callable[[str], None]) -> None:
    """The settings of a new file that no transaction may hold: its kind and the write-ahead log."""
    reason = unsafe_reason(os.path.dirname(connection.path))
    if reason:
        warn(f"{reason}: the store keeps a rollback journal, which is slower than a write-ahead log but safe there")
    else:
        _enter_wal(connection)
    if connection.number("PRAGMA application_id") != APPLICATION_ID:
        connection.run(f"PRAGMA application_id = {APPLICATION_ID}")


def _enter_wal(connection: Connection) -> None:
    """Switch to the write-ahead log; SQLite does not wait for locks here, so this does."""
    deadline = time.monotonic() + connection.wait_seconds
    while True:
        try:
            connection.row("PRAGMA journal_mode = WAL")
        except Busy:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.02)
        else:
            return


def _files_after(version: int) -> list[tuple[int, str]]:
    named = ((int(name[:4]), os.path.join(FOLDER, name)) for name in os.listdir(FOLDER) if name.endswith(".sql"))
    return sorted(entry for entry in named if entry[0] > version)


def _statements(path: str) -> Iterator[str]:
    """The statements of a file one by one; `executescript` would commit before the first."""
    gathered = ""
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            gathered += line
            if sqlite3.complete_statement(gathered):
                yield gathered
                gathered = ""
    if gathered.strip() and not gathered.lstrip().startswith("--"):
        raise ValueError(f"{os.path.basename(path)} ends in the middle of a statement")
