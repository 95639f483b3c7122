"""Sharing a budget."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hippo.core.shares import allotted

SHARES = (0.5, 0.3, 0.2)
wants = st.tuples(st.integers(0, 200), st.integers(0, 200), st.integers(0, 200))


@given(st.integers(-5, 500), wants)
def test_no_more_is_given_than_there_is_nor_than_is_wanted(total: int, wanted: tuple[int, int, int]) -> None:
    got = allotted(total, wanted, SHARES)
    assert sum(got) <= max(0, total)
    assert all(0 <= part <= want for part, want in zip(got, wanted, strict=True))


@given(st.integers(0, 500), wants)
def test_every_part_gets_its_share_and_nothing_is_held_back(total: int, wanted: tuple[int, int, int]) -> None:
    got = allotted(total, wanted, SHARES)
    assert all(part >= min(want, int(total * share)) for part, want, share in zip(got, wanted, SHARES, strict=True))
    assert sum(got) == min(total, sum(wanted))


def test_what_one_part_leaves_goes_to_the_others_in_their_order() -> None:
    assert allotted(100, [10, 100, 100], SHARES) == [10, 70, 20]
    assert allotted(100, [100, 100, 0], SHARES) == [70, 30, 0]
