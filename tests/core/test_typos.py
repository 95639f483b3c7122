"""What a typed word that no memory holds may mean."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo.core.analysis import Term, analyse_query
from hippo.core.typos import (
    COMPLETED,
    CORRECTED,
    LONGEST,
    MOST_COMPLETIONS,
    corrected,
    corrections,
    spellings,
)

WORD = st.text("abcdefghijklmnopqrstuvwxyz", min_size=4, max_size=12)


def meant(typed: str, *known: str) -> list[str]:
    return [term.surface for term in corrections(typed, known)]


@pytest.mark.parametrize("typed", ["paymet", "paymeent", "paymebt", "pyament", "ayment", "paymnet", "paymentt"])
def test_one_slip_does_not_hide_a_word(typed: str) -> None:
    assert meant(typed, "payment", "garden") == ["payment"]


@pytest.mark.parametrize(
    ("typed", "known"), [("превет", "привет"), ("λογως", "λογος"), ("prvt", "prvet"), ("数据x", "数据")]
)
def test_slips_are_found_in_other_alphabets(typed: str, known: str) -> None:
    assert meant(typed, known) == [known]


@pytest.mark.parametrize(
    ("typed", "known"), [("port7001", "port7002"), ("fox-7713", "fox-7731"), ("v2.1.3", "v2.1.4"), ("ab12", "ab2")]
)
def test_digits_are_taken_as_they_are_typed(typed: str, known: str) -> None:
    assert meant(typed, known) == []


@pytest.mark.parametrize(
    ("typed", "known"),
    [("payment", "payment"), ("pymet", "payment"), ("at", "cat"), ("x" * (LONGEST + 1), "x" * LONGEST)],
)
def test_the_same_word_two_slips_and_very_short_or_long_words_are_no_slip(typed: str, known: str) -> None:
    assert known not in spellings(typed)


@given(WORD, st.data())
def test_every_single_slip_is_among_the_spellings(word: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(word) - 1))
    letter = data.draw(st.sampled_from("abcdefghijklmnopqrstuvwxyz"))
    before, after = word[:at], word[at:]
    slips = {
        before + letter + after,
        before + after[1:],
        before + letter + after[1:],
        before + after[1::-1] + after[2:],
    }
    for typed in slips - {word}:
        assert word in spellings(typed)
        assert typed in spellings(word)


@given(st.text(max_size=40))
def test_spellings_are_distinct_others_and_few(word: str) -> None:
    found = spellings(word)
    assert len(found) == len(set(found)) <= 70 * (LONGEST + 1)
    assert word not in found


def test_a_name_typed_in_part_is_completed_the_shortest_first() -> None:
    assert meant("build_al", "build_all.py", "build_all", "rebuild_al") == ["build_all", "build_all.py"]
    assert len(meant("test", *(f"test_{number:03}" for number in range(50)))) == MOST_COMPLETIONS


def test_three_letters_are_no_beginning() -> None:
    assert meant("art", "article") == []


def test_a_correction_weighs_less_than_a_word_typed_right_and_more_than_a_completion() -> None:
    assert corrections("deploi", ["deploy", "deploits"]) == (
        Term(text="deploy", weight=CORRECTED, surface="deploy", typed="deploi"),
        Term(text="deploit", weight=COMPLETED, surface="deploits", typed="deploi"),
    )
    assert 1.0 > CORRECTED > COMPLETED > 0.0


def test_known_words_take_the_place_of_the_typed_one() -> None:
    query = corrected(analyse_query("paymet queue"), {"paymet": ["payment", "payments"]})
    assert [(term.text, term.typed) for term in query.terms] == [("payment", "paymet"), ("queue", "")]
    assert query.text == "paymet queue"


def test_a_word_for_which_nothing_is_known_stays() -> None:
    query = analyse_query("zygote harpsichord")
    assert corrected(query, {"zygote": ["valve"]}) == query
