"""Turns as they can be read."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hippo.core.capture.turn import Turn, readable


def test_what_no_text_can_hold_becomes_a_mark() -> None:
    assert readable(Turn(text="a\x00b\ud800c")).text == "a\ufffdb\ufffdc"


def test_colours_of_a_terminal_are_left_out() -> None:
    assert readable(Turn(text="\x1b[1;31mred\x1b[0m\tis\nred")).text == "red\tis\nred"


def test_a_turn_that_can_be_read_stays_itself() -> None:
    turn = Turn(text="Öl\n😀 \u200d")
    assert readable(turn) is turn


@given(st.text(st.characters(exclude_categories=[])))
def test_any_text_can_be_stored_and_keeps_its_lines(text: str) -> None:
    after = readable(Turn(text=text)).text
    after.encode()
    assert "\x00" not in after
    assert after.count("\n") == text.count("\n")
