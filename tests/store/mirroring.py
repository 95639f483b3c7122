"""Mirrors of a store, for tests: one memory with its file, and ways to change either."""

from __future__ import annotations

import zlib
from pathlib import Path

import pytest

from hippo.core.memory import Memory
from hippo.core.value import replace
from hippo.services.keeping import write_text
from hippo.store.mirrors import mirror_files, write_mirrors
from hippo.store.store import Store
from tests.store.adding import add, row
from tests.support import at

VALVE = "the valve opens to the left"
NAME = "episodic/the-valve-opens-to-the-left-mem_000100000000.md"


def shown(store: Store) -> dict[str, str]:
    """The mirrors of a store with their texts."""
    return {name: Path(store.folder, name).read_text(encoding="utf-8") for name in mirror_files(store.folder)}


def change(store: Store, before: Memory, **fields: object) -> Memory:
    after = replace(before, **{"updated_at": at(hours=1), **fields})
    with store.transaction():
        write_text(store, row(store, before), after)
    return after


def edit_file(store: Store, old: str, new: str, name: str = NAME) -> str:
    path = Path(store.folder, name)
    text = path.read_text(encoding="utf-8").replace(old, new)
    path.write_text(text, encoding="utf-8")
    return text


@pytest.fixture
def valve(store: Store) -> Memory:
    """A memory with its mirror."""
    made = add(store, 1, text=VALVE)
    assert write_mirrors(store) == []
    return made


def files_digest(text: str) -> int:
    return zlib.crc32(text.encode())
