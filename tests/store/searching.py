"""Stores to search: filled in one go, opened by a connection that counts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from hippo.services.keeping import add_memory
from hippo.store.full_text import VOCABULARIES
from hippo.store.store import DATABASE, Store
from scripts.benchmarks.counting import Counting
from tests.core.memories import memory


def fill(store: Store, texts: Iterable[str], *, first: int = 1, **fields: Any) -> list[int]:
    """Store texts in one transaction, with ids from a number on, and return their rows."""
    with store.transaction():
        return [
            add_memory(store, memory(id=f"mem_{number:012x}", text=text, **fields))
            for number, text in enumerate(texts, first)
        ]


@contextmanager
def counted(folder: Path) -> Iterator[tuple[Store, Counting]]:
    """A store that is there already, and the connection that counts what is asked of it."""
    connection = Counting(str(folder / DATABASE))
    for statement in VOCABULARIES:
        connection.run(statement)
    with Store(connection, str(folder)) as store:
        yield store, connection
