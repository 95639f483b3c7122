"""How memories fade and grow stronger."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo.core import decay
from hippo.core.memory import Confidence, Layer, Memory, State
from hippo.core.settings import MemorySettings
from hippo.core.value import replace
from tests.core.memories import memories, memory, moments
from tests.support import NOON, at

SETTINGS = MemorySettings()
days = st.floats(0, 1e6)
half_lives = st.floats(0.005, 60_000)
votes = st.integers(0, 10**6)


@given(days, days, half_lives)
def test_two_waits_fade_as_much_as_one_wait_of_their_sum(one: float, other: float, half_life: float) -> None:
    apart = decay.retention(one, half_life_days=half_life) * decay.retention(other, half_life_days=half_life)
    assert apart == pytest.approx(decay.retention(one + other, half_life_days=half_life), abs=1e-9)


@given(days, days, half_lives)
def test_retention_never_rises_with_time_and_stays_within_0_and_1(one: float, other: float, half_life: float) -> None:
    early, late = sorted((one, other))
    kept = [decay.retention(wait, half_life_days=half_life) for wait in (0, early, late)]
    assert kept[0] == 1
    assert 1 >= kept[1] >= kept[2] >= 0


def test_half_is_left_after_a_half_life_and_a_quarter_after_two() -> None:
    assert decay.retention(7, half_life_days=7) == 0.5
    assert decay.strength(memory(), at(days=14)) == 0.25


@given(moments, moments)
def test_a_clock_set_back_counts_as_no_time_at_all(one, other) -> None:
    assert decay.days_between(one, other) == max(0.0, (other - one) / timedelta(days=1))


@given(votes, votes)
def test_outcomes_move_the_half_life_by_less_than_a_half(good: int, bad: int) -> None:
    assert 0.5 < decay.reward(good, bad) < 1.5
    assert decay.reward(good, bad) + decay.reward(bad, good) == pytest.approx(2)
    assert decay.reward(good + 1, bad) > decay.reward(good, bad) > decay.reward(good, bad + 1)


def test_no_votes_change_nothing_and_the_first_moves_a_sixth() -> None:
    assert [decay.reward(0, 0), decay.reward(1, 0), decay.reward(0, 1)] == [1, 1 + 1 / 6, 1 - 1 / 6]
    assert decay.effective_half_life_days(memory(half_life_days=6, good=1)) == 7


@given(memories(), moments)
def test_strength_is_a_share_and_whole_for_what_does_not_decay(one: Memory, now) -> None:
    found = decay.strength(one, now)
    assert 0 <= found <= 1
    assert decay.decays(one) == (one.layer is Layer.EPISODIC and not one.pinned)
    assert decay.decays(one) or found == 1


@given(memories(layer=st.just(Layer.EPISODIC), pinned=st.just(False)), st.floats(0.001, 0.999))
def test_strength_falls_to_a_threshold_after_the_days_that_were_foretold(one: Memory, threshold: float) -> None:
    wait_days = decay.days_until_strength(one, threshold)
    half_life = decay.effective_half_life_days(one)
    assert decay.retention(wait_days, half_life_days=half_life) == pytest.approx(threshold)


def test_three_retrievals_count_in_full_and_later_ones_half_as_much_each() -> None:
    gains = [decay.retrieval_gain_days(recent, SETTINGS) for recent in range(7)]
    assert gains == [2, 2, 2, 1, 0.5, 0.25, 0.125]


def test_cramming_adds_at_most_four_gains_however_long_it_goes_on() -> None:
    assert sum(decay.retrieval_gain_days(recent, SETTINGS) for recent in range(5000)) <= 8


def test_fifty_recalls_in_one_minute_leave_a_half_life_of_fifteen_days_and_fade_by_day_80() -> None:
    one = memory()
    for recent in range(50):
        one = decay.retrieved(one, recent_retrievals=recent, now=NOON, settings=SETTINGS)
    assert one.half_life_days == pytest.approx(15)
    assert decay.days_until_strength(one, 0.05) < 80


@given(st.floats(0.01, 36_500), st.floats(0, 365))
def test_a_retrieval_never_shortens_a_half_life_nor_lifts_it_over_the_longest(half_life: float, gain: float) -> None:
    after = decay.strengthened_half_life_days(half_life, gain, SETTINGS)
    assert half_life <= after <= max(half_life, SETTINGS.longest_half_life_days)
    assert after <= half_life + gain


def test_the_longest_half_life_is_reached_but_not_passed() -> None:
    assert decay.strengthened_half_life_days(179, 2, SETTINGS) == 180
    assert decay.strengthened_half_life_days(200, 2, SETTINGS) == 200


def test_retrievals_of_the_last_twelve_hours_are_cramming() -> None:
    assert decay.cram_window_starts_at(NOON) == at(hours=-12)


@given(memories(), moments, st.integers(0, 200))
def test_a_retrieval_counts_wakes_and_brings_back(one: Memory, now, recent: int) -> None:
    after = decay.retrieved(one, recent_retrievals=recent, now=now, settings=SETTINGS)
    assert after.retrieval_count == one.retrieval_count + 1
    assert after.last_used_at == max(one.last_used_at, now)
    assert after.updated_at == now
    assert after.half_life_days >= one.half_life_days
    assert after.confidence == (Confidence.OBSERVED if one.confidence is Confidence.STALE else one.confidence)
    assert after.state == (State.SUPERSEDED if one.state is State.SUPERSEDED else State.LIVE)
    assert after.archived_at is None
    assert decay.strength(after, now) >= decay.strength(one, now)


@given(memories(), moments)
def test_a_retrieval_touches_nothing_else(one: Memory, now) -> None:
    after = decay.retrieved(one, recent_retrievals=0, now=now, settings=SETTINGS)
    moved = ("half_life_days", "retrieval_count", "last_used_at", "confidence", "updated_at")
    moved += ("state", "archived_at", "archived_reason")
    assert replace(after, **{name: getattr(one, name) for name in moved}) == one


def test_what_was_superseded_stays_so_with_its_date() -> None:
    gone = memory(state=State.SUPERSEDED, archived_at=NOON, archived_reason="replaced")
    after = decay.retrieved(gone, recent_retrievals=0, now=at(days=1), settings=SETTINGS)
    assert (after.state, after.archived_at, after.archived_reason) == (State.SUPERSEDED, NOON, "replaced")
