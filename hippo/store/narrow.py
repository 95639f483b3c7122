"""Filters that leave few memories: then those are read, whatever the words of the query.

The index knows words alone. Walking the rows of common words to find the few that pass a filter takes 60 ms at 100,000
memories and ten times that at a million; reading a thousand rows takes 8 ms in a store of any size.
"""

from __future__ import annotations

from hippo.core.memory import Layer, State
from hippo.store.rows import milliseconds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from hippo.store.connection import Connection
    from hippo.store.search import Scope

#: Rows that are read rather than searched for.
FEW = 1_000

_TAGGED = "SELECT memory AS number FROM tag WHERE name = ? LIMIT ?"
#: What was created since a moment was also used since; of that there is an index.
_USED = "SELECT number FROM memory WHERE state = 'live' AND last_used_at >= ? LIMIT ?"
_KEPT = "SELECT number FROM memory WHERE state = 'live' AND (pinned = 1 OR layer = 'semantic') LIMIT ?"
#: The state stands in the statement, so that an index of one state is used.
_IN_STATE = "SELECT number FROM memory WHERE state = '{state}' LIMIT ?"


def few_in_state(connection: Connection, state: State) -> list[int] | None:
    """All rows in a state that is not the usual one, if they are few; only what is archived has an index."""
    rows = connection.rows(_IN_STATE.format(state=state.value), (FEW + 1,))
    return [row["number"] for row in rows] if len(rows) <= FEW else None


def few_rows(connection: Connection, scope: Scope) -> list[int] | None:
    """Rows among which all are that pass the filters, if an index tells them and they are few."""
    for statement, values in _lists(scope):
        rows = connection.rows(statement, (*values, FEW + 1))
        if len(rows) <= FEW:
            return [row["number"] for row in rows]
    return None


def _lists(scope: Scope) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """For each filter that an index knows, what lists the rows that may pass it."""
    yield from ((_TAGGED, (tag,)) for tag in scope.tags)
    if scope.state is not State.LIVE:
        return
    if scope.since is not None:
        yield _USED, (milliseconds(scope.since),)
    if scope.layer is Layer.SEMANTIC:
        yield _KEPT, ()
