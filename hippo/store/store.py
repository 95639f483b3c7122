"""A store: one database file and its parts. The only door to SQLite for the layers above."""

from __future__ import annotations

import os

from hippo.adapters import files
from hippo.adapters.places import FOLDER
from hippo.core.settings import SleepSettings
from hippo.errors import StoreError
from hippo.store.connection import Connection
from hippo.store.facts import Facts
from hippo.store.full_text import INDEXES, VOCABULARIES
from hippo.store.memories import Memories
from hippo.store.migrate import ensure_schema
from hippo.store.parts import Parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager
    from typing import Self

DATABASE = "hippo.db"
#: The fact that the triggers of the vectors keep.
_VECTORS_FACT = "vectors"
#: How long erasing waits for readers, in milliseconds (chosen: a recall takes a tenth of it).
_READERS_WAIT_MS = 1000


class Store(Parts):
    """The memories of one project, or of the user.

    `folder` is the `.hippo` folder, `scope` its name beside a hit: `local` or `global`. `warn` is told what a person
    should know though nobody asked.
    """

    def __init__(
        self,
        connection: Connection,
        folder: str,
        *,
        scope: str = "local",
        settings: SleepSettings | None = None,
        warn: Callable[[str], None] = lambda _: None,
    ) -> None:
        super().__init__(connection, folder)
        self.scope = scope
        self.warn = warn
        self.memories = Memories(connection, settings or SleepSettings())
        self.facts = Facts(connection)

    @classmethod
    def open(
        cls,
        folder: str,
        *,
        scope: str = "local",
        settings: SleepSettings | None = None,
        warn: Callable[[str], None] = lambda _: None,
        created: Callable[[Store], None] = lambda _: None,
    ) -> Store:
        """Open the store in a `.hippo` folder; an empty or missing database file becomes a store.

        `created` is called with a store that did not exist before, within the transaction that makes it.
        Raises StoreError, NewerStore or Busy.
        """
        path = os.path.join(folder, DATABASE)
        _make_private(path)
        connection = Connection(path)
        if connection.is_frozen and _size(path + "-wal"):
            warn(f"{folder} cannot be written: what was stored last is still in the log, which cannot be read here")
        store = cls(connection, folder, scope=scope, settings=settings, warn=warn)
        try:
            ensure_schema(connection, created=lambda: created(store), warn=warn)
            for statement in VOCABULARIES:
                connection.run(statement)
        except BaseException:
            connection.close()
            raise
        return store

    def vectors_mark(self) -> str:
        """The mark of all vectors, another one after every change; empty for a store that never had any."""
        return self.facts.get(_VECTORS_FACT)

    def mark_vectors(self) -> None:
        """Give the vectors another mark, as if one had changed. Callers hold the transaction."""
        self.facts.set(_VECTORS_FACT, os.urandom(8).hex().upper())

    def others_version(self) -> int:
        """A number that changes when another connection has written something."""
        return self._connection.number("PRAGMA data_version")

    def transaction(self, *, wait_seconds: float | None = None) -> AbstractContextManager[None]:
        """One write transaction; see `Connection.transaction`."""
        return self._connection.transaction(wait_seconds=wait_seconds)

    def rehearsing(self) -> AbstractContextManager[None]:
        """A transaction that is undone; see `Connection.rehearsing`."""
        return self._connection.rehearsing()

    def reading(self) -> AbstractContextManager[None]:
        """One moment for several queries; see `Connection.reading`."""
        return self._connection.reading()

    def erase_traces(self) -> bool:
        """Overwrite what purged rows left behind in free pages, index segments and the log.

        False when somebody is reading: then the log goes when the last reader has closed the store.
        """
        for words in INDEXES:
            self._connection.run(f"INSERT INTO {words} ({words}) VALUES ('rebuild')")
        self._connection.run("VACUUM")
        self._connection.run(f"PRAGMA busy_timeout = {_READERS_WAIT_MS}")
        return not self._connection.number("PRAGMA wal_checkpoint(TRUNCATE)")

    def schema_version(self) -> int:
        return self._connection.number("PRAGMA user_version")

    def size_bytes(self) -> int:
        """Size of the database file with its log."""
        path = os.path.join(self.folder, DATABASE)
        return _size(path) + _size(path + "-wal")

    def close(self) -> None:
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _make_private(path: str) -> None:
    """Make an empty database file, unless there is one, that only its owner can read, in a folder that is private too.

    A folder that git has made is open to others; one of another name, or behind a link, is somebody's own, and is left
    as it is.
    """
    if os.path.exists(path):
        return
    folder = os.path.dirname(path)
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, files.PRIVATE_FILE))
        if os.path.basename(folder) == FOLDER and not os.path.islink(folder):
            os.chmod(folder, files.PRIVATE_FOLDER)
    except OSError as error:
        raise StoreError(f"the store {path} cannot be made: {error.strerror}", hint="check the folder") from error


def _size(path: str) -> int:
    """Bytes of a file, 0 for none."""
    return os.path.getsize(path) if os.path.exists(path) else 0
