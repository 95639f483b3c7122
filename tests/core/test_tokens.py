"""The token estimate."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hippo.core.tokens import estimate_tokens


def test_no_text_has_no_tokens() -> None:
    assert estimate_tokens("") == 0


def test_the_formula_counts_every_class_of_characters() -> None:
    """10 letters, 2 of them upper case, 2 digits, 2 signs, 5 words, a newline, é (2 bytes), 中 (3), 🦛 (4)."""
    text = "Hello World 42 !!\né中🦛"
    expected = 1 + int(10 * 0.13 + 2 * 0.9 + 2 * 1.0 + 2 * 0.75 + 5 * 0.5 + 0.8 + 0.8 + 1.25 + 2.7)
    assert estimate_tokens(text) == expected


@given(st.text(st.characters(codec=None)), st.text(st.characters(codec=None)))
def test_parts_never_sum_to_less_than_the_whole(one: str, other: str) -> None:
    assert estimate_tokens(one) + estimate_tokens(other) >= estimate_tokens(one + other)


@given(st.text(), st.text())
def test_more_text_never_has_fewer_tokens(text: str, more: str) -> None:
    assert estimate_tokens(text + more) >= estimate_tokens(text)


def test_lone_surrogates_are_counted_and_do_no_harm() -> None:
    assert estimate_tokens("\ud800") == estimate_tokens("中")


def test_chinese_is_not_taken_for_a_quarter_of_itself() -> None:
    assert estimate_tokens("昨天的会议讨论了备份失败原因和对策") >= 17
