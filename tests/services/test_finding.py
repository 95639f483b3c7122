"""Finding: one order over one store or several, typing errors, and work that does not grow with the store."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hippo.core.memory import Confidence
from hippo.services.finding import Findings, find
from hippo.store.search import Scope
from hippo.store.store import Store
from tests.store.searching import counted, fill
from tests.support import NOON, at

texts = st.lists(st.sampled_from("valve pump left fox-7731 getLeftPump 左右 run".split()), min_size=1, max_size=5).map(
    " ".join
)


def found(stores: list[Store], text: str, limit: int = 10, **scope: object) -> Findings:
    return find(stores, text, scope=Scope(**scope), now=NOON, limit=limit)


def ids(findings: Findings) -> list[str]:
    return [each.memory.id for each in findings.found]


@pytest.fixture(scope="module")
def three(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Store]]:
    """Three stores for all examples; each empties them."""
    with ExitStack() as stack:
        yield [stack.enter_context(Store.open(str(tmp_path_factory.mktemp("store")))) for _ in range(3)]


@settings(max_examples=60, deadline=None)
@given(own=st.lists(texts, max_size=6), shared=st.lists(texts, max_size=6), query=texts)
def test_two_stores_answer_as_one_that_holds_both(
    three: list[Store], own: list[str], shared: list[str], query: str
) -> None:
    for store in three:
        store.facts._connection.run("DELETE FROM memory")
    whole, local, everywhere = three
    fill(whole, own + shared)
    fill(local, own)
    fill(everywhere, shared, first=len(own) + 1)
    apart, together = found([local, everywhere], query), found([whole], query)
    assert apart.query == together.query
    assert ids(apart) == ids(together)
    assert [each.score for each in apart.found] == [each.score for each in together.found]


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Store]:
    """A second store."""
    folder = tmp_path / "other"
    folder.mkdir()
    with Store.open(str(folder), scope="global") as opened:
        yield opened


def test_a_hit_says_which_store_it_is_from(store: Store, other: Store) -> None:
    fill(store, ["valve of the pump"])
    fill(other, ["valve"], first=9)
    assert {each.store.scope for each in found([store, other], "valve").found} == {"local", "global"}


def test_one_slip_does_not_hide_a_memory(store: Store) -> None:
    fill(store, ["the pump", "valves stick"])
    findings = found([store], "vlaves")
    assert ids(findings) == ["mem_000000000002"]
    assert [(term.text, term.typed) for term in findings.query.terms] == [("valv", "vlaves")]


def test_of_many_slips_the_likeliest_are_taken(store: Store) -> None:
    """Those with the same first letter before others, common words before rare ones."""
    fill(store, ["boat", "boat", "boat", "cart", "cast", "cast", "cant", "cant", "cat"])
    assert [term.surface for term in found([store], "caat").query.terms] == ["cant", "cart", "cast"]


def test_a_word_as_it_was_typed_counts_more_than_a_guess(store: Store) -> None:
    fill(store, ["valve", "pump", "dump", "lump"])
    assert ids(found([store], "valve pumb"))[0] == "mem_000000000001"


def test_the_beginning_of_a_name_finds_it(store: Store) -> None:
    fill(store, ["run tools/build_all.py", "the pump"])
    assert ids(found([store], "build_al")) == ["mem_000000000001"]


def test_a_word_that_any_store_holds_is_not_corrected(store: Store, other: Store) -> None:
    fill(store, ["the value of it"])
    fill(other, ["the valve"], first=9)
    assert ids(found([store, other], "valve")) == ["mem_000000000009"]


def test_memories_of_near_spelling_do_not_move_the_exact_ones(store: Store) -> None:
    fill(store, ["fox-7731 is slow", "machine 7731", "the fox"])
    before = ids(found([store], "fox-7731"))
    fill(store, ["fix-7731 fox-7732 fox-731"] * 5, first=10)
    assert ids(found([store], "fox-7731"))[:1] == before[:1] == ["mem_000000000001"]


def test_a_pasted_text_is_not_corrected_word_by_word(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(store, ["the valve"])
    asked: list[str] = []
    monkeypatch.setattr(store.vocabulary, "among", lambda spellings: asked.append(spellings[0]) or [])
    found([store], " ".join(f"strange{'x' * number}word" for number in range(40)))
    assert len(asked) == 8


def test_age_use_and_confidence_order_what_is_equally_relevant(store: Store) -> None:
    fill(store, ["valve one"], created_at=at(days=-300))
    fill(store, ["valve two"], first=2)
    fill(store, ["valve ten"], first=3, confidence=Confidence.VERIFIED)
    assert ids(found([store], "valve")) == ["mem_000000000003", "mem_000000000002", "mem_000000000001"]


def test_the_first_so_many_are_the_first_of_all(store: Store) -> None:
    for number in range(1, 60):
        age = at(days=-(number * 37 % 100))
        fill(store, ["valve " + "pump " * (number % 7)], first=number, created_at=age, last_used_at=age)
    everything = ids(found([store], "valve pump", limit=59))
    assert len(everything) == 59
    for limit in (0, 1, 3, 10, 40):
        assert ids(found([store], "valve pump", limit=limit)) == everything[:limit]


def test_damage_is_reported_for_each_store_that_has_it(store: Store, other: Store) -> None:
    fill(store, ["valve"])
    fill(other, ["valve"], first=9)
    other.facts._connection.run("DROP TABLE live_words")
    findings = found([store, other], "valve")
    assert len(ids(findings)) == 2
    assert len(findings.index_damage) == 1


#: What one recall in one store may ask of SQLite: the totals, the frequencies, at most six expressions, the documents,
#: the memories in full, their links and conflicts. Rows: 150 of each expression, 150 documents, 50 memories, 10 terms.
MOST_STATEMENTS = 14
MOST_ROWS = 6 * 150 + 150 + 50 + 10
QUERIES = ["left valve pump", "valve", "fox", "left valve pump run test set fox", "note7 note8", "vlave pmup"]


@pytest.fixture(scope="module", params=[500, 3_000])
def large(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store in which common words stand in nearly every memory."""
    folder = tmp_path_factory.mktemp("large")
    with Store.open(str(folder)) as opened:
        fill(opened, (f"left valve pump run test set note{number}" for number in range(request.param)))
        fill(opened, ["the fox"], first=request.param + 1)
    return folder


@pytest.mark.parametrize("query", QUERIES)
def test_statements_and_rows_of_a_recall_are_bounded(large: Path, query: str) -> None:
    with counted(large) as (store, connection):
        assert found([store], query).found
        statements, rows = connection.counted()
    assert statements <= MOST_STATEMENTS
    assert rows <= MOST_ROWS
