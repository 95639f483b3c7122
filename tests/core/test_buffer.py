"""Working memory: what is a copy, what is important, what has to go."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo.core.buffer import BufferEntry, Kind, facts_in, importance_of, is_near_copy, pushed, shown_scopes
from tests.growth import reads_linearly
from tests.support import at

WORDS = ("valve", "pump", "belt", "shop", "oil", "press", "door", "lamp")


def entry(text: str, turn: int = 1, importance: float = 0.5, minutes: float = 0) -> BufferEntry:
    return BufferEntry(
        id=f"buf_{turn:012x}",
        scope="main",
        kind=Kind.NOTE,
        text=text,
        importance=importance,
        pushed_at=at(minutes=minutes),
        turn=turn,
    )


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ask the shop about oil", "Ask the shop about the oil!"),
        ("the tests fail on CI since the cache was cleaned", "the test fails on CI since the cache was cleaned"),
        ("retry with --slow on port 7001", "on port 7001 retry with --slow"),
    ],
)
def test_the_same_in_nearly_the_same_words_is_a_copy(one: str, other: str) -> None:
    assert is_near_copy(one, other)
    assert is_near_copy(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("the service listens on port 7001", "the service listens on port 7002"),
        ("the cache is safe to delete", "the cache is not safe to delete"),
        ("edit src/a.py then run the tests", "edit src/b.py then run the tests"),
        ("retry the job with --slow", "retry the job with --fast"),
        ("ask the shop about oil", "ask the shop about belts"),
    ],
)
def test_another_fact_or_a_denial_is_no_copy(one: str, other: str) -> None:
    assert not is_near_copy(one, other)


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("ask the shop about oil", set()),
        ("on port 7001.", {"7001"}),
        ("run `make it` with --slow or -x", {"make it", "slow", "x"}),
        ("see src/app.py and getUserName", {"src/app.py", "getusername"}),
        ("don't over-think it - really", set()),
    ],
)
def test_numbers_paths_flags_names_and_code_are_facts(text: str, facts: set[str]) -> None:
    assert facts_in(text) == facts


@pytest.mark.parametrize("piece", ["x", "-", "`", "~.", "a_", "x "])
def test_a_long_text_of_one_kind_of_character_costs_no_more_than_its_length(piece: str) -> None:
    assert reads_linearly(facts_in, piece * (16_000 // len(piece)))


def test_importance_grows_with_the_kind_with_facts_and_with_news() -> None:
    plain = importance_of("ask the shop", Kind.NOTE, [])
    assert [importance_of("ask the shop", kind, []) for kind in Kind] == [0.4, 0.6, 0.6, 0.8, 0.8]
    assert importance_of("ask the shop at 6", Kind.NOTE, []) > plain
    assert importance_of("ask the shop", Kind.NOTE, [entry("ask another shop")]) < plain


@given(st.text(max_size=60), st.sampled_from([*Kind]), st.lists(st.text(max_size=30), max_size=3))
def test_importance_is_between_0_and_1(text: str, kind: Kind, others: list[str]) -> None:
    assert 0 <= importance_of(text, kind, [entry(each) for each in others]) <= 1


@pytest.mark.parametrize(
    ("text", "importance", "worth"),
    [("ask the shop", 0.4, False), ("ask the shop", 0.5, True), ("ask at 6", 0.1, True)],
)
def test_what_is_important_or_holds_a_fact_is_worth_an_episode(text: str, importance: float, worth: bool) -> None:
    assert entry(text, importance=importance).is_worth_keeping is worth


def test_a_copy_takes_the_place_of_its_twin_and_keeps_the_larger_importance() -> None:
    old = entry("ask the shop about oil", 1, 0.9)
    done = pushed([old], entry("ask the shop about the oil", 2, 0.1, minutes=5), room=1)
    assert (done.refreshed, done.evicted) == (True, ())
    assert (done.entry.id, done.entry.importance, done.entry.pushed_at) == (old.id, 0.9, at(minutes=5))
    assert done.entry.text == "ask the shop about the oil"


def test_the_least_important_goes_of_equals_the_oldest_be_it_the_newcomer() -> None:
    entries = [entry("valve", 1), entry("pump", 2, 0.3), entry("belt", 3)]
    newcomer = entry("shop", 4, minutes=1)
    assert pushed(entries, newcomer, room=3).evicted == (entries[1],)
    assert pushed([entries[2], entries[0]], newcomer, room=2).evicted == (entries[0],)
    faint = entry("oil", 5, 0.01)
    assert pushed(entries, faint, room=3).evicted == (faint,)


@given(
    st.lists(st.tuples(st.sampled_from(WORDS), st.floats(0, 1), st.integers(0, 3)), max_size=12),
    st.integers(1, 5),
)
def test_a_scope_never_holds_more_than_it_has_room_for_nor_two_copies(
    pushes: list[tuple[str, float, int]], room: int
) -> None:
    held: dict[str, BufferEntry] = {}
    for turn, (text, importance, minutes) in enumerate(pushes, start=1):
        done = pushed(list(held.values()), entry(text, turn, importance, minutes), room=room)
        held[done.entry.id] = done.entry
        for gone in done.evicted:
            assert all(gone.importance <= each.importance for each in held.values())
            del held[gone.id]
        assert len(held) <= room
        assert len({each.text for each in held.values()}) == len(held)


@pytest.mark.parametrize(
    ("session", "branch", "scopes"),
    [("one", "main", ["one", "main"]), ("", "main", ["main"]), ("one", "", ["one", "project"]), ("", "", ["project"])],
)
def test_a_context_shows_the_session_and_the_branch(session: str, branch: str, scopes: list[str]) -> None:
    assert shown_scopes(session, branch) == scopes
