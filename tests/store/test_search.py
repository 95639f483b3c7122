"""Candidates: the same by the index as by reading every row, whatever the filters, however damaged the index."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from datetime import timedelta
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hippo.core.analysis import analyse_query
from hippo.core.memory import Layer, Origin, State
from hippo.core.rank import rank
from hippo.errors import StoreError
from hippo.store import candidate_plan, narrow
from hippo.store.scanning import Scanning
from hippo.store.search import Candidates, Scope, Search
from hippo.store.store import Store
from tests.core.memories import memory
from tests.store.searching import fill
from tests.support import NOON, at

words = st.sampled_from("valve valves pump left getLeftPump v2.1 größe 左右 the error".split())
texts = st.lists(words, min_size=1, max_size=6).map(" ".join)
scopes = st.builds(
    Scope,
    state=st.sampled_from([*State]),
    layer=st.sampled_from([None, *Layer]),
    tags=st.sampled_from([(), ("error",), ("error", "pump")]),
    since=st.sampled_from([None, at(days=1)]),
)
stored = st.builds(
    memory,
    text=texts,
    layer=st.sampled_from([*Layer]),
    state=st.sampled_from([State.LIVE, State.LIVE, State.ARCHIVED, State.SUPERSEDED]),
    tags=st.sampled_from([(), ("error",), ("error", "pump")]),
    created_at=st.sampled_from([NOON, at(days=2)]),
    origin=st.builds(Origin, series=st.sampled_from(["", "talk"]), position=st.integers(0, 5)),
)


def search(store: Store, text: str, scope: Scope = Scope(), reach: int = 2) -> Candidates:
    return store.index.search(scope).candidates(analyse_query(text), neighbour_reach=reach)


def keys(candidates: Candidates) -> list[int]:
    return [document.key[1] for document in candidates.documents]


@pytest.fixture(scope="module")
def shared() -> Iterator[Store]:
    """One store for all examples; each empties it."""
    with tempfile.TemporaryDirectory() as folder, Store.open(folder) as opened:
        yield opened


@settings(max_examples=60, deadline=None)
@given(rows=st.lists(stored, max_size=12), query=texts, scope=scopes, few=st.sampled_from([0, narrow.FEW]))
def test_reading_every_row_gives_what_the_index_gives(
    shared: Store, rows: list, query: str, scope: Scope, few: int
) -> None:
    connection = shared.facts._connection
    connection.run("DELETE FROM memory")
    for number, each in enumerate(rows, 1):
        fill(shared, [each.text], first=number, **{
            name: getattr(each, name) for name in ("layer", "state", "tags", "created_at", "origin")
        })  # fmt: skip
    asked = analyse_query(query)
    with patch.object(narrow, "FEW", few):
        by_index = search(shared, query, scope)
    reading = shared.index.search(scope)
    reading._way = Scanning(connection, scope, reading._count)
    by_row = reading.candidates(asked, neighbour_reach=2)
    assert by_row.statistics == by_index.statistics
    assert by_row.documents == by_index.documents
    assert rank(asked, by_row.documents, by_row.statistics) == rank(asked, by_index.documents, by_index.statistics)


DAMAGES = {
    "its rows are gone": "DELETE FROM live_words_data",
    "it is gone": "DROP TABLE live_words",
    "a part is gone": "DROP TABLE live_words_data",
    "its lengths are gone": "DELETE FROM live_words_docsize",
    "its settings are gone": "DELETE FROM live_words_config",
    "it was emptied": "INSERT INTO live_words (live_words) VALUES ('delete-all')",
}


@pytest.mark.parametrize("statement", DAMAGES.values(), ids=DAMAGES)
def test_with_a_damaged_index_the_rows_are_read_and_it_is_said(store: Store, statement: str) -> None:
    fill(store, ["the valve", "a pump", "valve and pump of the valve", "nothing"], tags=("left",))
    query = analyse_query("left valve pump")
    sound = search(store, "left valve pump")
    store.facts._connection.run(statement)
    with Store.open(store.folder) as opened:
        damaged = search(opened, "left valve pump")
    assert damaged.index_damage
    assert damaged.statistics == sound.statistics
    assert rank(query, damaged.documents, damaged.statistics) == rank(query, sound.documents, sound.statistics)


def test_a_store_whose_rows_cannot_be_read_is_an_error(store: Store) -> None:
    fill(store, ["valve"])
    begun = store.index.search(Scope())
    store.facts._connection.run("DROP TABLE live_words")
    store.facts._connection.run("DROP TABLE memory")
    with pytest.raises(StoreError):
        begun.candidates(analyse_query("valve"), neighbour_reach=0)


def test_an_empty_store_has_no_candidates_and_no_damage(store: Store) -> None:
    found = search(store, "valve")
    assert (found.documents, found.index_damage, found.statistics.average_terms) == ((), "", 0.0)


def test_each_state_is_searched_by_itself(store: Store) -> None:
    [live] = fill(store, ["valve"])
    archived, superseded = (
        fill(store, ["valve"], first=number, state=state)[0]
        for number, state in ((7, State.ARCHIVED), (8, State.SUPERSEDED))
    )
    assert keys(search(store, "valve")) == [live]
    assert keys(search(store, "valve", Scope(state=State.ARCHIVED))) == [archived]
    assert keys(search(store, "valve", Scope(state=State.SUPERSEDED))) == [superseded]


def test_the_memories_that_hold_a_term_are_counted(store: Store) -> None:
    fill(store, ["valve", "valve valve"], tags=("left",))
    begun: Search = store.index.search(Scope())
    assert begun.rows(["valv", "left", "pump", "valv"]) == {"valv": 2, "left": 2, "pump": 0}
    assert begun.rows([]) == {}


class TestManyRows:
    """Where common words are only asked for in pairs."""

    @pytest.fixture(autouse=True)
    def bounds(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(candidate_plan, "MOST_MATCHED", 60)
        monkeypatch.setattr(candidate_plan, "MOST_RANKED", 40)
        monkeypatch.setattr(candidate_plan, "MOST_ALONE", 20)

    def test_an_old_memory_with_all_the_words_is_among_the_candidates(self, store: Store) -> None:
        [old] = fill(store, ["left valve of the pump"])
        fill(store, ["left valve", "valve pump", "left pump"] * 100, first=10)
        assert old in keys(search(store, "left valve pump"))[:10]

    def test_a_rare_word_is_found_beside_common_ones(self, store: Store) -> None:
        [old] = fill(store, ["the fox"])
        fill(store, ["left valve", "valve pump", "left pump"] * 100, first=10)
        assert old in keys(search(store, "left valve pump fox"))

    @pytest.mark.parametrize("few", [0, narrow.FEW], ids=["walked", "read"])
    @pytest.mark.parametrize(
        ("scope", "fields"),
        [
            (Scope(tags=("error",)), {"tags": ("error",)}),
            (Scope(layer=Layer.SEMANTIC), {"layer": Layer.SEMANTIC}),
            (Scope(since=at(days=1)), {"created_at": at(days=2)}),
        ],
        ids=["tag", "layer", "since"],
    )
    def test_a_filter_finds_every_memory_it_leaves_however_old(
        self, store: Store, scope: Scope, fields: dict, few: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(narrow, "FEW", few)
        wanted = fill(store, ["left", "valve", "pump", "left valve"], **fields)
        fill(store, ["left valve", "valve pump", "left pump"] * 100, first=10)
        assert sorted(keys(search(store, "left valve pump", scope))) == wanted

    def test_common_words_alone_give_the_newest_memories(self, store: Store) -> None:
        numbers = fill(store, ["valve"] * 200)
        assert set(keys(search(store, "valve"))) <= set(numbers[-candidate_plan.MOST_RANKED - 150 :])
        assert len(keys(search(store, "valve"))) == 150


class TestSeries:
    """What stands beside a match."""

    @pytest.fixture
    def talk(self, store: Store) -> list[int]:
        texts = ["one", "two", "valve", "four", "five", "six"]
        return [
            fill(store, [text], first=place, origin=Origin(series="talk", position=place))[0]
            for place, text in enumerate(texts)
        ]

    def test_neighbours_within_reach_come_too(self, store: Store, talk: list[int]) -> None:
        assert sorted(keys(search(store, "valve", reach=1))) == talk[1:4]
        assert sorted(keys(search(store, "valve", reach=2))) == talk[0:5]
        assert keys(search(store, "valve", reach=0)) == [talk[2]]

    def test_a_neighbour_that_matches_comes_once(self, store: Store, talk: list[int]) -> None:
        assert sorted(keys(search(store, "two valve four", reach=1))) == talk[0:5]

    def test_statistics_tell_the_length_of_the_series(self, store: Store, talk: list[int]) -> None:
        found = search(store, "valve").statistics
        assert (found.series_count, found.series_terms) == (1, {"0:1": 6})

    def test_an_archived_talk_is_searched_with_its_neighbours(self, store: Store, talk: list[int]) -> None:
        for number in talk:
            with store.transaction():
                archived = memory(id=store.memories.get(number).id, state=State.ARCHIVED, archived_at=NOON)
                store.memories.change(number, archived)
        found = search(store, "valve", Scope(state=State.ARCHIVED), reach=1)
        assert sorted(keys(found)) == talk[1:4]
        assert rank(analyse_query("valve"), found.documents, found.statistics)[0].key == (0, talk[2])


def test_the_age_that_a_filter_asks_for_is_that_of_the_memory(store: Store) -> None:
    [old] = fill(store, ["valve"], created_at=NOON)
    [new] = fill(store, ["valve"], first=5, created_at=NOON + timedelta(hours=2))
    assert keys(search(store, "valve", Scope(since=at(hours=1)))) == [new]
    assert keys(search(store, "valve", Scope(since=NOON))) == [old, new]
