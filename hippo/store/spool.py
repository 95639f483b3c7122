"""Recalls that found the store busy: each waits as a small file until a writer notes it, exactly once.

A recall never waits for a writer and is never lost: its file is written whole by a rename, noted in the same
transaction that strengthens its memories, and removed only after that commit. A file that is noted already, because
the process was killed in between, is removed without being noted again.
"""

from __future__ import annotations

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

_BEGINNING = moment_of(0)

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
        import json

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

    def waiting(self, most: int | None = MOST_AT_ONCE) -> list[str]:
        """The names of the files that wait, oldest first, at most so many."""
        try:
            with os.scandir(self._folder) as entries:
                names = [each.name for each in entries if each.name.endswith(".json") and each.is_file()]
        except OSError:
            return []
        return sorted(names)[:most]

    def take(self, name: str) -> SpooledRecall | None:
        """Note a waiting recall and return it; None if it was noted before or its file is broken.

        The caller holds the transaction and calls `clear` after the commit.
        """
        if self._connection.row(_NOTED, {"name": name}):
            return None
        self._connection.run(_NOTE, {"name": name})
        try:
            return _read(files.read_bytes(self._folder, name))
        except (ValueError, KeyError, TypeError, OverflowError, RecursionError):
            return None

    def clear(self, names: Iterable[str]) -> None:
        """Remove the files of recalls that are noted and committed; one that stays is not noted again."""
        for name in names:
            try:
                files.remove(os.path.join(self._folder, name))
            except OSError:
                continue

    def forget_cleared(self) -> None:
        """Drop the notes about files that are gone. The caller holds the transaction.

        Why the folder is looked at and no list of what waits: another process may have noted more, and not have
        removed it yet.
        """
        for row in self._connection.rows("SELECT name FROM spooled"):
            if not os.path.exists(os.path.join(self._folder, row["name"])):
                self._connection.run(_FORGET, {"name": row["name"]})


def _read(content: bytes) -> SpooledRecall:
    """The recall in a file. Raises one of several errors for a file that holds anything else."""
    import json

    found = json.loads(content)
    at = moment_of(int(found["at"]))
    if at < _BEGINNING:
        raise ValueError(at)
    query, actor, session, *memory_ids = (
        str(text).encode("utf-8", "replace").decode()
        for text in (found["query"], found["actor"], found["session"], *found["memories"])
    )
    return SpooledRecall(at=at, query=query, actor=Actor(name=actor, session=session), memory_ids=tuple(memory_ids))
