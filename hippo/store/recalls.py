"""What was recalled for use, so that an outcome can be credited to it."""

from __future__ import annotations

from hippo.core.value import value
from hippo.store.rows import milliseconds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from hippo.store.connection import Connection

_ADD = "INSERT INTO recall (at, session, query) VALUES (:at, :session, :query)"
_ADD_HIT = "INSERT INTO recall_hit (recall, memory) VALUES (?, ?)"
_LAST_OF_SESSION = "SELECT max(number) FROM recall WHERE session = :session"
_LAST = "SELECT max(number) FROM recall"
_LAST_WITH = """
SELECT max(recall) FROM recall_hit JOIN recall ON recall.number = recall
WHERE memory = :memory AND (:session = '' OR session = :session)
"""
_HITS = "SELECT memory, vote FROM recall_hit WHERE recall = :recall ORDER BY memory"
_VOTE = "UPDATE recall_hit SET vote = :vote WHERE recall = :recall AND memory = :memory"
_REMOVE_WITH = "DELETE FROM recall WHERE number IN (SELECT recall FROM recall_hit WHERE memory = :memory)"
_REMOVE_QUOTING = "DELETE FROM recall WHERE instr(lower(query), ?)"
_REMOVE_BEFORE = "DELETE FROM recall WHERE at < :before"


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

    def add(self, query: str, memories: Sequence[int], *, session: str, now: datetime) -> None:
        """Note a recall and the row numbers it returned for use."""
        values = {"at": milliseconds(now), "session": session, "query": query}
        recall = self._connection.insert(_ADD, values)
        self._connection.run_many(_ADD_HIT, ((recall, memory) for memory in memories))

    def last_hits(self, *, session: str) -> list[Hit]:
        """What the last recall of a session returned, or of the store if the session has none."""
        number = self._connection.number(_LAST_OF_SESSION, {"session": session}) if session else 0
        return self._hits(number or self._connection.number(_LAST))

    def last_hit_on(self, memory: int, *, session: str) -> Hit | None:
        """The last time a recall returned a memory, if one did."""
        number = self._connection.number(_LAST_WITH, {"memory": memory, "session": session})
        return next((hit for hit in self._hits(number) if hit.memory == memory), None)

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

    def _hits(self, recall: int) -> list[Hit]:
        rows = self._connection.rows(_HITS, {"recall": recall})
        return [Hit(recall=recall, memory=row["memory"], vote=row["vote"]) for row in rows]
