"""How numbers and times are written for a person."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo.core.humane import ago, bar, counted, day, duration, size
from tests.support import NOON

shares = st.floats(0, 1)


@pytest.mark.parametrize(
    ("share", "drawn"),
    [(0, "▱▱▱▱▱"), (1e-9, "▰▱▱▱▱"), (0.3, "▰▰▱▱▱"), (0.6, "▰▰▰▱▱"), (0.91, "▰▰▰▰▰"), (1, "▰▰▰▰▰")],
)
def test_a_share_is_drawn_in_five_cells_of_which_only_nothing_fills_none(share: float, drawn: str) -> None:
    assert bar(share) == drawn


@given(shares, shares)
def test_a_larger_share_never_has_a_shorter_bar(one: float, other: float) -> None:
    bars = [bar(share) for share in sorted((one, other))]
    assert [len(each) for each in bars] == [5, 5]
    assert bars[0].count("▰") <= bars[1].count("▰")


@pytest.mark.parametrize(
    ("wait", "told"),
    [
        (timedelta(), "0 seconds"),
        (timedelta(seconds=1.9), "1 second"),
        (timedelta(seconds=59.9), "59 seconds"),
        (timedelta(seconds=60), "1 minute"),
        (timedelta(minutes=119), "1 hour"),
        (timedelta(hours=23, minutes=59), "23 hours"),
        (timedelta(days=1), "1 day"),
        (timedelta(days=13.9), "13 days"),
        (timedelta(days=14), "2 weeks"),
        (timedelta(days=60), "8 weeks"),
        (timedelta(days=61), "2 months"),
        (timedelta(days=730), "23 months"),
        (timedelta(days=731), "2 years"),
        (timedelta(days=3653 * 300), "3,000 years"),
    ],
)
def test_a_wait_is_told_in_its_largest_fitting_unit(wait: timedelta, told: str) -> None:
    assert duration(wait.total_seconds()) == told


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (0, "just now"),
        (9.9, "just now"),
        (-9.9, "just now"),
        (10, "10 seconds ago"),
        (-10, "in 10 seconds"),
        (3 * 86_400, "3 days ago"),
        (-14 * 86_400, "in 2 weeks"),
    ],
)
def test_a_moment_is_told_as_seen_from_now(seconds: float, told: str) -> None:
    assert ago(NOON - timedelta(seconds=seconds), NOON) == told


@given(st.datetimes(timezones=st.just(UTC)), st.datetimes(timezones=st.just(UTC)))
def test_past_and_future_are_told_by_the_same_wait(one: datetime, other: datetime) -> None:
    there, back = ago(one, other), ago(other, one)
    words = {there.removesuffix(" ago").removeprefix("in "), back.removesuffix(" ago").removeprefix("in ")}
    assert len(words) == 1
    assert there == "just now" or there.endswith(" ago") != back.endswith(" ago")


@pytest.mark.parametrize(
    ("count", "name", "told"),
    [
        (0, "memory", "0 memories"),
        (1, "memory", "1 memory"),
        (2000, "memory", "2,000 memories"),
        (2, "day", "2 days"),
        (2, "key", "2 keys"),
        (2, "toy", "2 toys"),
        (1_000_000, "commit", "1,000,000 commits"),
    ],
)
def test_a_number_agrees_with_its_noun(count: int, name: str, told: str) -> None:
    assert counted(count, name) == told


@pytest.mark.parametrize(
    ("size_bytes", "told"),
    [
        (0, "0 bytes"),
        (1, "1 byte"),
        (999, "999 bytes"),
        (1000, "1.0 kB"),
        (999_949, "999.9 kB"),
        (999_950, "1.0 MB"),
        (3_249_000, "3.2 MB"),
        (999_950_000, "1.0 GB"),
        (5_000_000_000_000, "5,000.0 GB"),
    ],
)
def test_a_size_is_told_in_the_unit_a_person_would_choose(size_bytes: int, told: str) -> None:
    assert size(size_bytes) == told


@given(st.integers(0, 10**15))
def test_a_size_never_shows_four_digits_below_a_terabyte(size_bytes: int) -> None:
    assert len(size(size_bytes).partition(".")[0].partition(" ")[0]) <= 3 or size_bytes >= 999.95e9


def test_a_day_is_told_without_its_time() -> None:
    assert day(NOON) == "2031-03-03"
