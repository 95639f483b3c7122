"""The record of sleeps."""

from __future__ import annotations

from hippo.store.sleeps import Sleep
from hippo.store.store import Store
from tests.support import NOON, at


def test_the_latest_sleep_is_told_with_its_report(store: Store) -> None:
    assert store.sleeps.last() is None
    assert store.sleeps.last_until(NOON) is None
    with store.transaction():
        store.sleeps.add({"archived": ["a"]}, now=at(days=2), duration_ms=7)
        store.sleeps.add({"archived": []}, now=at(days=1), duration_ms=8)
    assert store.sleeps.last() == Sleep(at=at(days=2), duration_ms=7, report={"archived": ["a"]})
    assert store.sleeps.last_until(at(days=1, hours=1)) == at(days=1)
    assert store.sleeps.last_until(NOON) is None


def test_of_two_sleeps_at_one_moment_the_second_is_the_last(store: Store) -> None:
    with store.transaction():
        for duration_ms in (1, 2):
            store.sleeps.add({}, now=NOON, duration_ms=duration_ms)
    last = store.sleeps.last()
    assert last is not None
    assert last.duration_ms == 2
