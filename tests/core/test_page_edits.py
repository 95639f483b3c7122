"""Changing the core pages: all or nothing, judged by the final size."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo.core.page_edits import Edited, Operation, Verb, edited
from hippo.core.pages import CoreEntry, Page, PageFull, used_characters
from hippo.core.settings import CoreSettings
from hippo.errors import HippoError, NotFound
from tests.core.pages_samples import entries, entry, texts
from tests.support import at

SMALL = CoreSettings(memory_characters=100, user_characters=100)


def ids() -> Callable[[], str]:
    numbers = itertools.count(0xF00)
    return lambda: f"mem_{next(numbers):012x}"


def do(page: list[CoreEntry], *operations: Operation, demote: bool = False) -> Edited:
    return edited(page, operations, now=at(1), new_id=ids(), door=str, settings=SMALL, demote=demote)


def add(text: str, page: Page = Page.MEMORY) -> Operation:
    return Operation(verb=Verb.ADD, text=text, page=page)


def told(result: Edited) -> list[str]:
    return [each.text for each in result.entries]


def test_an_entry_is_added_at_the_end_of_its_page_as_the_door_lets_it_in() -> None:
    result = edited(entries("one"), [add("two")], now=at(1), new_id=ids(), door=str.upper, settings=SMALL)
    assert told(result) == ["one", "TWO"]
    assert result.entries[1].id == "cor_000000000f00"
    assert [change.what for change in result.changes] == ["added"]


def test_the_same_text_again_adds_nothing_but_is_counted() -> None:
    result = do(entries("one", "two"), add("  one "))
    assert told(result) == ["one", "two"]
    assert (result.entries[0].uses, result.entries[0].last_used_at) == (1, at(1))
    assert [change.what for change in result.changes] == ["kept"]


def test_the_two_pages_do_not_know_each_others_entries() -> None:
    assert told(do(entries("one"), add("one", Page.USER))) == ["one", "one"]


def test_replacing_a_part_leaves_the_rest_byte_for_byte() -> None:
    page = entries("x", "A: press  warm.\n B: belt is old. C: call", "y")
    result = do(page, Operation(verb=Verb.REPLACE, match="belt", part="belt is old", text="belt is new"))
    assert told(result) == ["x", "A: press  warm.\n B: belt is new. C: call", "y"]
    assert [each.id for each in result.entries] == [each.id for each in page]
    assert result.changes[0].before == page[1].text


@pytest.mark.parametrize("part", ["", "zygote", "a"])
def test_a_part_must_stand_in_the_entry_exactly_once(part: str) -> None:
    with pytest.raises(NotFound, match=r"(not|2 times) in cor_"):
        do(entries("a cat"), Operation(verb=Verb.REPLACE, match="a cat", part=part, text="x"))


def test_an_entry_that_becomes_the_same_as_another_goes() -> None:
    result = do(entries("one", "two"), Operation(verb=Verb.REPLACE, match="two", text="one"))
    assert told(result) == ["one"]
    assert [change.what for change in result.changes] == ["removed"]


def test_replacing_an_entry_by_itself_keeps_it() -> None:
    assert told(do(entries("one"), Operation(verb=Verb.REPLACE, match="one", text="one"))) == ["one"]


def test_an_operation_sees_what_those_before_it_did_and_one_page_if_it_names_it() -> None:
    page = [*entries("one"), entry("one", 9, Page.USER)]
    result = do(
        page,
        Operation(verb=Verb.REMOVE, match="one", page=Page.USER),
        Operation(verb=Verb.REPLACE, match="one", text="two"),
        Operation(verb=Verb.REMOVE, match="two"),
    )
    assert told(result) == []


def test_too_much_is_refused_with_the_numbers_and_what_could_go() -> None:
    page = [entry("a" * 40, 1, uses=3), entry("b" * 40, 2)]
    with pytest.raises(PageFull) as refused:
        do(page, add("c" * 30))
    details = refused.value.details
    assert (details["used"], details["limit"], details["needed"]) == (83, 100, 16)
    assert [each["text"] for each in details["entries"]] == ["a" * 40, "b" * 40]  # type: ignore[attr-defined]
    assert details["could_go"] == ["cor_000000000002"]
    assert refused.value.exit_code == 4


def test_only_the_final_size_counts() -> None:
    page = entries("a" * 60, "b" * 30)
    result = do(page, add("c" * 60), Operation(verb=Verb.REMOVE, match="aaa"))
    assert told(result) == ["b" * 30, "c" * 60]


def test_demoting_moves_out_what_is_least_used_and_never_what_was_just_touched() -> None:
    page = [entry("a" * 30, 1, uses=1), entry("b" * 30, 2), entry("c" * 30, 3)]
    result = do(page, add("b" * 30), add("d" * 20), demote=True)
    assert told(result) == ["a" * 30, "b" * 30, "d" * 20]
    assert [(change.what, change.entry.text[0]) for change in result.changes] == [
        ("kept", "b"),
        ("added", "d"),
        ("demoted", "c"),
    ]
    with pytest.raises(PageFull):
        do(page, add("e" * 101), demote=True)


def test_a_page_that_is_too_long_already_may_shrink_but_not_grow() -> None:
    page = entries("a" * 90, "b" * 90)
    assert told(do(page, Operation(verb=Verb.REPLACE, match="bb", text="b" * 50))) == ["a" * 90, "b" * 50]
    with pytest.raises(PageFull):
        do(page, add("c"))


operations = st.one_of(
    st.builds(Operation, verb=st.just(Verb.ADD), text=texts, page=st.sampled_from([*Page])),
    st.builds(Operation, verb=st.just(Verb.REMOVE), match=texts),
    st.builds(Operation, verb=st.just(Verb.REPLACE), match=texts, text=texts, part=st.none() | texts),
)


@given(st.lists(texts, max_size=4, unique=True), st.lists(operations, max_size=4), st.booleans())
def test_whatever_is_done_a_page_fits_and_nothing_vanishes_without_a_word(
    wanted: list[str], doing: list[Operation], demote: bool
) -> None:
    page = entries(*wanted)
    try:
        result = do(page, *doing, demote=demote)
    except HippoError:
        return
    before = used_characters(wanted)
    after = used_characters(each.text for each in result.entries if each.page is Page.MEMORY)
    assert after <= max(100, before)
    gone = {each.id for each in page} - {each.id for each in result.entries}
    assert gone <= {change.entry.id for change in result.changes if change.what in {"removed", "demoted"}}
