"""Which memories a sleep looks at when only few are new."""

from __future__ import annotations

import pytest

from hippo.core.memory import State
from hippo.services import neighbourhood
from hippo.services.neighbourhood import memories_beside
from hippo.store.store import Store
from tests.store.adding import add
from tests.support import NOON

NEW = "mem_000100000000"


@pytest.fixture
def large(store: Store, monkeypatch: pytest.MonkeyPatch) -> Store:
    """A store that counts as large: sixty memories, one of them new, one a neighbour of it."""
    monkeypatch.setattr(neighbourhood, "SAMPLE", 5)
    monkeypatch.setattr(neighbourhood, "LEAST_SHARE", 5)
    add(store, 1, text="the valve opens to the left")
    add(store, 2, text="the valve opens to the right")
    for number in range(3, 60):
        add(store, number, text=f"something else number{number}")
    add(store, 60, text="an archived valve", state=State.ARCHIVED, archived_at=NOON)
    return store


def ids(store: Store, *fresh: str) -> set[str]:
    return {memory.id for memory in memories_beside(store, fresh, now=NOON)}


def test_the_new_their_neighbours_and_a_thin_sample_are_looked_at(large: Store) -> None:
    found = ids(large, NEW)
    assert {NEW, "mem_000200000000"} <= found
    assert 2 < len(found) < 20
    assert "mem_003c00000000" not in found
    assert found == ids(large, NEW)


def test_what_is_gone_by_now_is_left_out(large: Store) -> None:
    assert "mem_ffffffffffff" not in ids(large, NEW, "mem_ffffffffffff")


def test_where_much_is_new_or_little_is_there_everything_is_looked_at(large: Store, store: Store) -> None:
    many = [f"mem_{number:04x}00000000" for number in range(1, 30)]
    assert len(ids(large, *many)) == 59
