"""What was recalled for use."""

from __future__ import annotations

import pytest

from hippo.store.recalls import Hit, Recall
from hippo.store.store import Store
from tests.store.adding import add, row
from tests.support import NOON, at


@pytest.fixture
def three(store: Store) -> Store:
    """A store with three memories, in the rows 1, 2 and 3."""
    assert [row(store, add(store, number)) for number in (1, 2, 3)] == [1, 2, 3]
    return store


def recall(store: Store, *rows: int, session: str = "", query: str = "valve", days: float = 0) -> int:
    with store.transaction():
        return store.recalls.add(query, rows, session=session, now=at(days=days))


def test_nothing_was_recalled_at_first(three: Store) -> None:
    assert three.recalls.last() is None
    assert three.recalls.last(session="s") is None
    assert three.recalls.hits(7) == []
    assert three.recalls.last_hit_on(1, session="") is None


def test_the_last_recall_is_that_of_the_session_or_of_the_store(three: Store) -> None:
    recall(three, 1, session="s")
    ours = recall(three, 2, session="s", days=1)
    latest = recall(three, 3, session="t", days=2)
    recall(three, 3, query="", days=3)
    assert three.recalls.last(session="s") == Recall(number=ours, at=at(days=1))
    assert three.recalls.last() == Recall(number=latest, at=at(days=2))
    assert three.recalls.last(session="u") is None


def test_hits_come_with_their_votes_in_the_order_of_the_rows(three: Store) -> None:
    number = recall(three, 3, 1)
    with three.transaction():
        three.recalls.vote(Hit(recall=number, memory=3, vote=0), -1)
    assert three.recalls.hits(number) == [Hit(recall=number, memory=1, vote=0), Hit(recall=number, memory=3, vote=-1)]


def test_the_last_hit_on_a_memory_is_this_sessions_before_any_others(three: Store) -> None:
    ours = recall(three, 1, 2, session="s")
    other = recall(three, 1, session="t")
    assert three.recalls.last_hit_on(1, session="s") == Hit(recall=ours, memory=1, vote=0)
    assert three.recalls.last_hit_on(1, session="") == Hit(recall=other, memory=1, vote=0)
    assert three.recalls.last_hit_on(2, session="t") == Hit(recall=ours, memory=2, vote=0)
    assert three.recalls.last_hit_on(3, session="s") is None


def test_a_memory_that_goes_leaves_the_recalls_it_was_in(three: Store) -> None:
    number = recall(three, 1, 2)
    with three.transaction():
        three.memories.remove(1)
    assert three.recalls.hits(number) == [Hit(recall=number, memory=2, vote=0)]


def test_recalls_are_removed_by_memory_by_word_and_by_age(three: Store) -> None:
    with_first = recall(three, 1, 2)
    quoting = recall(three, 2, query="why is HUNTER2 there")
    old = recall(three, 2, days=-100)
    kept = recall(three, 2)
    with three.transaction():
        three.recalls.remove_with(1)
        three.recalls.remove_quoting(["hunter2", "pump"])
        three.recalls.remove_before(at(days=-99))
    assert [number for number in (with_first, quoting, old, kept) if three.recalls.hits(number)] == [kept]
    assert three.recalls.last() == Recall(number=kept, at=NOON)
