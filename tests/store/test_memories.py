"""Adding, changing, removing and listing memories."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings

from hippo.core.memory import Confidence, Layer, Memory, Origin, State
from hippo.core.settings import SleepSettings
from hippo.core.value import replace
from hippo.errors import StoreError
from hippo.services.keeping import add_memories, add_memory, write_text
from hippo.store.memories import Totals
from hippo.store.store import Store
from tests.core.memories import memory
from tests.store.adding import add, row
from tests.store.strategies import memories
from tests.support import NOON, at


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(memories())
def test_any_memory_reads_back_from_its_row_as_it_was(store: Store, any_memory: Memory) -> None:
    with store.transaction():
        number = add_memory(store, any_memory)
        found = store.memories.get(number)
        store.memories.remove(number)
    assert found == any_memory


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(memories(), memories())
def test_a_change_writes_everything_but_text_tags_and_origin(store: Store, before: Memory, after: Memory) -> None:
    kept = {"id": before.id, "created_at": before.created_at, "origin": before.origin}
    after = replace(after, **kept, updated_at=max(before.updated_at, after.updated_at))
    with store.transaction():
        number = add_memory(store, before)
        store.memories.change(number, after)
        changed = store.memories.get(number)
        store.memories.change(number, before)
        write_text(store, number, after)
        rewritten = store.memories.get(number)
        store.memories.remove(number)
    assert changed == replace(after, text=before.text, tags=before.tags)
    assert rewritten == after


def test_many_memories_get_the_numbers_that_they_would_get_one_by_one(store: Store) -> None:
    add(store, 1)
    many = [
        memory(id=f"mem_{number:012x}", text=f"note {number}", tags=("a", f"t{number}")) for number in range(2, 303)
    ]
    with store.transaction():
        numbers = add_memories(store, many)
    assert numbers == list(range(2, 303))
    assert [store.memories.get(number) for number in numbers] == many
    assert not store.health.damaged_indexes()
    assert not store.health.wrong_totals()


def test_a_version_is_never_older_than_the_one_before_it(store: Store) -> None:
    """The clock may have been set back in between."""
    made = add(store, 1, updated_at=at(days=365))
    with store.transaction():
        store.memories.change(1, replace(made, pinned=True, updated_at=at(days=1)))
    assert (store.memories.get(1).pinned, store.memories.get(1).updated_at) == (True, at(days=365))


def test_two_memories_cannot_have_one_id(store: Store) -> None:
    add(store, 1)
    with pytest.raises(StoreError, match="UNIQUE"):
        add(store, 1)


def test_a_removed_memory_takes_its_tags_with_it(store: Store) -> None:
    made = add(store, 1, tags=("pump", "left"))
    with store.transaction():
        store.memories.remove(row(store, made))
    assert store.memories.everything() == []
    assert store.facts._connection.number("SELECT count(*) FROM tag") == 0


def test_every_change_of_what_a_mirror_shows_is_noticed(store: Store) -> None:
    made = add(store, 1)
    number = row(store, made)
    with store.transaction():
        store.memories.change(number, replace(made, good=1))
        store.memories.refresh_expiry()
    assert [each.version for each in store.mirrors.of([number])] == [2]


def test_due_dates_are_worked_out_again_by_other_settings(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = str(tmp_path_factory.mktemp("store"))
    never = SleepSettings(archive_half_lives=1000.0)
    with Store.open(folder, settings=never) as store:
        add(store, 1, half_life_days=36_500.0)
        add(store, 2, pinned=True)
        assert store.memories.due(at(days=900_000)) == []
    with Store.open(folder) as store:
        with store.transaction():
            store.memories.refresh_expiry()
        assert [each.memory.id for each in store.memories.due(at(days=73_000))] == ["mem_000100000000"]


def test_what_was_learnt_from_stays_learnt_when_its_memory_is_gone(store: Store) -> None:
    made = add(store, 1, origin=Origin(kind="git", key="abc"))
    add(store, 2)
    with store.transaction():
        store.memories.remove(row(store, made))
        store.memories.mark_learnt("aaa")
        store.memories.mark_learnt("abc")
    assert store.memories.is_learnt("abc")
    assert not store.memories.is_learnt("")
    assert store.memories.learnt_keys() == ["aaa", "abc"]


def test_what_was_erased_is_known_by_its_id(store: Store) -> None:
    with store.transaction():
        for memory_id in ("mem_00000000000b", "mem_ffffffffffff", "mem_00000000000b"):
            store.memories.mark_purged(memory_id)
    assert store.memories.is_purged("mem_ffffffffffff")
    assert not store.memories.is_purged("mem_00000000000a")
    assert store.memories.purged_ids() == ["mem_00000000000b", "mem_ffffffffffff"]


def listed(store: Store, **filters: object) -> list[str]:
    found = store.memories.listed(**filters)  # type: ignore[arg-type]
    everything = {"states": (State.LIVE,), "layer": None, "tags": (), "since": None}
    narrowed = {**everything, **{name: wish for name, wish in filters.items() if name != "limit"}}
    assert "limit" in filters or store.memories.count(**narrowed) == len(found)  # type: ignore[arg-type]
    return [each.memory.id[4:8] for each in found]


def test_the_newest_are_listed_first_and_of_one_moment_the_last_stored(store: Store) -> None:
    for number, moment in ((1, NOON), (2, at(days=1)), (3, NOON)):
        add(store, number, created_at=moment)
    assert listed(store) == ["0002", "0003", "0001"]
    assert listed(store, limit=2) == ["0002", "0003"]
    assert listed(store, limit=0) == []


def test_lists_are_narrowed_by_state_layer_tags_and_age(store: Store) -> None:
    add(store, 1, tags=("pump", "left"), created_at=NOON)
    add(store, 2, tags=("pump",), layer=Layer.SEMANTIC, created_at=at(days=1))
    add(store, 3, state=State.ARCHIVED, created_at=at(days=2))
    add(store, 4, state=State.SUPERSEDED, tags=("left",), created_at=at(days=3))
    assert listed(store) == ["0002", "0001"]
    assert listed(store, states=tuple(State)) == ["0004", "0003", "0002", "0001"]
    assert listed(store, states=(State.ARCHIVED,)) == ["0003"]
    assert listed(store, layer=Layer.SEMANTIC) == ["0002"]
    assert listed(store, tags=("pump",)) == ["0002", "0001"]
    assert listed(store, tags=("pump", "left")) == ["0001"]
    assert listed(store, tags=("pum",)) == []
    assert listed(store, since=at(days=1)) == ["0002"]
    assert listed(store, states=tuple(State), tags=("left",), since=at(days=1)) == ["0004"]


def test_counts_are_by_layer_and_state(store: Store) -> None:
    assert store.memories.counts() == {}
    assert store.memories.totals() == Totals(pinned=0, stale=0, text_bytes=0)
    add(store, 1, pinned=True, text="größe")
    add(store, 2, pinned=True, state=State.ARCHIVED, text="ab")
    add(store, 3, layer=Layer.SEMANTIC, confidence=Confidence.STALE, text="c")
    add(store, 4, text="d")
    assert store.memories.counts() == {
        ("episodic", "live"): 2,
        ("episodic", "archived"): 1,
        ("semantic", "live"): 1,
    }
    assert store.memories.totals() == Totals(pinned=1, stale=1, text_bytes=7 + 2 + 1 + 1)
