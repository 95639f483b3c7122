"""The write transaction of a verb."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from hippo.core.value import replace
from hippo.errors import Busy
from hippo.services.occasion import Occasion
from hippo.services.remember import remember
from hippo.services.writing import writing
from hippo.store.events import Actor
from hippo.store.spool import SpooledRecall
from hippo.store.store import Store
from tests.support import at

Make = Callable[..., Occasion]
ANA = Actor(name="codex", session="s1")


def wait(store: Store, *ids: str, minutes: float = 5) -> None:
    store.spool.put(SpooledRecall(at=at(minutes=minutes), query="valve", actor=ANA, memory_ids=ids))


def write(store: Store, occasion: Occasion) -> None:
    with writing(store, occasion):
        pass


def test_waiting_recalls_are_noted_once_with_their_own_time_and_actor(store: Store, occasion: Make) -> None:
    memory = remember(store, "the valve is red", occasion=occasion()).memory
    wait(store, memory.id)
    for _ in range(2):
        write(store, occasion(now=at(hours=1)))
    found = store.memories.get(1)
    assert (found.retrieval_count, found.half_life_days, found.last_used_at) == (1, 9.0, at(minutes=5))
    event = store.events.of(memory.id)[-1]
    assert (event.kind, event.at, event.actor) == ("recalled", at(minutes=5), ANA)
    last = store.recalls.last(session="s1")
    assert last is not None
    assert (last.at, [hit.memory for hit in store.recalls.hits(last.number)]) == (at(minutes=5), [1])
    assert store.spool.waiting() == []


def test_what_is_written_comes_after_what_waited(store: Store, occasion: Make) -> None:
    memory = remember(store, "the valve is red", occasion=occasion()).memory
    wait(store, memory.id)
    after = remember(store, "the valve is red", occasion=occasion(now=at(hours=1))).memory
    assert (after.retrieval_count, after.half_life_days) == (2, 11.0)


def test_a_recall_from_the_future_is_noted_as_of_now(store: Store, occasion: Make) -> None:
    memory = remember(store, "the valve is red", occasion=occasion()).memory
    wait(store, memory.id, minutes=60 * 24 * 365)
    write(store, occasion(now=at(hours=1)))
    assert store.memories.get(1).last_used_at == at(hours=1)


@pytest.mark.parametrize("names", [["mem_ffffffffffff"], ["mem_0001"], ["mem_"], ["", "\ud800"], [None, 7]])
def test_ids_that_name_no_memory_stop_no_writer(store: Store, occasion: Make, names: list[object]) -> None:
    for text in ("one valve", "two valves"):
        remember(store, text, occasion=replace(occasion(), new_id=iter_id(text)))
    spool = Path(store.folder, "spool")
    spool.mkdir()
    content = {"at": 0, "query": "\ud800", "actor": "cli", "session": "", "memories": names}
    (spool / "1.json").write_text(json.dumps(content))
    write(store, occasion())
    assert store.spool.waiting() == []


def test_a_waiting_file_that_is_broken_is_cleared_away(store: Store, occasion: Make) -> None:
    (Path(store.folder) / "spool").mkdir()
    (Path(store.folder) / "spool" / "1.json").write_text("{")
    write(store, occasion())
    assert store.spool.waiting() == []


def iter_id(text: str) -> Callable[[], str]:
    return lambda: f"mem_0001{len(text):08x}"


def test_a_recall_of_which_nothing_is_left_is_not_kept(store: Store, occasion: Make) -> None:
    wait(store, "mem_ffffffffffff")
    write(store, occasion())
    assert store.recalls.last() is None


def test_very_many_recalls_are_counted_in_parts_unless_all_must_be(
    store: Store, occasion: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hippo.services.writing.MOST_AT_ONCE", 2)
    memory = remember(store, "the valve is red", occasion=occasion()).memory
    for minutes in range(6):
        wait(store, memory.id, minutes=minutes)
    write(store, occasion(now=at(hours=1)))
    assert store.memories.get(1).retrieval_count == 2
    with writing(store, occasion(now=at(hours=1)), note_all=True):
        assert store.memories.get(1).retrieval_count == 6
    assert store.spool.waiting() == []


def test_a_writer_that_fails_leaves_the_waiting_recalls(store: Store, occasion: Make) -> None:
    memory = remember(store, "the valve is red", occasion=occasion()).memory
    wait(store, memory.id)
    with pytest.raises(KeyboardInterrupt), writing(store, occasion()):
        raise KeyboardInterrupt
    assert len(store.spool.waiting()) == 1
    assert store.memories.get(1).retrieval_count == 0


def test_the_wait_for_another_writer_is_the_callers_choice(store: Store, occasion: Make) -> None:
    with (
        Store.open(store.folder) as other,
        other.transaction(),
        pytest.raises(Busy),
        writing(store, occasion(), wait_seconds=0),
    ):
        raise AssertionError


def test_an_index_that_cannot_be_opened_is_made_anew_and_that_is_said(occasion: Make, tmp_path: Path) -> None:
    told: list[str] = []
    with Store.open(str(tmp_path), warn=told.append) as store:
        remember(store, "the valve is red", occasion=occasion())
        store.facts._connection.run("DROP TABLE live_words_config")
    with Store.open(str(tmp_path), warn=told.append) as store:
        remember(store, "the pump is green", occasion=occasion())
        assert store.health.damaged_indexes() == []
    assert told == ["the full-text index was damaged (live_words) and has been rebuilt from the memories"]
