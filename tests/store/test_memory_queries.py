"""Finding memories."""

from __future__ import annotations

from datetime import timedelta

import pytest

from hippo.core.identity import fingerprint
from hippo.core.memory import Confidence, Layer, Origin, State
from hippo.core.tokens import estimate_tokens
from hippo.errors import AmbiguousId, MemoryNotFound
from hippo.store.store import Store
from tests.store.adding import add, row
from tests.support import NOON, at


@pytest.mark.parametrize(
    "name", ["mem_0001", "mem_000100000000", "0001", "MEM_0001", " mem_0001 ", "000100000000", "00010"]
)
def test_a_memory_is_found_by_any_beginning_of_its_id(store: Store, name: str) -> None:
    first = add(store, 1)
    add(store, 2)
    assert store.memories.find(name).memory == first


@pytest.mark.parametrize(
    "name",
    [
        "",
        "mem_",
        "mem",
        "000",
        "mem_001",
        "mem_0003",
        "mem_0001000000000",
        "0001xyz",
        "mem_mem_0001",
        "0x0001",
        "-0001",
        "٠٠٠١",
        "0 0 0 1",
    ],
)
def test_what_begins_no_id_finds_no_memory(store: Store, name: str) -> None:
    add(store, 1)
    with pytest.raises(MemoryNotFound) as missing:
        store.memories.find(name)
    assert missing.value.exit_code == 3


def test_an_id_that_no_memory_has_is_told_in_one_short_line(store: Store) -> None:
    with pytest.raises(MemoryNotFound) as missing:
        store.memories.find("x" * 1000)
    assert len(missing.value.message) < 120


def test_several_that_begin_alike_are_ambiguous_and_at_most_six_are_named(store: Store) -> None:
    ids = [add(store, 1, id=f"mem_abcd0000000{digit}").id for digit in range(8)]
    with pytest.raises(AmbiguousId) as unclear:
        store.memories.find("ABCD")
    assert unclear.value.exit_code == 3
    assert unclear.value.details == {"candidates": ids[:6]}
    assert store.memories.find("abcd00000003").memory.id == ids[3]


def test_a_memory_is_known_by_its_whole_id_alone(store: Store) -> None:
    first = add(store, 1)
    known = store.memories.known(first.id)
    assert known is not None
    assert known.memory == first
    assert store.memories.known("mem_000000000000") is None


def test_a_row_that_is_gone_is_no_memory(store: Store) -> None:
    first = add(store, 1)
    assert store.memories.get(row(store, first)) == first
    with pytest.raises(MemoryNotFound, match="row 99"):
        store.memories.get(99)


def test_rows_come_in_the_order_asked_for_and_missing_ones_are_left_out(store: Store) -> None:
    for number in (1, 2, 3):
        add(store, number)
    assert [each.number for each in store.memories.by_numbers([3, 99, 1])] == [3, 1]
    assert store.memories.by_numbers([]) == []


def test_memories_of_one_fingerprint_come_oldest_first(store: Store) -> None:
    for number, text in enumerate(["the valve", "the pump", "the  valve"], start=1):
        add(store, number, text=text)
    found = store.memories.with_fingerprint(fingerprint("the valve"))
    assert [each.memory.text for each in found] == ["the valve", "the  valve"]


def test_everything_is_every_memory_in_every_state(store: Store) -> None:
    made = [add(store, number, state=state) for number, state in enumerate(State, start=1)]
    assert [each.memory for each in store.memories.everything()] == made


def test_the_tokens_of_a_text_are_counted_once_and_kept(store: Store) -> None:
    text = "the valve opens to the left"
    assert store.memories.token_count(row(store, add(store, 1, text=text))) == estimate_tokens(text)
    assert store.memories.token_count(99) == 0


def test_the_first_due_come_first_and_only_those_due(store: Store) -> None:
    late, early = add(store, 1, half_life_days=10.0), add(store, 2, half_life_days=1.0)
    add(store, 3, pinned=True)
    add(store, 4, layer=Layer.SEMANTIC)
    add(store, 5, state=State.ARCHIVED, archived_at=NOON)
    assert [each.memory for each in store.memories.due(at(days=2))] == [early]
    assert store.memories.due(at(days=2) - timedelta(milliseconds=1)) == []
    assert [each.memory for each in store.memories.due(at(days=20))] == [early, late]
    assert [each.memory for each in store.memories.due(at(days=20), limit=1)] == [early]


def test_unused_are_live_ones_of_no_settled_confidence_that_are_not_pinned(store: Store) -> None:
    wanted = [add(store, 1), add(store, 2, confidence=Confidence.INFERRED), add(store, 3, layer=Layer.SEMANTIC)]
    add(store, 4, confidence=Confidence.VERIFIED)
    add(store, 5, confidence=Confidence.STALE)
    add(store, 6, pinned=True)
    add(store, 7, state=State.SUPERSEDED)
    add(store, 8, last_used_at=at(hours=1))
    assert [each.memory for each in store.memories.unused(NOON)] == wanted
    assert store.memories.unused(NOON - timedelta(milliseconds=1)) == []


def test_archived_are_those_gone_by_then_the_longest_gone_first(store: Store) -> None:
    second = add(store, 1, state=State.ARCHIVED, archived_at=at(days=2))
    first = add(store, 2, state=State.ARCHIVED, archived_at=at(days=1))
    add(store, 3, state=State.SUPERSEDED)
    add(store, 4)
    assert [each.memory for each in store.memories.archived(at(days=2))] == [first, second]
    assert [each.memory for each in store.memories.archived(at(days=1))] == [first]


def test_among_the_strongest_are_the_kept_the_latest_used_and_the_longest_lived(store: Store) -> None:
    pinned = add(store, 1, pinned=True, last_used_at=at(days=-99))
    latest = add(store, 2, half_life_days=0.5, last_used_at=at(days=1))
    longest = add(store, 3, half_life_days=90.0, last_used_at=at(days=-9))
    add(store, 4, half_life_days=1.0, last_used_at=at(days=-9))
    add(store, 5, state=State.ARCHIVED, last_used_at=at(days=9))
    assert [each.memory for each in store.memories.strongest(1)] == [pinned, latest, longest]


def test_a_sample_is_every_so_many_th_live_memory_and_the_same_each_time(store: Store) -> None:
    for number in range(1, 11):
        add(store, number, state=State.ARCHIVED if number == 6 else State.LIVE)
    assert store.memories.live_count() == 9
    sample = [each.number for each in store.memories.sampled(3)]
    assert sample == [each.number for each in store.memories.sampled(3)]
    assert sample == [3, 9]
    assert len(store.memories.sampled(0)) == 9


def test_memories_are_found_by_how_the_key_of_their_origin_begins(store: Store) -> None:
    keys = ("watch:aa:1", "watch:aa:2", "watch:ab:1", "", "watch")
    found = {key: add(store, number, origin=Origin(key=key)) for number, key in enumerate(keys, 1)}
    assert [each.memory for each in store.memories.with_key("watch:aa:")] == [found["watch:aa:1"], found["watch:aa:2"]]
    assert [each.memory for each in store.memories.with_key("watch:ab:1")] == [found["watch:ab:1"]]
    assert store.memories.with_key("learn") == []
