"""Recalls that found the store busy: each waits as a small file until a writer notes it, exactly once.

A recall never waits for a writer and is never lost: its file is written whole by a rename, noted in the same
transaction that strengthens its memories, and removed only after that commit. A file that is noted already, because
the process was killed in between, is removed without being noted again.
"""

from __future__ import annotations

import json
import os

from hippo.adapters import files
from hippo.core.value import value
from hippo.store.events import Actor
from hippo.store.rows import milliseconds, moment_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from hippo.store.connection import Connection

FOLDER = "spool"
#: Files noted in one transaction, so that a long wait does not make a long transaction.
MOST_AT_ONCE = 200

_NOTED = "SELECT 1 FROM spooled WHERE name = :name"
_NOTE = "INSERT INTO spooled (name) VALUES (:name) ON CONFLICT DO NOTHING"
_FORGET = "DELETE FROM spooled WHERE name = :name"


@value
class SpooledRecall:
    """A recall that is to be noted: what was asked, when, by whom, and the ids it returned for use."""

    at: datetime
    query: str
    actor: Actor
    memory_ids: tuple[str, ...]


class Spool:
    """The waiting recalls of one store."""

    def __init__(self, connection: Connection, folder: str) -> None:
        self._connection = connection
        self._folder = os.path.join(folder, FOLDER)

    def put(self, recall: SpooledRecall) -> None:
        """Let a recall wait. Raises OSError or StoreError when not even that is possible."""
        files.make_private_folder(self._folder)
        name = f"{milliseconds(recall.at):015d}-{os.urandom(6).hex()}.json"
        content = {
            "at": milliseconds(recall.at),
            "query": recall.query,
            "actor": recall.actor.name,
            "session": recall.actor.session,
            "memories": recall.memory_ids,
        }
        files.write_whole(os.path.join(self._folder, name), json.dumps(content).encode())

    def waiting(self) -> list[str]:
        """The names of the files that wait, oldest first, at most MOST_AT_ONCE."""
        try:
            names = os.listdir(self._folder)
        except OSError:
            return []
        return sorted(name for name in names if name.endswith(".json"))[:MOST_AT_ONCE]

    def take(self, name: str) -> SpooledRecall | None:
        """Note a waiting recall and return it; None if it was noted before or its file is broken.

        The caller holds the transaction and calls `clear` after the commit.
        """
        if self._connection.row(_NOTED, {"name": name}):
            return None
        self._connection.run(_NOTE, {"name": name})
        try:
            found = json.loads(files.read_bytes(self._folder, name))
            return SpooledRecall(
                at=moment_of(int(found["at"])),
                query=str(found["query"]),
                actor=Actor(name=str(found["actor"]), session=str(found["session"])),
                memory_ids=tuple(map(str, found["memories"])),
            )
        except (ValueError, KeyError, TypeError, OverflowError):
            return None

    def clear(self, names: Iterable[str]) -> None:
        """Remove the files of recalls that are noted and committed."""
        for name in names:
            files.remove(os.path.join(self._folder, name))

    def forget_cleared(self, waiting: Iterable[str]) -> None:
        """Drop the notes about files that are gone. The caller holds the transaction."""
        still = set(waiting)
        for row in self._connection.rows("SELECT name FROM spooled"):
            if row["name"] not in still:
                self._connection.run(_FORGET, {"name": row["name"]})
