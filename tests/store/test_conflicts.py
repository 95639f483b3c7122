"""The contradictions of a store."""

from __future__ import annotations

import pytest

from hippo.errors import AmbiguousId, NotFound
from hippo.store.store import Store
from tests.store.adding import add
from tests.support import NOON


@pytest.fixture
def divided(store: Store) -> Store:
    """A store with two open contradictions whose ids begin alike."""
    for number in (1, 2, 3):
        add(store, number)
    with store.transaction():
        store.conflicts.add(0xABCD00000001, 1, 2, rule="polarity", reason="one", now=NOON)
        store.conflicts.add(0xABCD00000002, 2, 3, rule="value", reason="two", now=NOON)
    return store


@pytest.mark.parametrize("name", ["con_abcd00000001", "ABCD00000001", " con_abcd00000001 "])
def test_a_contradiction_is_found_by_its_id(divided: Store, name: str) -> None:
    found = divided.conflicts.find(name)
    assert (found.id, found.rule, found.reason, found.numbers) == ("con_abcd00000001", "polarity", "one", (1, 2))


def test_a_beginning_of_several_names_them(divided: Store) -> None:
    with pytest.raises(AmbiguousId) as unclear:
        divided.conflicts.find("abcd")
    assert unclear.value.details == {"candidates": ["con_abcd00000001", "con_abcd00000002"]}


@pytest.mark.parametrize("name", ["", "con_", "abc", "con_ffff", "mem_abcd00000001", "abcd000000011"])
def test_what_begins_no_id_is_not_found(divided: Store, name: str) -> None:
    with pytest.raises(NotFound) as missing:
        divided.conflicts.find(name)
    assert missing.value.exit_code == 3


def test_only_the_open_ones_that_touch_some_rows_are_told(divided: Store) -> None:
    assert [conflict.reason for conflict in divided.conflicts.open()] == ["one", "two"]
    assert [conflict.reason for conflict in divided.conflicts.open_among([3])] == ["two"]
    assert divided.conflicts.open_among([]) == []
