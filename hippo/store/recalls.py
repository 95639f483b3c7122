"""What was recalled for use, so that an outcome can be credited to it."""

from __future__ import annotations

from hippo.core.value import value
from hippo.store.rows import milliseconds, moment_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from hippo.store.connection import Connection

_ADD = "INSERT INTO recall (at, session, query) VALUES (:at, :session, :query)"
_ADD_HIT = "INSERT INTO recall_hit (recall, memory) VALUES (?, ?)"
_LAST = "SELECT number, at FROM recall WHERE query <> '' ORDER BY number DESC LIMIT 1"
_LAST_OF_SESSION = """
SELECT number, at FROM recall WHERE session = :session AND query <> '' ORDER BY number DESC LIMIT 1
"""
_LAST_WITH = """
SELECT recall, vote FROM recall_hit JOIN recall ON recall.number = recall
WHERE memory = :memory ORDER BY session = :session DESC, recall DESC LIMIT 1
"""
_HITS = "SELECT memory, vote FROM recall_hit WHERE recall = :recall ORDER BY memory"
_VOTE = "UPDATE recall_hit SET vote = :vote WHERE recall = :recall AND memory = :memory"
_REMOVE_WITH = "DELETE FROM recall WHERE number IN (SELECT recall FROM recall_hit WHERE memory = :memory)"
_REMOVE_QUOTING = "DELETE FROM recall WHERE instr(lower(query), ?)"
_REMOVE_BEFORE = "DELETE FROM recall WHERE at < :before"


@value
class Recall:
    """A recall by its number, and when it was."""

    number: int
    at: datetime


@value
class Hit:
    """A memory that a recall returned for use, and the vote it was given: 1 good, -1 bad, 0 none yet."""

    recall: int
    memory: int
    vote: int


class Recalls:
    """The recalls of one store. Callers hold the transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, query: str, memories: Sequence[int], *, session: str, now: datetime) -> int:
        """Note a recall and the row numbers it returned for use; its own number.

        Without a query it is none that anybody made, only what a vote on a memory by its id is kept with.
        """
        values = {"at": milliseconds(now), "session": session, "query": query}
        recall = self._connection.insert(_ADD, values)
        self._connection.run_many(_ADD_HIT, ((recall, memory) for memory in memories))
        return recall

    def last(self, *, session: str = "") -> Recall | None:
        """The last recall of a session, or, without one, of the store."""
        row = self._connection.row(_LAST_OF_SESSION, {"session": session}) if session else self._connection.row(_LAST)
        return Recall(number=row["number"], at=moment_of(row["at"])) if row else None

    def hits(self, recall: int) -> list[Hit]:
        """What a recall returned for use, in the order of the rows."""
        rows = self._connection.rows(_HITS, {"recall": recall})
        return [Hit(recall=recall, memory=row["memory"], vote=row["vote"]) for row in rows]

    def last_hit_on(self, memory: int, *, session: str) -> Hit | None:
        """The last time a recall returned a memory, in this session or else in any, if one did."""
        row = self._connection.row(_LAST_WITH, {"memory": memory, "session": session})
        return Hit(recall=row["recall"], memory=memory, vote=row["vote"]) if row else None

    def vote(self, hit: Hit, vote: int) -> None:
        """Set the one vote that a hit has."""
        self._connection.run(_VOTE, {"vote": vote, "recall": hit.recall, "memory": hit.memory})

    def remove_with(self, memory: int) -> None:
        """Remove the recalls that returned a purged memory: their questions may quote it."""
        self._connection.run(_REMOVE_WITH, {"memory": memory})

    def remove_quoting(self, words: Iterable[str]) -> None:
        """Remove the recalls whose questions hold a word that no memory holds any more."""
        self._connection.run_many(_REMOVE_QUOTING, ((word,) for word in words))

    def remove_before(self, moment: datetime) -> None:
        """Remove recalls too old to be voted on."""
        self._connection.run(_REMOVE_BEFORE, {"before": milliseconds(moment)})
