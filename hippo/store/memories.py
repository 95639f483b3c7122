"""The memory table: adding, finding, changing and removing rows."""

from __future__ import annotations

from hippo.core.forgetting import due_at
from hippo.core.memory import ID_DIGITS, ID_PREFIX, Layer, State
from hippo.core.value import value
from hippo.errors import AmbiguousId, MemoryNotFound
from hippo.store.full_text import INDEXES, quoted
from hippo.store.rows import COLUMNS, Stored, id_number, id_of, milliseconds, parameters, stored

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime
    from typing import Any

    from hippo.core.analysis import Analysis
    from hippo.core.memory import Memory
    from hippo.core.settings import SleepSettings
    from hippo.store.connection import Connection

_SHORTEST_PREFIX = 4

_INSERT = """
INSERT INTO memory (
    id, layer, state, confidence, pinned, half_life_days, created_at, updated_at, last_used_at, retrieval_count,
    good, bad, archived_at, archived_reason, flag, expires_at, origin_kind, origin_reference, origin_key, author,
    happened_at, files, series, position, fingerprint, token_count, head_count, term_count, meta_terms, terms, text
) VALUES (
    :id, :layer, :state, :confidence, :pinned, :half_life_days, :created_at, :updated_at, :last_used_at,
    :retrieval_count, :good, :bad, :archived_at, :archived_reason, :flag, :expires_at, :origin_kind, :origin_reference,
    :origin_key, :author, :happened_at, :files, (SELECT number FROM series WHERE name = :series), :position,
    :fingerprint, :token_count, :head_count, :term_count, :meta_terms, :terms, :text
)
"""
_UPDATE = """
UPDATE memory SET
    layer = :layer, state = :state, confidence = :confidence, pinned = :pinned, half_life_days = :half_life_days,
    updated_at = :updated_at, last_used_at = :last_used_at, retrieval_count = :retrieval_count, good = :good,
    bad = :bad, archived_at = :archived_at, archived_reason = :archived_reason, flag = :flag, expires_at = :expires_at,
    version = version + 1
WHERE number = :number
"""
_UPDATE_TEXT = """
UPDATE memory SET
    text = :text, terms = :terms, head_count = :head_count, term_count = :term_count, meta_terms = :meta_terms,
    fingerprint = :fingerprint, token_count = :token_count
WHERE number = :number
"""
_ADD_SERIES = "INSERT INTO series (name) VALUES (:name) ON CONFLICT (name) DO NOTHING"
_ADD_WORD = "INSERT INTO word (word) VALUES (?) ON CONFLICT (word) DO NOTHING"
_ADD_TAG = "INSERT INTO tag (memory, name) VALUES (?, ?) ON CONFLICT DO NOTHING"
_REMOVE_TAGS = "DELETE FROM tag WHERE memory = :number"
_REMOVE = "DELETE FROM memory WHERE number = :number"
_BY_NUMBER = f"SELECT {COLUMNS} FROM memory WHERE memory.number = :number"
_BY_ID_RANGE = f"SELECT {COLUMNS} FROM memory WHERE memory.id BETWEEN :first AND :last ORDER BY memory.id LIMIT 6"
_BY_ID = f"SELECT {COLUMNS} FROM memory WHERE memory.id = :id"
_EVERYTHING = f"SELECT {COLUMNS} FROM memory ORDER BY memory.number"
_BY_FINGERPRINT = f"SELECT {COLUMNS} FROM memory WHERE fingerprint = :fingerprint ORDER BY memory.number"
_LEARNT = "SELECT 1 FROM learnt WHERE key = :key"
_ADD_LEARNT = "INSERT INTO learnt (key) VALUES (:key) ON CONFLICT DO NOTHING"
_ADD_PURGED = "INSERT INTO purged (id) VALUES (:id) ON CONFLICT DO NOTHING"
_PURGED = "SELECT 1 FROM purged WHERE id = :id"
_TOKENS = "SELECT token_count FROM memory WHERE number = :number"
_DUE = f"""
SELECT {COLUMNS} FROM memory
WHERE state = 'live' AND expires_at IS NOT NULL AND expires_at <= :until ORDER BY expires_at, memory.number LIMIT :limit
"""
_UNUSED = f"""
SELECT {COLUMNS} FROM memory
WHERE state = 'live' AND last_used_at <= :until AND pinned = 0 AND confidence IN ('observed', 'inferred')
"""
_ARCHIVED_UNTIL = f"""
SELECT {COLUMNS} FROM memory WHERE state = 'archived' AND archived_at <= :until ORDER BY archived_at, memory.number
"""
_FADING = f"SELECT {COLUMNS} FROM memory WHERE state = 'live' AND expires_at IS NOT NULL"
_HOLDS_WORD = """
SELECT 1 FROM {words} JOIN memory ON memory.number = {words}.rowid
WHERE {words} MATCH :expression AND instr(lower(memory.text), :word) LIMIT 1
"""
_REMOVE_WORD = "DELETE FROM word WHERE word = :word"
_SET_EXPIRY = "UPDATE memory SET expires_at = ? WHERE number = ?"
_KEPT = f"""
SELECT {COLUMNS} FROM memory WHERE state = 'live' AND (pinned = 1 OR layer = 'semantic')
ORDER BY memory.number DESC LIMIT :limit
"""
_LATEST_USED = f"SELECT {COLUMNS} FROM memory WHERE state = 'live' ORDER BY last_used_at DESC LIMIT :limit"
_LONGEST_LIVED = f"""
SELECT {COLUMNS} FROM memory WHERE state = 'live' AND expires_at IS NOT NULL ORDER BY expires_at DESC LIMIT :limit
"""
_LISTED = f"""
SELECT {COLUMNS} FROM memory WHERE {{conditions}} ORDER BY created_at DESC, memory.number DESC LIMIT ?
"""
_TOTALS = """
SELECT sum(state = 'live' AND pinned) AS pinned, sum(state = 'live' AND confidence = 'stale') AS stale,
    sum(length(CAST(text AS BLOB))) AS text_bytes
FROM memory
"""
_COUNTS = "SELECT layer, state, count(*) AS count FROM memory GROUP BY layer, state"
_NO_LIMIT = 2**62


@value
class Totals:
    """Counts over the live memories, and the bytes of all texts."""

    pinned: int
    stale: int
    text_bytes: int


class Memories:
    """The memories of one store. Callers hold the transaction."""

    def __init__(self, connection: Connection, settings: SleepSettings) -> None:
        self._connection = connection
        self._settings = settings

    # --- writing

    def add(self, memory: Memory, analysis: Analysis, *, fingerprint: int, token_count: int) -> int:
        """Insert a new memory and return its row number."""
        if memory.origin.series:
            self._connection.run(_ADD_SERIES, {"name": memory.origin.series})
        if memory.origin.key:
            self.mark_learnt(memory.origin.key)
        values = parameters(memory) | _derived(analysis, fingerprint, token_count)
        values |= {"expires_at": self._expiry(memory), "series": memory.origin.series}
        number = self._connection.insert(_INSERT, values)
        self._set_tags(number, memory.tags)
        self._connection.run_many(_ADD_WORD, ((word,) for word in analysis.words))
        return number

    def change(self, number: int, memory: Memory) -> None:
        """Write everything of a memory but its text, tags and origin."""
        self._connection.run(_UPDATE, parameters(memory) | {"expires_at": self._expiry(memory), "number": number})

    def change_text(
        self, number: int, memory: Memory, analysis: Analysis, *, fingerprint: int, token_count: int
    ) -> None:
        """Write a memory whose text or tags are others than before."""
        self.change(number, memory)
        values = _derived(analysis, fingerprint, token_count) | {"text": memory.text, "number": number}
        self._connection.run(_UPDATE_TEXT, values)
        self._connection.run(_REMOVE_TAGS, {"number": number})
        self._set_tags(number, memory.tags)
        self._connection.run_many(_ADD_WORD, ((word,) for word in analysis.words))

    def remove(self, number: int) -> None:
        """Delete the row with its tags, links, index entries and places in recalls."""
        self._connection.run(_REMOVE, {"number": number})

    def remove_words(self, words: Iterable[tuple[str, str]]) -> None:
        """Take words, each given with its term, out of the vocabulary unless another memory holds them."""
        for word, term in words:
            values = {"expression": quoted(term), "word": word}
            held = (self._connection.row(_HOLDS_WORD.format(words=index), values) for index in INDEXES)
            if not any(held):
                self._connection.run(_REMOVE_WORD, {"word": word})

    def refresh_expiry(self) -> None:
        """Work out every due date again, after the settings have changed."""
        found = [stored(row) for row in self._connection.rows(_FADING)]
        self._connection.run_many(_SET_EXPIRY, ((self._expiry(each.memory), each.number) for each in found))

    # --- finding

    def get(self, number: int) -> Memory:
        """The memory in a row."""
        row = self._connection.row(_BY_NUMBER, {"number": number})
        if row is None:
            raise MemoryNotFound(f"row {number}")
        return stored(row).memory

    def find(self, name: str) -> Stored:
        """The memory that an id, or the beginning of one, names.

        Raises MemoryNotFound or AmbiguousId.
        """
        digits = name.strip().lower().removeprefix(ID_PREFIX)
        if not _SHORTEST_PREFIX <= len(digits) <= ID_DIGITS or not set(digits) <= set("0123456789abcdef"):
            raise MemoryNotFound(name)
        first, last = digits.ljust(ID_DIGITS, "0"), digits.ljust(ID_DIGITS, "f")
        rows = self._connection.rows(_BY_ID_RANGE, {"first": int(first, 16), "last": int(last, 16)})
        if not rows:
            raise MemoryNotFound(name)
        if len(rows) > 1:
            raise AmbiguousId(name, tuple(id_of(row["id"]) for row in rows))
        return stored(rows[0])

    def known(self, memory_id: str) -> Stored | None:
        """The memory with exactly this id, if there is one."""
        row = self._connection.row(_BY_ID, {"id": id_number(memory_id)})
        return stored(row) if row else None

    def everything(self) -> list[Stored]:
        """Every memory in whatever state, oldest row first."""
        return self._all(_EVERYTHING)

    def with_fingerprint(self, fingerprint: int) -> list[Stored]:
        """Memories that may have the same text, oldest first."""
        return [stored(row) for row in self._connection.rows(_BY_FINGERPRINT, {"fingerprint": fingerprint})]

    def by_numbers(self, numbers: Sequence[int]) -> list[Stored]:
        """Memories by row number, in the order given; numbers without a row are left out."""
        marks = ", ".join("?" * len(numbers))
        rows = self._connection.rows(f"SELECT {COLUMNS} FROM memory WHERE memory.number IN ({marks})", tuple(numbers))
        found = {row["number"]: stored(row) for row in rows}
        return [found[number] for number in numbers if number in found]

    def is_learnt(self, key: str) -> bool:
        """Whether something with this identity has been learnt from before."""
        return self._connection.row(_LEARNT, {"key": key}) is not None

    def mark_learnt(self, key: str) -> None:
        """Remember that something with this identity has been learnt from."""
        self._connection.run(_ADD_LEARNT, {"key": key})

    def mark_purged(self, memory_id: str) -> None:
        """Remember that this memory was erased on purpose."""
        self._connection.run(_ADD_PURGED, {"id": id_number(memory_id)})

    def is_purged(self, memory_id: str) -> bool:
        """Whether a memory with this id was erased on purpose."""
        return self._connection.row(_PURGED, {"id": id_number(memory_id)}) is not None

    def learnt_keys(self) -> list[str]:
        """Every identity that has been learnt from."""
        return [row["key"] for row in self._connection.rows("SELECT key FROM learnt ORDER BY key")]

    def purged_ids(self) -> list[str]:
        """The ids of memories that were erased on purpose."""
        return [id_of(row["id"]) for row in self._connection.rows("SELECT id FROM purged ORDER BY id")]

    def token_count(self, number: int) -> int:
        return self._connection.number(_TOKENS, {"number": number})

    def due(self, until: datetime, *, limit: int = _NO_LIMIT) -> list[Stored]:
        """Live memories that may be archived by a moment, the first due first."""
        return self._all(_DUE, until=milliseconds(until), limit=limit)

    def unused(self, since: datetime) -> list[Stored]:
        """Live memories, not pinned and of no settled confidence, that were last used at or before a moment."""
        return self._all(_UNUSED, until=milliseconds(since))

    def archived(self, until: datetime) -> list[Stored]:
        """Memories that were archived at or before a moment."""
        return self._all(_ARCHIVED_UNTIL, until=milliseconds(until))

    def strongest(self, limit: int) -> list[Stored]:
        """Live memories among which the strongest are: what is kept, used lately, or lives long."""
        found: dict[int, Stored] = {}
        for statement in (_KEPT, _LATEST_USED, _LONGEST_LIVED):
            found |= {each.number: each for each in self._all(statement, limit=limit)}
        return list(found.values())

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
            stored(row) for row in self._connection.rows(statement, [*values, _NO_LIMIT if limit is None else limit])
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

    def _all(self, statement: str, **values: Any) -> list[Stored]:
        return [stored(row) for row in self._connection.rows(statement, values)]

    def _set_tags(self, number: int, tags: Sequence[str]) -> None:
        if tags:
            self._connection.run_many(_ADD_TAG, ((number, tag) for tag in tags))

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


def _derived(analysis: Analysis, fingerprint: int, token_count: int) -> dict[str, Any]:
    """What was worked out of the text, as named parameters."""
    return {
        "fingerprint": fingerprint,
        "token_count": token_count,
        "head_count": analysis.head_count,
        "term_count": analysis.term_count,
        "meta_terms": analysis.meta,
        "terms": analysis.terms,
    }
