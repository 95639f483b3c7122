"""The memory table: adding, changing, removing and listing rows."""

from __future__ import annotations

from functools import cached_property

from hippo.core.forgetting import due_at
from hippo.core.memory import Layer, State
from hippo.core.value import value
from hippo.store.additions import add_rows
from hippo.store.memory_queries import NO_LIMIT, MemoryQueries
from hippo.store.packing import packed
from hippo.store.rows import COLUMNS, Stored, id_number, id_of, milliseconds, parameters, stored

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime
    from typing import Any

    from hippo.core.derived import Derived
    from hippo.core.memory import Memory
    from hippo.core.settings import SleepSettings
    from hippo.store.connection import Connection
    from hippo.store.vocabulary import Vocabulary

_UPDATE = """
UPDATE memory SET
    layer = :layer, state = :state, confidence = :confidence, pinned = :pinned, half_life_days = :half_life_days,
    updated_at = max(:updated_at, updated_at), last_used_at = :last_used_at, retrieval_count = :retrieval_count,
    good = :good, bad = :bad, archived_at = :archived_at, archived_reason = :archived_reason, flag = :flag,
    expires_at = :expires_at, version = version + 1
WHERE number = :number
"""
_UPDATE_TEXT = """
UPDATE memory SET
    text = :text, terms = :terms, head_count = :head_count, term_count = :term_count, meta_terms = :meta_terms,
    fingerprint = :fingerprint, token_count = :token_count
WHERE number = :number
"""
_ADD_SERIES = "INSERT INTO series (name) VALUES (:name) ON CONFLICT (name) DO NOTHING"
_ADD_TAG = "INSERT INTO tag (memory, name) VALUES (?, ?) ON CONFLICT DO NOTHING"
_REMOVE_TAGS = "DELETE FROM tag WHERE memory = :number"
_REMOVE = "DELETE FROM memory WHERE number = :number"
_LEARNT = "SELECT 1 FROM learnt WHERE key = :key"
_LEARNT_AMONG = "SELECT key FROM learnt WHERE key IN ({marks})"
_ADD_LEARNT = "INSERT INTO learnt (key) VALUES (:key) ON CONFLICT DO NOTHING"
_ADD_PURGED = "INSERT INTO purged (id) VALUES (:id) ON CONFLICT DO NOTHING"
_REMOVE_PURGED = "DELETE FROM purged WHERE id = :id"
_PURGED = "SELECT 1 FROM purged WHERE id = :id"
_MORTAL = f"SELECT {COLUMNS} FROM memory WHERE state = 'live' AND pinned = 0 AND layer = 'episodic'"
_SET_EXPIRY = "UPDATE memory SET expires_at = ? WHERE number = ?"
_LISTED = f"""
SELECT {COLUMNS} FROM memory WHERE {{conditions}} ORDER BY created_at DESC, memory.number DESC LIMIT ?
"""
_TOTALS = """
SELECT sum(state = 'live' AND pinned) AS pinned, sum(state = 'live' AND confidence = 'stale') AS stale,
    sum(length(CAST(text AS BLOB))) AS text_bytes
FROM memory
"""
_COUNTS = "SELECT layer, state, count(*) AS count FROM memory GROUP BY layer, state"


@value
class Totals:
    """Counts over the live memories, and the bytes of all texts."""

    pinned: int
    stale: int
    text_bytes: int


class Memories(MemoryQueries):
    """The memories of one store. Callers hold the transaction."""

    def __init__(self, connection: Connection, settings: SleepSettings) -> None:
        super().__init__(connection)
        self._settings = settings

    @cached_property
    def _vocabulary(self) -> Vocabulary:
        from hippo.store.vocabulary import Vocabulary

        return Vocabulary(self._connection)

    # --- writing

    def add(self, new: Sequence[tuple[Memory, Derived]]) -> range:
        """Insert new memories and return their row numbers."""
        series = dict.fromkeys(memory.origin.series for memory, _ in new if memory.origin.series)
        if series:
            self._connection.run_many(_ADD_SERIES, ({"name": name} for name in series))
        self.mark_learnt(*(memory.origin.key for memory, _ in new if memory.origin.key))
        numbers = add_rows(self._connection, [self._row(memory, found) for memory, found in new])
        self._set_tags((number, tag) for number, (memory, _) in zip(numbers, new, strict=True) for tag in memory.tags)
        self._vocabulary.add(word for _, found in new for word in found.analysis.words)
        return numbers

    def change(self, number: int, memory: Memory) -> None:
        """Write everything of a memory but its text, tags and origin.

        A version is never older than the one before it, though the clock may have been set back in between.
        """
        self._connection.run(_UPDATE, parameters(memory) | {"expires_at": self._expiry(memory), "number": number})

    def change_text(self, number: int, memory: Memory, found: Derived) -> None:
        """Write a memory whose text or tags are others than before, and what was worked out of them."""
        self.change(number, memory)
        values = _columns_of(found, memory.text) | {"text": memory.text, "number": number}
        self._connection.run(_UPDATE_TEXT, values)
        self._connection.run(_REMOVE_TAGS, {"number": number})
        self._set_tags((number, tag) for tag in memory.tags)
        self._vocabulary.add(found.analysis.words)

    def remove(self, number: int) -> None:
        """Delete the row with its tags, links, index entries and places in recalls."""
        self._connection.run(_REMOVE, {"number": number})

    def refresh_expiry(self) -> None:
        """Work out every due date again, after the settings have changed."""
        found = [stored(row) for row in self._connection.rows(_MORTAL)]
        self._connection.run_many(_SET_EXPIRY, ((self._expiry(each.memory), each.number) for each in found))

    # --- what stays known of memories that may be gone

    def is_learnt(self, key: str) -> bool:
        """Whether something with this identity has been learnt from before."""
        return self._connection.row(_LEARNT, {"key": key}) is not None

    def learnt_among(self, keys: Sequence[str]) -> set[str]:
        """Those of some identities that have been learnt from."""
        return {row["key"] for row in self._connection.rows_among(_LEARNT_AMONG, keys)}

    def mark_learnt(self, *keys: str) -> None:
        """Remember that things with these identities have been learnt from."""
        self._connection.run_many(_ADD_LEARNT, ({"key": key} for key in keys))

    def mark_purged(self, memory_id: str) -> None:
        """Remember that this memory was erased on purpose."""
        self._connection.run(_ADD_PURGED, {"id": id_number(memory_id)})

    def unmark_purged(self, memory_id: str) -> None:
        """Take it back that a memory was erased: somebody insists on having it."""
        self._connection.run(_REMOVE_PURGED, {"id": id_number(memory_id)})

    def is_purged(self, memory_id: str) -> bool:
        """Whether a memory with this id was erased on purpose."""
        return self._connection.row(_PURGED, {"id": id_number(memory_id)}) is not None

    def learnt_keys(self) -> list[str]:
        """Every identity that has been learnt from."""
        return [row["key"] for row in self._connection.rows("SELECT key FROM learnt ORDER BY key")]

    def purged_ids(self) -> list[str]:
        """The ids of memories that were erased on purpose."""
        return [id_of(row["id"]) for row in self._connection.rows("SELECT id FROM purged ORDER BY id")]

    # --- lists

    def listed(
        self,
        *,
        states: Iterable[State] = (State.LIVE,),
        layer: Layer | None = None,
        tags: Sequence[str] = (),
        since: datetime | None = None,
        limit: int | None = None,
    ) -> list[Stored]:
        """Memories that pass every filter, newest first."""
        conditions, values = filters(states=states, layer=layer, tags=tags, since=since)
        statement = _LISTED.format(conditions=" AND ".join(conditions))
        return [
            stored(row) for row in self._connection.rows(statement, [*values, NO_LIMIT if limit is None else limit])
        ]

    def count(
        self, *, states: Iterable[State], layer: Layer | None, tags: Sequence[str], since: datetime | None
    ) -> int:
        """How many memories pass every filter."""
        conditions, values = filters(states=states, layer=layer, tags=tags, since=since)
        return self._connection.number(f"SELECT count(*) FROM memory WHERE {' AND '.join(conditions)}", values)

    def counts(self) -> dict[tuple[str, str], int]:
        """How many memories there are of each (layer, state)."""
        return {(row["layer"], row["state"]): row["count"] for row in self._connection.rows(_COUNTS)}

    def totals(self) -> Totals:
        """What `status` counts."""
        row = self._connection.row(_TOTALS)
        assert row is not None
        return Totals(pinned=row["pinned"] or 0, stale=row["stale"] or 0, text_bytes=row["text_bytes"] or 0)

    # --- helpers

    def _row(self, memory: Memory, found: Derived) -> dict[str, Any]:
        """A new memory as the columns of its row."""
        values = parameters(memory) | _columns_of(found, memory.text)
        return values | {"expires_at": self._expiry(memory), "series": memory.origin.series}

    def _set_tags(self, tags: Iterable[tuple[int, str]]) -> None:
        self._connection.run_many(_ADD_TAG, tags)

    def _expiry(self, memory: Memory) -> int | None:
        due = due_at(memory, self._settings)
        return None if due is None else milliseconds(due)


def filters(
    *,
    states: Iterable[State] = (),
    layer: Layer | None = None,
    tags: Sequence[str] = (),
    since: datetime | None = None,
) -> tuple[list[str], list[Any]]:
    """Conditions on the memory table, and their parameters, for the filters of `list` and `recall`."""
    conditions: list[str] = ["1"]
    values: list[Any] = [state.value for state in states]
    if values:
        conditions.append(f"memory.state IN ({', '.join('?' * len(values))})")
    if layer is not None:
        conditions.append("memory.layer = ?")
        values.append(layer.value)
    if since is not None:
        conditions.append("memory.created_at >= ?")
        values.append(milliseconds(since))
    for tag in tags:
        conditions.append("EXISTS (SELECT 1 FROM tag WHERE tag.memory = memory.number AND tag.name = ?)")
        values.append(tag)
    return conditions, values


def _columns_of(found: Derived, text: str) -> dict[str, Any]:
    """What was worked out of the text, as named parameters."""
    return {
        "fingerprint": found.fingerprint,
        "token_count": found.token_count,
        "head_count": found.analysis.head_count,
        "term_count": found.analysis.term_count,
        "meta_terms": found.analysis.meta,
        "terms": packed(found.analysis.terms, text),
    }
