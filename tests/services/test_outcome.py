"""Saying whether what was recalled helped or misled."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hippo.core.value import replace
from hippo.errors import MemoryNotFound
from hippo.services.occasion import Occasion
from hippo.services.outcome import NothingRecalled, outcome
from hippo.services.recall import recall
from hippo.services.remember import remember
from hippo.store.events import Actor
from hippo.store.spool import SpooledRecall
from hippo.store.store import Store
from tests.support import at

Make = Callable[..., Occasion]


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Store]:
    """The user's own store."""
    folder = tmp_path / "home"
    folder.mkdir()
    with Store.open(str(folder), scope="global") as opened:
        yield opened


class Desk:
    """Somebody at work with one or two stores."""

    def __init__(self, occasion: Make, *stores: Store) -> None:
        self.occasion, self.stores = occasion, stores

    def when(self, minutes: float, session: str) -> Occasion:
        return replace(self.occasion(now=at(minutes=minutes)), actor=Actor(session=session))

    def remember(self, text: str, store: Store | None = None) -> str:
        return remember(store or self.stores[0], text, occasion=self.when(0, "")).memory.id

    def recall(self, query: str, minutes: float = 1, session: str = "") -> None:
        recall(self.stores, query, occasion=self.when(minutes, session), budget_tokens=4000, limit=10)

    def judge(self, good: bool, *ids: str, minutes: float = 9, session: str = "") -> dict[str, bool]:
        judged = outcome(self.stores, good=good, memory_ids=ids, occasion=self.when(minutes, session))
        return {each.memory.text: each.changed for each in judged}

    def votes(self, memory_id: str) -> tuple[int, int]:
        found = next(each for store in self.stores if (each := store.memories.known(memory_id)))
        return found.memory.good, found.memory.bad


@pytest.fixture
def desk(store: Store, occasion: Make) -> Desk:
    return Desk(occasion, store)


def test_a_verdict_is_for_what_the_last_recall_returned(desk: Desk) -> None:
    valve, pump = desk.remember("the valve is red"), desk.remember("the pump is green")
    desk.recall("valve", 1)
    desk.recall("pump", 2)
    assert desk.judge(True) == {"the pump is green": True}
    assert (desk.votes(valve), desk.votes(pump)) == ((0, 0), (1, 0))


def test_a_recall_has_one_vote_and_a_second_verdict_replaces_it(desk: Desk) -> None:
    valve = desk.remember("the valve is red")
    desk.recall("valve")
    assert desk.judge(True) == {"the valve is red": True}
    assert desk.judge(True) == {"the valve is red": False}
    assert desk.votes(valve) == (1, 0)
    desk.judge(False)
    assert desk.votes(valve) == (0, 1)
    desk.recall("valve", 2)
    desk.judge(False)
    assert desk.votes(valve) == (0, 2)


def test_the_last_recall_of_this_session_is_judged_before_that_of_another(desk: Desk) -> None:
    valve, pump = desk.remember("the valve is red"), desk.remember("the pump is green")
    desk.recall("valve", 1, session="mine")
    desk.recall("pump", 2, session="theirs")
    desk.judge(True, session="mine")
    desk.judge(False, session="nobody's")
    assert (desk.votes(valve), desk.votes(pump)) == ((1, 0), (0, 1))


def test_a_memory_is_judged_by_its_id_with_the_vote_of_its_last_recall(desk: Desk) -> None:
    valve = desk.remember("the valve is red")
    desk.recall("valve", session="mine")
    desk.judge(True, session="mine")
    assert desk.judge(True, valve, session="mine") == {"the valve is red": False}
    desk.judge(False, valve, valve[:8], valve.upper(), session="other")
    assert desk.votes(valve) == (0, 1)


def test_a_memory_that_was_never_recalled_has_one_vote_too(desk: Desk) -> None:
    valve = desk.remember("the valve is red")
    for good in (True, True, False, False):
        desk.judge(good, valve)
    assert desk.votes(valve) == (0, 1)
    with pytest.raises(NothingRecalled):
        desk.judge(True)


def test_without_a_recall_there_is_nothing_to_judge(desk: Desk) -> None:
    desk.remember("the valve is red")
    with pytest.raises(NothingRecalled) as nothing:
        desk.judge(True)
    assert nothing.value.exit_code == 3


def test_of_several_ids_all_are_judged_or_none(desk: Desk) -> None:
    valve = desk.remember("the valve is red")
    with pytest.raises(MemoryNotFound):
        desk.judge(True, valve, "mem_ffff")
    assert desk.votes(valve) == (0, 0)


def test_a_verdict_leaves_an_event_with_the_votes_before(desk: Desk) -> None:
    valve = desk.remember("the valve is red")
    desk.recall("valve")
    desk.judge(True)
    desk.judge(False, minutes=10)
    events = [(event.kind, event.before) for event in desk.stores[0].events.of(valve)[-2:]]
    assert events == [("helped", {"good": 0, "bad": 0}), ("misled", {"good": 1, "bad": 0})]


def test_outcomes_move_the_effective_half_life(desk: Desk) -> None:
    desk.remember("the valve is red")
    desk.recall("valve")
    (judged,) = outcome(desk.stores, good=True, occasion=desk.when(2, ""))
    assert judged.effective_half_life_days == pytest.approx(9 * (1 + 0.5 / 3))
    assert judged.memory.updated_at == at(minutes=2)


def test_a_recall_that_waited_is_noted_before_it_is_judged(desk: Desk) -> None:
    store = desk.stores[0]
    desk.remember("the valve is red")
    pump = desk.remember("the pump is green")
    desk.recall("valve", 1)
    store.spool.put(SpooledRecall(at=at(minutes=2), query="pump", actor=Actor(), memory_ids=(pump,)))
    assert desk.judge(True) == {"the pump is green": True}
    found = store.memories.known(pump)
    assert found is not None
    assert (found.memory.retrieval_count, found.memory.good) == (1, 1)


def test_a_vote_by_id_keeps_what_a_waiting_recall_has_done_meanwhile(desk: Desk) -> None:
    store, pump = desk.stores[0], desk.remember("the pump is green")
    store.spool.put(SpooledRecall(at=at(minutes=2), query="pump", actor=Actor(), memory_ids=(pump,)))
    desk.judge(True, pump)
    found = store.memories.known(pump)
    assert found is not None
    assert (found.memory.retrieval_count, found.memory.good, found.memory.half_life_days) == (1, 1, 9.0)


# --- the project's store and the user's


@pytest.fixture
def both(store: Store, other: Store, occasion: Make) -> Desk:
    return Desk(occasion, store, other)


def test_a_recall_from_both_stores_is_judged_in_both(both: Desk) -> None:
    ids = [both.remember("the valve is red"), both.remember("a valve of mine", both.stores[1])]
    both.recall("valve")
    assert len(both.judge(True)) == 2
    assert [both.votes(memory_id) for memory_id in ids] == [(1, 0), (1, 0)]


def test_a_store_that_had_no_part_in_the_last_recall_is_not_judged(both: Desk) -> None:
    valve, mine = both.remember("the valve is red"), both.remember("I like tea", both.stores[1])
    both.recall("valve", 1)
    both.recall("tea", 2)
    both.judge(False)
    assert (both.votes(valve), both.votes(mine)) == ((0, 0), (0, 1))


def test_this_sessions_recall_in_one_store_goes_before_a_later_one_of_another(both: Desk) -> None:
    valve, mine = both.remember("the valve is red"), both.remember("I like tea", both.stores[1])
    both.recall("tea", 1, session="mine")
    both.recall("valve", 2, session="theirs")
    both.judge(False, session="mine")
    assert (both.votes(valve), both.votes(mine)) == ((0, 0), (0, 1))


def test_ids_of_both_stores_are_judged_together(both: Desk) -> None:
    valve, mine = both.remember("the valve is red"), both.remember("I like tea", both.stores[1])
    assert both.judge(True, mine, valve) == {"the valve is red": True, "I like tea": True}
    assert both.judge(False, mine) == {"I like tea": True}
    assert (both.votes(valve), both.votes(mine)) == ((1, 0), (0, 1))
