"""The one place that reads the clock."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo import clock
from hippo.errors import UsageError

offsets = st.timedeltas(timedelta(hours=-23), timedelta(hours=23)).map(
    lambda offset: timezone(timedelta(minutes=offset // timedelta(minutes=1)))
)
moments = st.datetimes(datetime(2, 1, 1), datetime(9998, 1, 1), timezones=offsets)  # noqa: DTZ001


def test_without_a_variable_now_is_this_millisecond_in_utc(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HIPPO_NOW", raising=False)
    before = datetime.now(UTC)
    now = clock.now()
    assert before - timedelta(milliseconds=1) < now <= datetime.now(UTC)
    assert (now.tzinfo, now.microsecond % 1000) == (UTC, 0)


@pytest.mark.parametrize(
    ("named", "meant"),
    [
        ("2031-03-03T12:00:00Z", "2031-03-03T12:00:00Z"),
        ("2031-03-03T13:00:00.123999+01:00", "2031-03-03T12:00:00.123Z"),
        ("2031-03-03", "2031-03-03T00:00:00Z"),
        (" 2031-03-03T12:00\n", "2031-03-03T12:00:00Z"),
        ("1970-01-01", "1970-01-01T00:00:00Z"),
        ("2999-12-31T23:59:59Z", "2999-12-31T23:59:59Z"),
    ],
)
def test_the_variable_replaces_the_clock(named: str, meant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HIPPO_NOW", named)
    assert clock.rfc3339(clock.now()) == meant


@pytest.mark.parametrize("named", ["yesterday", "2031-13-01", "12:00", "1e9", " ", "\udcff", "2031-03-03" * 1000])
def test_a_variable_that_is_no_time_is_a_usage_error_that_shows_one(
    named: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HIPPO_NOW", named)
    with pytest.raises(UsageError, match=r"^HIPPO_NOW is not a time: ") as refused:
        clock.now()
    assert refused.value.hint == "write it like 2026-11-30T12:00:00Z"
    assert len(refused.value.message) < 120


@pytest.mark.parametrize("named", ["0001-01-01", "1969-12-31T23:59:59.999Z", "3000-01-01", "9999-12-31T23:59:59Z"])
def test_a_time_from_which_waits_would_leave_the_calendar_is_refused(
    named: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HIPPO_NOW", named)
    with pytest.raises(UsageError, match=r"^HIPPO_NOW is not between the years 1970 and 2999: "):
        clock.now()


@given(moments)
def test_what_is_written_reads_back_to_the_millisecond(moment: datetime) -> None:
    written = clock.rfc3339(moment)
    assert clock.parse(written) == clock.in_milliseconds(moment.astimezone(UTC))
    assert written.endswith("Z")
    assert (".000" in written) is False


@given(moments)
def test_a_moment_of_any_zone_is_read_as_the_same_moment_in_utc(moment: datetime) -> None:
    found = clock.parse(moment.isoformat())
    assert (found, found.tzinfo) == (moment, UTC)


def test_milliseconds_are_written_only_if_there_are_any() -> None:
    noon = datetime(2031, 3, 3, 12, tzinfo=UTC)
    assert clock.rfc3339(noon) == "2031-03-03T12:00:00Z"
    assert clock.rfc3339(noon.replace(microsecond=999)) == "2031-03-03T12:00:00Z"
    assert clock.rfc3339(noon.replace(microsecond=1000)) == "2031-03-03T12:00:00.001Z"
    assert clock.rfc3339(noon.replace(microsecond=7999)) == "2031-03-03T12:00:00.007Z"


@pytest.mark.parametrize("text", ["", "now", "0001-01-01T00:00:00+01:00", "9999-12-31T23:59:59-01:00", "2031-02-30"])
def test_what_is_no_moment_in_utc_is_a_value_error(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        clock.parse(text)
