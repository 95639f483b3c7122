"""What sleep does to single memories."""

from __future__ import annotations

import math
import random
from datetime import datetime, timedelta

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from hippo.core.decay import decays, retrieved, strength
from hippo.core.forgetting import FADING_DAYS, SILENCE_DAYS, Fading, SleepPlan, due_at, plan_sleep, turns_stale
from hippo.core.memory import Confidence, Layer, Memory, State
from hippo.core.settings import MemorySettings, SleepSettings
from hippo.core.value import replace
from tests.core.memories import memories, memory, moments
from tests.support import NOON, at

SETTINGS = SleepSettings()
LIVE = {"state": st.just(State.LIVE)}
FADING = {**LIVE, "layer": st.just(Layer.EPISODIC), "pinned": st.just(False)}
stores = st.lists(memories(), max_size=8, unique_by=lambda each: each.id)


def planned(*live: Memory, archived: tuple[Memory, ...] = (), now: datetime = NOON, **settings: float) -> SleepPlan:
    return plan_sleep(live, archived, now=now, settings=replace(SETTINGS, **settings))


@pytest.mark.parametrize(("half_life_days", "gone_after_days"), [(7.0, 14), (14.0, 28), (90.0, 180)])
def test_what_was_never_used_goes_after_two_half_lives(half_life_days: float, gone_after_days: int) -> None:
    unused = memory(half_life_days=half_life_days)
    almost = at(days=gone_after_days) - timedelta(milliseconds=1)
    assert planned(unused, now=almost).archived == ()
    (going,) = planned(unused, now=at(days=gone_after_days)).archived
    assert (going.memory, going.strength) == (unused, 0.25)
    assert going.reason == f"never used in {gone_after_days} days"


def test_what_was_used_goes_when_its_strength_has_fallen_below_a_twentieth() -> None:
    used = memory(half_life_days=9.0, retrieval_count=1)
    assert planned(used, now=at(days=38.8)).archived == ()
    (going,) = planned(used, now=at(days=39)).archived
    assert going.strength < 0.05
    assert going.reason == "strength fell to 0.05, last used 39 days ago"


@given(memories(**FADING), moments)
def test_a_memory_is_due_when_its_rule_says_so(one: Memory, now: datetime) -> None:
    due = due_at(one, SETTINGS)
    assume(due is None or abs(due - now) > timedelta(seconds=1))
    limit = 0.25 if one.retrieval_count == 0 else SETTINGS.archive_below_strength
    assert (due is not None and due <= now) == (strength(one, now) < limit)


@given(memories(), moments)
def test_nothing_but_live_unpinned_episodes_is_ever_archived(one: Memory, now: datetime) -> None:
    plan = planned(one, now=now)
    assert (one.state is State.LIVE and decays(one)) or plan.archived == () == plan.fading


@given(memories(**FADING))
def test_a_use_never_brings_the_end_nearer(one: Memory) -> None:
    before = due_at(one, SETTINGS)
    assert before is not None
    used = retrieved(one, recent_retrievals=0, now=before, settings=MemorySettings())
    after = due_at(used, SETTINGS)
    assert after is None or after > before


def test_outcomes_move_the_end() -> None:
    ends = [due_at(memory(good=good, bad=bad), SETTINGS) for good, bad in ((0, 4), (0, 0), (4, 0))]
    assert ends == sorted(ends)
    assert len(set(ends)) == 3


@pytest.mark.parametrize("half_life_days", [5e6, 1e300, float("inf")])
def test_an_end_beyond_the_calendar_is_none(half_life_days: float) -> None:
    assert due_at(memory(half_life_days=half_life_days), SETTINGS) is None


def test_a_week_before_its_end_a_memory_is_said_to_fade() -> None:
    unused = memory()
    assert planned(unused, now=at(days=14 - FADING_DAYS, minutes=-1)).fading == ()
    plan = planned(unused, now=at(days=14 - FADING_DAYS))
    assert plan.fading == (Fading(memory=unused, due_at=at(days=14), strength=0.5),)
    assert not plan.changes_anything


def test_a_month_without_use_makes_what_was_observed_or_inferred_stale() -> None:
    for confidence in (Confidence.OBSERVED, Confidence.INFERRED):
        meant = memory(layer=Layer.SEMANTIC, confidence=confidence)
        assert planned(meant, now=at(days=30, minutes=-1)).stale == ()
        assert planned(meant, now=at(days=30)).stale == (meant,)


@pytest.mark.parametrize(
    "spared",
    [
        {"pinned": True},
        {"confidence": Confidence.VERIFIED},
        {"confidence": Confidence.STALE},
        {"state": State.ARCHIVED},
        {"state": State.SUPERSEDED},
    ],
)
def test_pinned_verified_stale_and_absent_memories_do_not_turn_stale(spared: dict[str, object]) -> None:
    assert not turns_stale(memory(layer=Layer.SEMANTIC, **spared), now=at(days=1000), settings=SETTINGS)


def test_what_is_archived_is_not_marked_stale_as_well() -> None:
    plan = planned(memory(), now=at(days=300))
    assert (len(plan.archived), plan.stale) == (1, ())


def test_what_was_archived_half_a_year_ago_is_removed_for_good() -> None:
    gone = memory(state=State.ARCHIVED, archived_at=NOON)
    assert planned(archived=(gone,), now=at(days=180, minutes=-1)).removed == ()
    assert planned(archived=(gone,), now=at(days=180)).removed == (gone,)
    assert planned(archived=(gone,), now=at(days=1), keep_archived_days=1).removed == (gone,)
    assert planned(archived=(gone,), now=at(days=9000), keep_archived_days=0).removed == ()


@given(memories(), moments)
def test_only_what_is_archived_with_a_date_is_ever_removed(one: Memory, now: datetime) -> None:
    undated = replace(one, archived_at=None)
    assert planned(archived=(undated,), now=now).removed == ()
    assert one.state is State.ARCHIVED or planned(archived=(one,), now=now).removed == ()


@given(stores, st.randoms(use_true_random=False), moments)
def test_the_plan_does_not_depend_on_the_order_in_which_memories_are_read(
    store: list[Memory], chance: random.Random, now: datetime
) -> None:
    mixed = chance.sample(store, len(store))
    assert planned(*store, archived=tuple(store), now=now) == planned(*mixed, archived=tuple(mixed), now=now)


@given(stores, stores, moments)
def test_a_memory_that_is_not_due_changes_nothing_of_the_plan(
    store: list[Memory], others: list[Memory], now: datetime
) -> None:
    plan = planned(*store, now=now)
    idle = [each for each in others if planned(each, now=now) == SleepPlan(now=now)]
    assert planned(*store, *idle, now=now) == plan


@given(stores, moments)
def test_a_second_sleep_at_one_moment_finds_nothing_to_do(store: list[Memory], now: datetime) -> None:
    plan = planned(*store, archived=tuple(store), now=now)
    after = {each.id: each for each in store}
    for going in plan.archived:
        after[going.memory.id] = replace(going.memory, state=State.ARCHIVED, archived_at=now)
    for stale in plan.stale:
        after[stale.id] = replace(stale, confidence=Confidence.STALE)
    for removed in plan.removed:
        del after[removed.id]
    left = tuple(after.values())
    assert not planned(*left, archived=left, now=now).changes_anything


@given(stores, moments)
def test_a_plan_changes_something_when_it_holds_anything_but_what_fades(store: list[Memory], now: datetime) -> None:
    plan = planned(*store, archived=tuple(store), now=now)
    assert plan.changes_anything == (replace(plan, fading=()) != SleepPlan(now=now))


@given(stores, moments, st.data())
def test_a_side_of_a_conflict_is_neither_archived_nor_said_to_fade(
    store: list[Memory], now: datetime, data: st.DataObject
) -> None:
    kept = data.draw(st.sets(st.sampled_from([each.id for each in store]))) if store else set()
    plan = plan_sleep(store, (), now=now, settings=SETTINGS, kept_ids=kept)
    others = planned(*(each for each in store if each.id not in kept), now=now)
    assert (plan.archived, plan.fading) == (others.archived, others.fading)
    assert {each.id for each in plan.stale} >= {each.id for each in others.stale}


@given(stores, moments, st.integers(math.ceil(SILENCE_DAYS), 9000))
def test_after_a_long_silence_nothing_is_taken_away(store: list[Memory], now: datetime, silent_days: int) -> None:
    last = now - timedelta(days=silent_days)
    plan = plan_sleep(store, store, now=now, settings=SETTINGS, last_sign_of_life=last)
    assert plan == SleepPlan(now=now, held_back=plan.held_back)
    assert plan.held_back == f"nothing happened here for {silent_days} days, or the clock is wrong"
    assert not plan.changes_anything


@given(stores, moments, st.floats(-9000, SILENCE_DAYS - 0.01))
def test_a_shorter_silence_changes_nothing(store: list[Memory], now: datetime, silent_days: float) -> None:
    last = now - timedelta(days=silent_days)
    plan = plan_sleep(store, store, now=now, settings=SETTINGS, last_sign_of_life=last)
    assert plan == planned(*store, archived=tuple(store), now=now)


def test_the_weakest_go_first_and_equals_by_id() -> None:
    weak, strong = memory(id="mem_2", half_life_days=3.0), memory(id="mem_1", half_life_days=5.0)
    twin = memory(id="mem_3", half_life_days=3.0)
    plan = planned(strong, twin, weak, now=at(days=20))
    assert [going.memory.id for going in plan.archived] == ["mem_2", "mem_3", "mem_1"]
