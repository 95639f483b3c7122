"""The history of memories."""

from __future__ import annotations

from hippo.core.memory import Confidence
from hippo.store.events import RECALLED, REPEATED, Actor, Event
from hippo.store.store import Store
from tests.support import NOON, at

A, B = "mem_00000000000a", "mem_00000000000b"
ANA = Actor(name="claude-code", session="s1")


def test_a_history_is_told_oldest_first_with_what_was_before(store: Store) -> None:
    with store.transaction():
        store.events.add(
            A, "edited", now=at(days=1), actor=ANA, before={"text": "größe\n", "tags": ("a",), "pinned": True}
        )
        store.events.add(A, "remembered", now=NOON, actor=Actor())
        store.events.add(A, "stale", now=at(days=1), actor=Actor(), before={"confidence": Confidence.OBSERVED})
        store.events.add(B, "remembered", now=NOON, actor=Actor())
    assert store.events.of(A) == [
        Event(at=NOON, kind="remembered", actor=Actor(), before={}),
        Event(at=at(days=1), kind="edited", actor=ANA, before={"text": "größe\n", "tags": ["a"], "pinned": True}),
        Event(at=at(days=1), kind="stale", actor=Actor(), before={"confidence": "observed"}),
    ]
    assert store.events.of("mem_00000000000c") == []


def test_recalls_and_repetitions_count_as_retrievals(store: Store) -> None:
    with store.transaction():
        for hours, kind in ((0, RECALLED), (1, REPEATED), (2, "helped"), (3, RECALLED)):
            store.events.add(A, kind, now=at(hours=hours), actor=Actor())
        store.events.add(B, RECALLED, now=at(hours=3), actor=Actor())
    assert store.events.retrievals_since(A, at(hours=-1)) == 3
    assert store.events.retrievals_since(A, NOON) == 2
    assert store.events.retrievals_since(A, at(hours=3)) == 0


def test_the_last_sign_of_life_until_a_moment_is_known(store: Store) -> None:
    assert store.events.last_until(at(days=9)) is None
    with store.transaction():
        store.events.add(A, "remembered", now=NOON, actor=Actor())
        store.events.add(A, RECALLED, now=at(days=2), actor=Actor())
    assert store.events.last_until(at(days=9)) == at(days=2)
    assert store.events.last_until(at(days=1)) == NOON
    assert store.events.last_until(at(days=-1)) is None


def test_only_the_history_of_one_memory_is_removed(store: Store) -> None:
    with store.transaction():
        for memory_id in (A, B):
            store.events.add(memory_id, "remembered", now=NOON, actor=Actor())
        store.events.remove(A)
    assert (store.events.of(A), len(store.events.of(B))) == ([], 1)
