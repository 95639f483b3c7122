"""Which entry a text means."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo.core.page_match import NEAREST, nearest, resolved
from hippo.core.pages import AmbiguousEntry, EntryNotFound
from tests.core.pages_samples import entries, entry, texts

PAGE = entries("the shop opens at nine", "the shop closes at six", "Deploys need the VPN", "the shop")


@pytest.mark.parametrize(
    ("match", "number"),
    [
        ("cor_000000000002", 2),
        ("mem_000000000003", 3),
        ("COR_000000000004", 4),
        ("the shop", 4),
        ("closes", 2),
        ("need the vpn", 3),
        ("THE  shop\nopens", 1),
    ],
)
def test_an_id_comes_before_the_whole_entry_before_a_part_before_a_part_in_other_case(match: str, number: int) -> None:
    assert resolved(match, PAGE) == PAGE[number - 1]


def test_the_beginning_of_an_id_is_enough_if_no_other_begins_so() -> None:
    page = [entry("one", 0xABCD << 32), entry("two", 0xABCE << 32)]
    assert resolved("cor_abcd", page) == page[0]
    with pytest.raises(EntryNotFound):
        resolved("cor_abc", page)
    with pytest.raises(EntryNotFound):
        resolved("abcd", page)


@pytest.mark.parametrize("match", ["the shop ", "at", "SHOP", "cor_0000000000"])
def test_what_several_entries_have_is_told_with_all_of_them(match: str) -> None:
    with pytest.raises(AmbiguousEntry) as refused:
        resolved(match, PAGE)
    candidates = refused.value.details["candidates"]
    assert isinstance(candidates, list)
    assert len(candidates) > 1
    assert refused.value.exit_code == 3


@pytest.mark.parametrize("match", ["the ship closes at six", "", "\n", "cor_ffff", "zygote"])
def test_what_no_entry_has_is_told_with_the_nearest(match: str) -> None:
    with pytest.raises(EntryNotFound) as refused:
        resolved(match, PAGE)
    assert len(refused.value.details["nearest"]) == 4  # type: ignore[arg-type]


def test_the_nearest_are_the_five_most_alike() -> None:
    page = entries(*(f"note {number}: shelf {chr(65 + number)}" for number in range(9)), "the belt is old")
    found = nearest("the belt was old", page)
    assert len(found) == NEAREST == 5
    assert found[0].text == "the belt is old"


@given(st.lists(texts, min_size=1, max_size=6, unique=True), st.data())
def test_every_entry_is_found_by_its_whole_text_and_by_its_id(wanted: list[str], data: st.DataObject) -> None:
    page = entries(*wanted)
    chosen = data.draw(st.sampled_from(page))
    assert resolved(chosen.text, page) == resolved(chosen.id, page) == chosen


def test_a_huge_text_matches_nothing() -> None:
    with pytest.raises(EntryNotFound):
        resolved("xy " * 1_000_000, entries(*("x y z " * 300 + str(number) for number in range(9))))


def test_an_empty_page_has_no_nearest() -> None:
    with pytest.raises(EntryNotFound, match="no entry matches"):
        resolved("x", [])
