"""How an index is asked: everything at once while that is cheap, else in bounded pieces."""

from __future__ import annotations

import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo.store.candidate_plan import MOST_ALONE, MOST_MATCHED, MOST_PAIRED, MOST_RANKED, MOST_WALKED, Plan, Word, plan

MILLION = 1_000_000


def word(term: str, rows: int, name: str = "") -> Word:
    return Word(terms=(term,), rows=rows, name=name or term)


def words(**rows: int) -> list[Word]:
    return [word(term, count) for term, count in rows.items()]


def all_of(found: Plan) -> tuple[str, ...]:
    return (*found.expressions, *([found.otherwise] if found.otherwise else []))


some_words = st.lists(
    st.builds(
        Word,
        terms=st.lists(st.text("abc\"-'é", min_size=1, max_size=3), min_size=1, max_size=3, unique=True).map(tuple),
        rows=st.integers(0, MILLION),
        name=st.sampled_from(["", "one", "two"]),
    ),
    max_size=12,
)


def test_what_few_rows_match_is_asked_for_in_one_expression() -> None:
    found = plan(words(valve=MOST_MATCHED - 1, pump=1), MILLION)
    assert found == Plan(expressions=('("pump" OR "valve")',), most_ranked=MOST_MATCHED)


def test_totals_that_are_wrong_break_nothing() -> None:
    assert plan(words(run=7_000, test=8_000), 0) == plan(words(run=7_000, test=8_000), 8_000)


def test_words_that_no_row_holds_are_not_asked_for() -> None:
    assert plan(words(valve=0), MILLION).expressions == ()
    assert plan([], 0).expressions == ()
    assert plan(words(valve=0, pump=3), 10).expressions == ('"pump"',)


def test_a_rare_word_is_asked_for_alone_and_with_what_the_common_ones_add() -> None:
    found = plan(words(run=80_000, fox=12, test=90_000), MILLION)
    assert found.expressions[:2] == ('"fox" AND ("run" OR "test")', '"fox"')


def test_common_words_are_asked_for_in_pairs_and_alone_only_if_that_finds_too_little() -> None:
    found = plan(words(run=7_000, test=8_000, set=9_000), MILLION)
    assert found.expressions == ('"run" AND ("test" OR "set")', '"test" AND "set"')
    assert found.otherwise == '("run" OR "test" OR "set")'
    assert found.most_ranked == MOST_RANKED


def test_pairs_that_leave_too_many_rows_need_a_third_word() -> None:
    found = plan(words(run=55_000, test=60_000, set=65_000), MILLION)
    assert found.expressions == ('"run" AND "test" AND "set"', '"test" AND "set"')


def test_a_single_common_word_is_asked_for_after_all() -> None:
    assert plan(words(run=80_000), MILLION) == Plan(expressions=(), otherwise='"run"', most_ranked=MOST_RANKED)


def test_the_parts_of_a_name_are_not_paired_with_each_other() -> None:
    parts = [word(part, 9_000, "src/a.py") for part in ("src/a.py", "src", "py")]
    found = plan([*parts, word("run", 10_000), word("set", 11_000)], MILLION)
    assert found.expressions == ('"py" AND ("src" OR "src/a.py" OR "run" OR "set")', '"run" AND "set"')


def test_common_parts_of_a_rare_name_do_not_blur_it() -> None:
    found = plan([word("src/a.py", 3, "src/a.py"), word("src", 90_000, "src/a.py"), word("run", 9_000)], MILLION)
    assert found.expressions == ('"src/a.py" AND "run"', '"src/a.py"')


def test_what_a_word_may_stand_for_is_one_word() -> None:
    slips = Word(terms=("test", "tests"), rows=9_000, name="tets")
    assert plan([slips, word("run", 9_500)], MILLION).expressions == ('("test" OR "tests") AND "run"',)


def test_words_beyond_what_may_be_walked_are_left_to_ranking() -> None:
    found = plan(words(run=2_000, the=MOST_WALKED - 2_000, of=MOST_WALKED), MILLION)
    assert found.expressions == ('"run" AND "the"',)
    assert plan(words(fox=2, the=MOST_WALKED + 1), MILLION).expressions == ('"fox"',)


@given(some_words, st.integers(1, MILLION))
def test_the_order_of_the_words_does_not_matter(given_words: list[Word], documents: int) -> None:
    distinct = list({each.terms: each for each in given_words}.values())
    assert plan(distinct, documents) == plan(distinct[::-1], documents)


@given(some_words, st.integers(1, MILLION))
def test_the_work_of_a_plan_is_bounded(given_words: list[Word], documents: int) -> None:
    found = plan(given_words, documents)
    assert len(found.expressions) <= 2 + MOST_PAIRED
    assert found.most_ranked in {MOST_MATCHED, MOST_RANKED}
    assert MOST_ALONE < MOST_RANKED < MOST_MATCHED


@given(some_words, st.integers(1, MILLION))
def test_every_word_that_is_held_is_asked_for_and_no_other(given_words: list[Word], documents: int) -> None:
    asked = " ".join(all_of(plan(given_words, documents)))
    for each in given_words:
        quoted = ['"' + term.replace('"', '""') + '"' for term in each.terms]
        assert not each.rows or all(term in asked for term in quoted)


@pytest.fixture(scope="module")
def index() -> sqlite3.Connection:
    opened = sqlite3.connect(":memory:")
    opened.execute("CREATE VIRTUAL TABLE words USING fts5 (terms)")
    return opened


@given(some_words, st.integers(1, MILLION))
def test_every_expression_is_one_that_fts5_takes(
    index: sqlite3.Connection, given_words: list[Word], documents: int
) -> None:
    for expression in all_of(plan(given_words, documents)):
        assert index.execute("SELECT * FROM words WHERE words MATCH ?", (expression,)).fetchall() == []


def test_a_plan_of_a_thousand_words_is_one_that_fts5_takes(index: sqlite3.Connection) -> None:
    found = plan([word(f"w{number}", 1 + number % 3 * 5_000) for number in range(1_000)], MILLION)
    for expression in all_of(found):
        assert index.execute("SELECT * FROM words WHERE words MATCH ?", (expression,)).fetchall() == []
