"""Rows and values, and the units between them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from hippo.store.rows import id_number, id_of, milliseconds, moment_of
from tests.store.strategies import memory_ids


@given(st.datetimes(timezones=st.just(UTC)))
def test_a_moment_is_kept_to_the_millisecond_and_never_moves_forward(moment: datetime) -> None:
    kept = moment_of(milliseconds(moment))
    assert timedelta(0) <= moment - kept < timedelta(milliseconds=1)
    assert milliseconds(kept) == milliseconds(moment)


def test_a_moment_of_another_zone_is_the_same_moment() -> None:
    assert milliseconds(datetime.fromisoformat("1970-01-01T01:00:00.0015+01:00")) == 1
    assert moment_of(-1) == datetime(1969, 12, 31, 23, 59, 59, 999_000, tzinfo=UTC)


@given(memory_ids)
def test_an_id_is_a_number_in_the_store_and_twelve_digits_in_print(memory_id: str) -> None:
    assert id_of(id_number(memory_id)) == memory_id


def test_ids_keep_their_leading_noughts() -> None:
    assert id_of(0xAB) == "mem_0000000000ab"
    assert id_number("mem_ffffffffffff") == 2**48 - 1
