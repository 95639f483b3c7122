"""Dates that a text names."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo.core.dates import date_terms, dates_in

DAY = ("date:05", "date:05-08", "date:2023")


@pytest.mark.parametrize(
    "text",
    [
        "8 May 2023",
        "on May 8, 2023",
        "may 8 2023",
        "the 8th of May 2023",
        "MAY 8th, 2023",
        "2023-05-08",
        "since 2023-05-08T10:00",
    ],
)
def test_one_day_may_be_written_in_many_ways(text: str) -> None:
    assert dates_in(text) == DAY


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("in May", ("date:05",)),
        ("what happened in august?", ("date:08",)),
        ("Sept. 2021", ("date:09", "date:2021")),
        ("during 2019", ("date:2019",)),
        ("2022-11", ("date:11", "date:2022")),
        ("June 5 and 7 July", ("date:06", "date:06-05", "date:07", "date:07-07")),
    ],
)
def test_parts_of_a_date_are_enough(text: str, terms: tuple[str, ...]) -> None:
    assert dates_in(text) == terms


@pytest.mark.parametrize(
    "text", ["it may fail", "8 workers", "march on", "port 20230", "marching band", "version 2.1", ""]
)
def test_other_words_and_numbers_are_no_date(text: str) -> None:
    assert dates_in(text) == ()


@given(
    st.datetimes(timezones=st.just(UTC)).map(
        lambda moment: moment.replace(year=1900 + moment.year % 200, day=min(28, moment.day))
    )
)
def test_a_moment_is_found_by_its_date(moment: datetime) -> None:
    for text in (
        f"{moment.day} {moment:%B} {moment.year}",
        f"{moment:%B} {moment.day}, {moment.year}",
        f"{moment:%Y-%m-%d}",
    ):
        assert set(dates_in(text)) == set(date_terms(moment))
