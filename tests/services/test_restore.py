"""Making a memory live again."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hippo.core.memory import Layer, State
from hippo.errors import Refused
from hippo.services.occasion import Occasion
from hippo.services.restore import restore
from hippo.store.links import LinkKind
from hippo.store.store import Store
from tests.store.adding import add
from tests.support import NOON, at

Make = Callable[..., Occasion]
A, B = "mem_000100000000", "mem_000200000000"


def test_what_was_folded_into_another_stands_beside_it_from_then_on(store: Store, occasion: Make) -> None:
    add(store, 1, text="the gate sticks")
    add(store, 2, text="the gate sticks a bit", state=State.ARCHIVED, archived_at=NOON, archived_reason="folded")
    with store.transaction():
        store.links.add(B, LinkKind.FOLDED_INTO, A, now=NOON)
    restored = restore([store], B, occasion=occasion(now=at(days=1)))
    assert (restored.memory.state, restored.memory.archived_reason, restored.changed) == (State.LIVE, "", True)
    assert LinkKind.FOLDED_INTO not in store.links.from_memory(B)
    assert [sorted(pair) for pair in store.conflicts.settled_pairs()] == [[A, B]]


def test_its_time_starts_anew_and_it_says_when_it_fades(store: Store, occasion: Make) -> None:
    add(store, 1, state=State.ARCHIVED, archived_at=at(days=14))
    restored = restore([store], A, occasion=occasion(now=at(days=20)))
    assert (restored.memory.last_used_at, restored.fades_at) == (at(days=20), at(days=34))
    assert restored.memory.updated_at == at(days=20)


def test_what_does_not_fade_says_so(store: Store, occasion: Make) -> None:
    add(store, 1, state=State.SUPERSEDED, layer=Layer.SEMANTIC)
    assert restore([store], A, occasion=occasion()).fades_at is None


def test_what_is_live_is_left_as_it_is(store: Store, occasion: Make) -> None:
    made = add(store, 1)
    restored = restore([store], A, occasion=occasion(now=at(days=3)))
    assert (restored.memory, restored.changed) == (made, False)
    assert store.events.of(A) == []


def test_a_clock_that_was_set_back_makes_nothing_older(store: Store, occasion: Make) -> None:
    add(store, 1, state=State.ARCHIVED, archived_at=NOON, last_used_at=at(days=5))
    assert restore([store], A, occasion=occasion(now=at(days=-9))).memory.last_used_at == at(days=5)


def test_two_live_memories_never_have_one_text(store: Store, occasion: Make) -> None:
    add(store, 1, text="the gate sticks", state=State.ARCHIVED, archived_at=NOON)
    add(store, 2, text="the  gate sticks")
    with pytest.raises(Refused, match=f"{B} has this text already"):
        restore([store], A, occasion=occasion())
    assert store.memories.get(1).state is State.ARCHIVED
