"""Whether stores hold anything at all, asked before what opens a store is even imported."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Sequence

#: How long a glance waits for a lock, in seconds: only a rollback journal has any for a reader.
_WAIT_SECONDS = 0.2
_HAS_CONTENT = """
SELECT EXISTS (SELECT 1 FROM memory WHERE state = 'live') OR EXISTS (SELECT 1 FROM core_entry)
    OR EXISTS (SELECT 1 FROM buffer_entry) OR EXISTS (SELECT 1 FROM handoff)
"""


def has_content(paths: Sequence[str]) -> bool:
    """Whether one of some databases holds anything that a context could show."""
    return asked(paths, lambda stores: any(store.execute(_HAS_CONTENT).fetchone()[0] for store in stores))


def asked(paths: Sequence[str], question: Callable[[list[sqlite3.Connection]], bool]) -> bool:
    """The answer of some databases together; yes if one of them is not there or cannot be read."""
    import sqlite3

    stores: list[sqlite3.Connection] = []
    try:
        for path in paths:
            if not os.path.isfile(path):
                return True
            stores.append(sqlite3.connect(path, timeout=_WAIT_SECONDS, isolation_level=None))
        return question(stores)
    except sqlite3.Error:
        return True
    finally:
        for store in stores:
            store.close()
