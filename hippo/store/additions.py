"""New rows of the memory table, many of them in one statement.

Why: FTS5 writes what it holds to its tables whenever a statement ends that could be undone alone, so that a row by
itself costs a segment of the index, and merging those. A hundred rows at once cost 0.45 of what they cost one by one
(33 µs each against 75, 10,000 memories of 210 bytes).
"""

from __future__ import annotations

from functools import lru_cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from hippo.store.connection import Connection

#: Rows of one statement (chosen: 250 save a twentieth more, and SQLite takes 32,766 values at most).
_MOST_ROWS = 100
_COLUMNS = tuple(
    """
    number id layer state confidence pinned half_life_days created_at updated_at last_used_at retrieval_count good bad
    archived_at archived_reason flag expires_at origin_kind origin_reference origin_key author happened_at files series
    position fingerprint token_count head_count term_count meta_terms terms text
    """.split()
)
_ROW = f"({', '.join('(SELECT number FROM series WHERE name = ?)' if name == 'series' else '?' for name in _COLUMNS)})"
_NEXT = "SELECT coalesce(max(number), 0) + 1 FROM memory"


def add_rows(connection: Connection, rows: Sequence[Mapping[str, Any]]) -> range:
    """Insert rows, each a value for every column but `number`, and for `series` its name; returns their numbers."""
    first = connection.number(_NEXT)
    for start in range(0, len(rows), _MOST_ROWS):
        part = rows[start : start + _MOST_ROWS]
        values: list[Any] = []
        for number, row in enumerate(part, start=first + start):
            values.append(number)
            values += [row[name] for name in _COLUMNS[1:]]
        connection.run(_statement(len(part)), values)
    return range(first, first + len(rows))


@lru_cache(maxsize=8)
def _statement(rows: int) -> str:
    return f"INSERT INTO memory ({', '.join(_COLUMNS)}) VALUES {', '.join([_ROW] * rows)}"
