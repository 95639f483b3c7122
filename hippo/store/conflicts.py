"""Contradictions between memories: open ones, and the word that was spoken about settled ones."""

from __future__ import annotations

from hippo.core.choice import Choice
from hippo.core.memory import ID_DIGITS
from hippo.core.value import value
from hippo.errors import AmbiguousId, NotFound, shortened
from hippo.store.rows import id_of, id_range, milliseconds, moment_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from hippo.store.connection import Connection

ID_PREFIX = "con_"

_COLUMNS = """
    conflict.number, conflict.id, one, other, rule, reason, conflict.state AS state, found_at, settled_at,
    (SELECT id FROM memory WHERE number = one) AS one_id, (SELECT id FROM memory WHERE number = other) AS other_id
"""
_ADD = """
INSERT INTO conflict (id, one, other, rule, reason, state, found_at, settled_at, one_fingerprint, other_fingerprint)
SELECT :id, a.number, b.number, :rule, :reason, 'open', :at, NULL, a.fingerprint, b.fingerprint
FROM memory AS a, memory AS b WHERE a.number = :one AND b.number = :other
ON CONFLICT (one, other) DO UPDATE SET
    rule = excluded.rule, reason = excluded.reason, state = excluded.state, found_at = excluded.found_at,
    settled_at = excluded.settled_at, one_fingerprint = excluded.one_fingerprint,
    other_fingerprint = excluded.other_fingerprint
"""
_SETTLE = """
UPDATE conflict SET state = :state, settled_at = :at,
    one_fingerprint = (SELECT fingerprint FROM memory WHERE number = one),
    other_fingerprint = (SELECT fingerprint FROM memory WHERE number = other)
WHERE number = :number
"""
_REOPEN = "UPDATE conflict SET state = 'open', settled_at = NULL WHERE number = :number"
_OPEN = f"""
SELECT {_COLUMNS} FROM conflict
JOIN memory AS a ON a.number = one JOIN memory AS b ON b.number = other
WHERE conflict.state = 'open' AND a.state = 'live' AND b.state = 'live' ORDER BY conflict.number
"""
_OPEN_COUNT = """
SELECT count(*) FROM conflict
JOIN memory AS a ON a.number = one JOIN memory AS b ON b.number = other
WHERE conflict.state = 'open' AND a.state = 'live' AND b.state = 'live'
"""
_OPEN_AMONG = f"""
SELECT {_COLUMNS} FROM conflict
JOIN memory AS a ON a.number = one JOIN memory AS b ON b.number = other
WHERE conflict.state = 'open' AND a.state = 'live' AND b.state = 'live' AND (one IN ({{marks}}) OR other IN ({{marks}}))
ORDER BY conflict.number
"""
_ALL_OF = f"SELECT {_COLUMNS} FROM conflict WHERE one = :memory OR other = :memory ORDER BY conflict.number"
_BY_ID_RANGE = (
    f"SELECT {_COLUMNS} FROM conflict WHERE conflict.id BETWEEN :first AND :last ORDER BY conflict.id LIMIT 6"
)
_SETTLED = """
SELECT (SELECT id FROM memory WHERE number = one) AS one_id, (SELECT id FROM memory WHERE number = other) AS other_id
FROM conflict JOIN memory AS a ON a.number = one JOIN memory AS b ON b.number = other
WHERE one_fingerprint = a.fingerprint AND other_fingerprint = b.fingerprint
UNION
SELECT (SELECT id FROM memory WHERE number = source), (SELECT id FROM memory WHERE number = target)
FROM link WHERE kind = 'stands_beside'
"""
_OUTDATED = """
DELETE FROM conflict WHERE state = 'open' AND number IN (
    SELECT conflict.number FROM conflict JOIN memory AS a ON a.number = one JOIN memory AS b ON b.number = other
    WHERE one_fingerprint <> a.fingerprint OR other_fingerprint <> b.fingerprint
)
"""


class ConflictState(Choice):
    """Whether a contradiction waits for a word, one side was kept, or both may hold.

    One that waits rests while a side is not live; that follows from the memories and is not stored.
    """

    OPEN = "open"
    RESTING = "resting"
    DECIDED = "decided"
    BOTH = "both"


@value
class StoredConflict:
    """A contradiction between two memories: their rows and ids, what was found, and what became of it."""

    number: int
    id: str
    numbers: tuple[int, int]
    memory_ids: tuple[str, str]
    rule: str
    reason: str
    state: ConflictState
    found_at: datetime
    settled_at: datetime | None


class ConflictNotFound(NotFound):
    """No conflict has the given id."""

    code = "conflict-not-found"

    def __init__(self, name: str) -> None:
        super().__init__(f"no conflict has the id {shortened(name)!r}", hint="`hippo conflicts` lists the open ones")


class Conflicts:
    """The contradictions of one store. Callers hold the transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(
        self,
        conflict_number: int,
        one: int,
        other: int,
        *,
        rule: str,
        reason: str,
        now: datetime,
    ) -> None:
        """Note that two rows contradict each other."""
        first, second = sorted((one, other))
        values = {"id": conflict_number, "one": first, "other": second, "rule": rule, "reason": reason}
        self._connection.run(_ADD, values | {"at": milliseconds(now)})

    def settle(self, conflict: StoredConflict, state: ConflictState, *, now: datetime) -> None:
        """Close a conflict; it stays closed as long as the texts are as they are."""
        self._connection.run(_SETTLE, {"state": state.value, "at": milliseconds(now), "number": conflict.number})

    def reopen(self, memory: int) -> set[str]:
        """Open the contradictions again that were decided against a row; the ids of the other sides."""
        decided = [each for each in self.all_with(memory) if each.state is ConflictState.DECIDED]
        for each in decided:
            self._connection.run(_REOPEN, {"number": each.number})
        return {memory_id for each in decided for memory_id in each.memory_ids}

    def open(self) -> list[StoredConflict]:
        """Every contradiction between live memories that nobody has settled, oldest first."""
        return [_conflict(row) for row in self._connection.rows(_OPEN)]

    def open_count(self) -> int:
        """How many contradictions between live memories nobody has settled."""
        return self._connection.number(_OPEN_COUNT)

    def open_among(self, memories: Sequence[int]) -> list[StoredConflict]:
        """The open contradictions that any of the rows takes part in."""
        marks = ", ".join("?" * len(memories))
        rows = self._connection.rows(_OPEN_AMONG.format(marks=marks), (*memories, *memories))
        return [_conflict(row) for row in rows]

    def all_with(self, memory: int) -> list[StoredConflict]:
        """The contradictions that a row takes or took part in."""
        return [_conflict(row) for row in self._connection.rows(_ALL_OF, {"memory": memory})]

    def settled_pairs(self) -> set[frozenset[str]]:
        """The pairs of ids about which everything is said: noted or settled, and with the same texts as then.

        That two may stand beside each other is a link as well, so that it survives in mirrors and exports.
        """
        rows = self._connection.rows(_SETTLED)
        return {frozenset((id_of(row["one_id"]), id_of(row["other_id"]))) for row in rows}

    def drop_outdated(self) -> None:
        """Take back open contradictions about texts that have changed since; they are compared anew."""
        self._connection.run(_OUTDATED)

    def find(self, name: str) -> StoredConflict:
        """The conflict that an id, or the beginning of one, names. Raises ConflictNotFound or AmbiguousId."""
        meant = id_range(name, ID_PREFIX)
        rows = self._connection.rows(_BY_ID_RANGE, meant) if meant else []
        if not rows:
            raise ConflictNotFound(name)
        if len(rows) > 1:
            raise AmbiguousId(name, tuple(conflict_id(row["id"]) for row in rows))
        return _conflict(rows[0])


def conflict_id(number: int) -> str:
    """The printed form of a conflict's id."""
    return f"{ID_PREFIX}{number:0{ID_DIGITS}x}"


def _conflict(row: sqlite3.Row) -> StoredConflict:
    settled: int | None = row["settled_at"]
    return StoredConflict(
        number=row["number"],
        id=conflict_id(row["id"]),
        numbers=(row["one"], row["other"]),
        memory_ids=(id_of(row["one_id"]), id_of(row["other_id"])),
        rule=row["rule"],
        reason=row["reason"],
        state=ConflictState(row["state"]),
        found_at=moment_of(row["found_at"]),
        settled_at=None if settled is None else moment_of(settled),
    )


def memories_in(conflicts: Iterable[StoredConflict]) -> set[str]:
    """The ids of all memories that take part."""
    return {memory_id for conflict in conflicts for memory_id in conflict.memory_ids}
