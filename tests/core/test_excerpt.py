"""What is kept of an output of any length."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hippo.core.excerpt import FIRST_BYTES, TAIL_BYTES, Excerpt
from hippo.core.terminal_text import lines_of


def excerpt(*pieces: bytes) -> Excerpt:
    made = Excerpt()
    for piece in pieces:
        made.take(piece)
    return made


@given(st.lists(st.binary(max_size=50), max_size=20))
def test_a_short_output_is_kept_whole_however_it_comes(pieces: list[bytes]) -> None:
    assert excerpt(*pieces).lines() == lines_of(b"".join(pieces))


def numbered(count: int) -> bytes:
    return b"".join(b"line %d of the build\n" % number for number in range(count))


def test_of_a_long_output_the_end_is_kept_in_whole_lines() -> None:
    lines = excerpt(*[numbered(1000)] * 20).lines()
    assert lines[-1] == "line 999 of the build"
    assert all(line.startswith("line ") for line in lines)
    assert TAIL_BYTES - 100 < sum(len(line) + 1 for line in lines) <= TAIL_BYTES


@given(st.integers(1, 60))
def test_the_first_error_of_a_long_output_is_kept_wherever_it_is_cut(size: int) -> None:
    output = numbered(50) + b"error: the pump is dry\n  at the mill\n" + numbered(9000) + b"error: gave up\n"
    head, rest = output[:2000], output[2000:]
    made = excerpt(*(head[at : at + size] for at in range(0, len(head), size)), rest)
    lines = made.lines()
    assert lines[:2] == ["error: the pump is dry", "  at the mill"]
    assert lines[-1] == "error: gave up"


def test_only_a_bounded_part_is_kept() -> None:
    made = excerpt(b"error: x\n", *[b"y" * 1_000_000] * 20)
    assert sum(map(len, made.lines())) <= TAIL_BYTES + FIRST_BYTES


def test_a_line_with_a_harmless_clue_is_not_the_first_error() -> None:
    lines = excerpt(b"cc -Werror a.c\n" * 3, b"error: real\n", numbered(9000)).lines()
    assert lines[0] == "error: real"


def test_after_very_many_harmless_clues_no_more_are_looked_at() -> None:
    lines = excerpt(b"cc -Werror a.c\n" * 6000, b"error: late\n", numbered(9000)).lines()
    assert "error: late" not in lines


def test_an_error_that_the_end_still_holds_is_not_said_twice() -> None:
    lines = excerpt(numbered(9000), b"error: late\n").lines()
    assert lines.count("error: late") == 1
