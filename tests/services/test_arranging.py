"""What stands beside what in an answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hippo.core.memory import Layer
from hippo.services.finding import Found, find
from hippo.services.occasion import Occasion
from hippo.services.recall import Recalled, recall
from hippo.store.links import LinkKind
from hippo.store.search import Scope
from hippo.store.store import Store
from tests.store.adding import add, row
from tests.support import at

Make = Callable[..., Occasion]

PATTERN = "the gates stick in winter"
SOURCES = ("the north gate sticks when it freezes", "the south gate sticks in the snow", "the gate to the yard sticks")


@pytest.fixture
def gates(store: Store) -> Store:
    """Three episodes, the pattern that was made of them, and one that stands alone."""
    for number, text in enumerate(SOURCES, start=1):
        add(store, number, text=text)
    pattern = add(store, 4, text=PATTERN, layer=Layer.SEMANTIC)
    add(store, 5, text="a gate of steel")
    with store.transaction():
        for number in (1, 2, 3):
            store.links.add(pattern.id, LinkKind.DISTILLED_FROM, f"mem_000{number}00000000", now=at())
    return store


def found(*stores: Store, query: str = "gate sticks") -> list[Found]:
    return list(find(stores, query, scope=Scope(), now=at(), limit=10).found)


def answered(store: Store, occasion: Make, query: str) -> Recalled:
    return recall([store], query, occasion=occasion(), budget_tokens=4000, limit=10)


def test_a_pattern_stands_before_its_sources_and_those_behind_all_others(gates: Store) -> None:
    texts = [each.memory.text for each in found(gates)]
    assert texts[:2] == [PATTERN, "a gate of steel"]
    assert set(texts[2:]) == set(SOURCES)


def test_a_source_names_its_pattern_and_repeats_it_unless_it_answers_more(gates: Store) -> None:
    by_text = {each.memory.text: each for each in found(gates, query="gates stick snow")}
    assert {each.source_of for each in by_text.values()} == {"", "mem_000400000000"}
    assert by_text[SOURCES[0]].repeats
    assert not by_text[SOURCES[1]].repeats
    assert not by_text[PATTERN].repeats


def test_what_only_repeats_its_pattern_is_named_in_one_line_and_not_strengthened(gates: Store, occasion: Make) -> None:
    answer = answered(gates, occasion, "gates stick snow")
    lines = {hit.memory.text: hit for hit in answer.hits}
    assert SOURCES[0] not in lines[SOURCES[0]].lines
    assert "source of mem_000400000000" in lines[SOURCES[0]].lines
    assert SOURCES[1] in lines[SOURCES[1]].lines
    assert [lines[text].retrieved for text in (PATTERN, SOURCES[0], SOURCES[1])] == [True, False, True]


def test_a_contradiction_stands_beside_either_of_its_sides(store: Store, occasion: Make) -> None:
    always, never = add(store, 1, text="always cache the parser"), add(store, 2, text="never cache the parser")
    with store.transaction():
        store.conflicts.add(0xC, row(store, always), row(store, never), rule="polarity", reason="opposite", now=at())
    told = {hit.memory.id: hit.conflicts for hit in answered(store, occasion, "cache").hits}
    assert told == {
        always.id: (f"conflict con_00000000000c with {never.id}: opposite",),
        never.id: (f"conflict con_00000000000c with {always.id}: opposite",),
    }


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Store]:
    (tmp_path / "home").mkdir()
    with Store.open(str(tmp_path / "home"), scope="global") as opened:
        yield opened


def test_rows_of_one_number_in_two_stores_are_not_mixed_up(gates: Store, other: Store) -> None:
    for number in range(1, 5):
        add(other, number, text=f"my gate {number} sticks")
    mine = [each for each in found(gates, other) if each.store is other]
    assert len(mine) == 4
    assert {each.source_of for each in mine} == {""}
