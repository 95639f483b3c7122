"""Rows that share words with a query, by the index."""

from __future__ import annotations

import pytest

from hippo.core.analysis import Query, Term, analyse_query
from hippo.errors import StoreError
from hippo.store.candidate_plan import DEPTH, Word
from hippo.store.frequencies import Frequency
from hippo.store.matching import Matching, words_of
from hippo.store.search import Scope
from hippo.store.store import Store
from tests.store.searching import fill


def numbers(store: Store, text: str, scope: Scope = Scope()) -> list[int]:
    query = analyse_query(text)
    way = Matching(store.facts._connection, scope, store.facts._connection.number("SELECT count(*) FROM memory"))
    return way.numbers(query, way.frequencies([term.text for term in query.terms]))


def names(text: str) -> dict[str, str]:
    query = analyse_query(text)
    found = words_of(query, {term.text: Frequency(text=1) for term in query.terms})
    return {each.terms[0]: each.name for each in found}


def test_the_parts_of_a_name_belong_to_it() -> None:
    assert names("in src/valves/pump_1.py only") == {
        "src/valves/pump_1.py": "src/valves/pump_1.py",
        "src": "src/valves/pump_1.py",
        "valv": "src/valves/pump_1.py",
        "pump_1.py": "src/valves/pump_1.py",
        "pump_1": "src/valves/pump_1.py",
        "pump": "src/valves/pump_1.py",
        "1": "src/valves/pump_1.py",
        "py": "src/valves/pump_1.py",
        "onli": "only",
    }


def test_a_word_within_another_word_is_no_part_of_it() -> None:
    assert names("important port") == {"import": "important", "port": "port"}
    assert names("v2.17 7")["7"] == "7"


def test_words_that_no_memory_holds_are_left_out() -> None:
    query = Query(text="a b", terms=(Term(text="a", surface="a"), Term(text="b", surface="b")))
    assert words_of(query, {"a": Frequency(), "b": Frequency(meta=2)}) == [Word(terms=("b",), rows=2, name="b")]


def test_what_a_typed_word_may_stand_for_is_one_word() -> None:
    slips = (Term(text="test", surface="test", typed="tets"), Term(text="ten", surface="ten", typed="tets"))
    found = words_of(Query(text="tets", terms=slips), {"test": Frequency(text=2), "ten": Frequency(text=1)})
    assert found == [Word(terms=("test", "ten"), rows=3, name="tets")]


def test_the_likeliest_rows_come_first_and_equals_by_their_numbers(store: Store) -> None:
    one, two, both, again = fill(store, ["valve a", "pump b", "valve pump c", "pump d"])
    assert numbers(store, "valve pump") == [both, one, two, again]


def test_a_query_that_nothing_answers_gives_nothing(store: Store) -> None:
    fill(store, ["valve"])
    assert numbers(store, "fox") == []
    assert numbers(store, "") == []
    assert numbers(store, "...") == []


def test_no_more_than_the_depth_is_given(store: Store) -> None:
    fill(store, [f"valve {number}" for number in range(DEPTH + 50)])
    assert len(numbers(store, "valve")) == DEPTH


@pytest.mark.parametrize("statement", ["DELETE FROM live_words_docsize", "DROP TABLE live_words"])
def test_a_damaged_index_is_an_error(store: Store, statement: str) -> None:
    fill(store, ["valve"])
    store.facts._connection.run(statement)
    with pytest.raises(StoreError):
        numbers(store, "valve")


def test_an_index_without_rows_is_told_from_one_without_the_words(store: Store) -> None:
    fill(store, ["valve"])
    assert numbers(store, "fox") == []
    store.facts._connection.run("INSERT INTO live_words (live_words) VALUES ('delete-all')")
    with pytest.raises(StoreError, match="live_words has lost its rows"):
        numbers(store, "fox")
