"""Waits and moments as people write them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo.core.waits import read_moment, read_wait, since
from tests.support import NOON, at


@pytest.mark.parametrize(
    ("typed", "wait"),
    [
        ("0", timedelta()),
        ("7", timedelta(days=7)),
        ("12h", timedelta(hours=12)),
        ("1D", timedelta(days=1)),
        ("2w", timedelta(days=14)),
        ("6m", timedelta(days=6 * 30.4375)),
        ("1y", timedelta(days=365.25)),
        ("999999y", timedelta(days=365_000)),
    ],
)
def test_a_wait_is_a_number_of_days_or_has_a_unit(typed: str, wait: timedelta) -> None:
    assert read_wait(typed) == read_moment(typed) == wait


@pytest.mark.parametrize(
    "typed", ["", "d", "-1d", "1.5d", "1 d", "1dd", "7s", "７d", "1000000", "d7", "İ", "\ud800", "x" * 9999]
)
def test_what_is_no_wait_is_refused_in_one_short_line(typed: str) -> None:
    with pytest.raises(ValueError, match=r" is not a wait such as 12h, 7d or 2w$") as refused:
        read_wait(typed)
    assert len(str(refused.value)) < 150


@pytest.mark.parametrize(
    ("typed", "moment"),
    [
        ("2031-03-03", datetime(2031, 3, 3, tzinfo=UTC)),
        ("2031-03-03T12:00:00Z", NOON),
        ("2031-03-03T14:00+02:00", NOON),
    ],
)
def test_a_moment_is_a_date_or_a_time(typed: str, moment: datetime) -> None:
    assert read_moment(typed) == moment


@pytest.mark.parametrize("typed", ["", "yesterday", "2031-02-30", "-7d", "12:00", "0001-01-01T00:00+01:00", "x" * 9999])
def test_what_is_neither_a_moment_nor_a_wait_is_refused_in_one_short_line(typed: str) -> None:
    with pytest.raises(ValueError, match=r" is neither a date such as 2026-11-30 nor a wait such as 7d$") as refused:
        read_moment(typed)
    assert len(str(refused.value)) < 160


@given(st.integers(0, 999_999), st.sampled_from(["", "h", "d", "w", "m", "y"]))
def test_every_wait_leads_to_a_moment_within_the_calendar(count: int, unit: str) -> None:
    wait = read_wait(f"{count}{unit}")
    assert timedelta() <= wait <= timedelta(days=365_000)
    for now in (datetime(1970, 1, 1, tzinfo=UTC), datetime(2999, 12, 31, tzinfo=UTC)):
        assert since(wait, now) == now - wait


def test_a_moment_means_itself_and_a_wait_so_long_before_now() -> None:
    assert since(None, NOON) is None
    assert since(at(days=-3), NOON) == at(days=-3)
    assert since(timedelta(days=3), NOON) == at(days=-3)
