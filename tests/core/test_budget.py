"""Fitting texts into a budget."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo.core.budget import MARK, Allowance, cut
from hippo.core.tokens import estimate_tokens

PIECES = (
    "The valve opens to the left. ",
    "Ask twice! ",
    'He said "why?" ',
    "portNumberOfThePump=7001 ",
    "阀门向左打开。",
    "なぜ？",
    "밸브는 왼쪽으로 ",
    "วาล์วเปิดไปทางซ้าย",
    "👩‍👩‍👧‍👦",
    "🚀🎉",
    "e\u0301",
    "\n",
    "\r\n\n",
    "\t",
    "    ",
    "x" * 80,
    "\ud800",
)
texts = st.one_of(
    st.lists(st.sampled_from(PIECES), max_size=30).map("".join),
    st.text(max_size=200),
    st.text("ab .\n", max_size=200),
)
allowances = st.builds(
    Allowance,
    tokens=st.integers(-2, 120),
    characters=st.none() | st.integers(-2, 300),
    utf8_bytes=st.none() | st.integers(-2, 600),
)


@given(texts, allowances)
def test_a_cut_text_never_passes_its_budget(text: str, allowance: Allowance) -> None:
    shown = cut(text, allowance)
    assert shown == "" or allowance.holds(shown)


@given(texts, allowances)
def test_a_text_that_fits_is_left_alone(text: str, allowance: Allowance) -> None:
    assert (cut(text, allowance) == text) or not allowance.holds(text)


@given(texts, allowances)
def test_a_cut_text_is_a_beginning_with_a_mark(text: str, allowance: Allowance) -> None:
    shown = cut(text, allowance)
    if shown not in {"", text}:
        kept = shown.removesuffix(MARK)
        assert shown == kept + MARK
        assert text.startswith(kept)
        assert kept == kept.rstrip() != ""


@given(texts, allowances)
def test_a_cut_text_keeps_at_least_half_of_what_would_fit(text: str, allowance: Allowance) -> None:
    shown = cut(text, allowance)
    if shown == text:
        return
    most = max((end for end in range(len(text)) if allowance.holds(text[:end] + MARK)), default=0)
    assert len(text[: (most + 1) // 2].rstrip()) <= len(shown.removesuffix(MARK))


@given(texts, texts, allowances)
def test_what_is_left_is_never_more_than_what_is_left_of_the_whole(one: str, other: str, allowance: Allowance) -> None:
    apart, together = allowance.after(one).after(other), allowance.after(one + other)
    assert apart.tokens <= together.tokens
    assert apart.characters == together.characters
    assert not apart.holds("x") or together.holds("x")


@given(st.lists(texts, max_size=6), allowances)
def test_texts_taken_while_they_fit_fit_together(parts: list[str], allowance: Allowance) -> None:
    left, taken = allowance, ""
    for part in parts:
        if left.holds(part):
            left, taken = left.after(part), taken + part
    assert taken == "" or allowance.holds(taken)


def test_nothing_fits_into_nothing_but_nothing() -> None:
    nothing = Allowance(tokens=0)
    assert nothing.holds("")
    assert not nothing.holds("a")
    assert cut("The valve opens to the left.", nothing) == ""


def test_characters_bound_a_text_as_well_as_tokens() -> None:
    assert Allowance(tokens=100, characters=5).holds("valve")
    assert not Allowance(tokens=100, characters=4).holds("valve")
    assert Allowance(tokens=9, characters=9).after("valve").characters == 4
    assert Allowance(tokens=9).after("valve") == Allowance(tokens=9 - estimate_tokens("valve"))


@pytest.mark.parametrize(
    ("characters", "shown"),
    [
        (45, "The valve opens to the left. Ask first! …"),
        (41, "The valve opens to the left. Ask first! …"),
        (40, "The valve opens to the left. …"),
        (28, "The valve opens to the …"),
        (12, "The valve …"),
        (10, "The valv …"),
        (4, "Th …"),
        (3, "T …"),
        (2, ""),
    ],
)
def test_a_cut_ends_at_a_sentence_else_between_words_else_in_a_word(characters: int, shown: str) -> None:
    text = "The valve opens to the left. Ask first! Then turn it."
    assert cut(text, Allowance(tokens=1000, characters=characters)) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Is it (really?) so? We do not know.", "Is it (really?) so? …"),
        ("Version 2.1.3 is out, they said to us.", "Version 2.1.3 is out, …"),
        (
            "阀门向左打开。请先询问两次，然后再慢慢地转动它，直到听见声音。",
            "阀门向左打开。请先询问两次，然后再慢慢地转动它 …",
        ),
        (
            "注意 阀门向左打开请先询问两次然后再慢慢地转动它直到听见声音为止",
            "注意 阀门向左打开请先询问两次然后再慢慢地转动 …",
        ),
        ("阀门向左打开请先询问两次。然后再慢慢地转动它直到听见声音为止吧。", "阀门向左打开请先询问两次。 …"),
        ("first line of it\nsecond line that is longer", "first line of it …"),
        ("a " + "x" * 80, "a " + "x" * 21 + MARK),
        ("\n\n\n" + "y" * 80, "\n\n\n" + "y" * 20 + MARK),
    ],
)
def test_ends_of_sentences_are_known_in_scripts_with_and_without_spaces(text: str, shown: str) -> None:
    assert cut(text, Allowance(tokens=1000, characters=25)) == shown


def test_a_text_of_white_space_alone_is_not_shown_as_a_mark() -> None:
    assert cut(" " * 50, Allowance(tokens=100, characters=20)) == ""
