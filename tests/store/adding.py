"""Putting memories into a bare store."""

from __future__ import annotations

from typing import Any

from hippo.core.memory import Memory
from hippo.services.keeping import add_memory
from hippo.store.store import Store
from tests.core.memories import memory


def add(store: Store, number: int = 1, **fields: Any) -> Memory:
    """Store a memory with the id of this number, in a transaction of its own."""
    made = memory(**{"id": f"mem_{number:04x}00000000", **fields})
    with store.transaction():
        add_memory(store, made)
    return made


def row(store: Store, memory: Memory) -> int:
    """The number of a memory's row."""
    return store.memories.find(memory.id).number
