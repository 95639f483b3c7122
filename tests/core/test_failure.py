"""The lines that tell why a command failed, and by what the same failure is known."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo.core.failure import LINE_LIMIT, MOST_LINES, TEXT_LIMIT, identity_of, telling_lines

NUMBERED = [f"step {number}" for number in range(40)]


def test_what_standard_error_says_comes_before_what_standard_output_says() -> None:
    assert telling_lines(["all is well"], ["the boiler is out of water"]) == ("the boiler is out of water",)


def test_without_standard_error_the_end_of_standard_output_is_told() -> None:
    assert telling_lines(NUMBERED, [])[-1] == "step 39"
    assert len(telling_lines(NUMBERED, [])) == MOST_LINES
    assert telling_lines([], []) == ()


def test_the_first_error_is_told_with_what_follows_it_and_then_the_end() -> None:
    lines = telling_lines([], [*NUMBERED[:20], "error: the pump is dry", " --> pump.c:3", *NUMBERED[20:]])
    assert lines[:3] == ("error: the pump is dry", " --> pump.c:3", "step 20")
    assert lines[-1] == "step 39"
    assert len(lines) == MOST_LINES


def test_where_a_wrapper_speaks_on_standard_error_the_tool_on_standard_output_is_heard() -> None:
    report = [*NUMBERED, "E       assert 3 == 4", "FAILED tests/test_pump.py::test_dry - assert 3 == 4"]
    lines = telling_lines(report, ["make: *** [Makefile:3: test] Error 1"])
    assert {"E       assert 3 == 4", report[-1]} <= set(lines)
    assert lines[-1] == "make: *** [Makefile:3: test] Error 1"


def test_a_reason_comes_before_what_a_wrapper_says_of_it() -> None:
    said = ["npm ERR! Lifecycle script failed", *NUMBERED, "sh: 1: jest: not found", *NUMBERED[:30]]
    assert telling_lines([], said)[0] == "sh: 1: jest: not found"


def test_what_only_passes_a_failure_on_is_left_out() -> None:
    said = ["Error: no such table: valve", "npm ERR! A complete log of this run can be found in: /x.log", "npm ERR!"]
    assert telling_lines([], said) == ("Error: no such table: valve",)


def test_a_wrapper_alone_is_told() -> None:
    assert telling_lines([], ["make: *** No rule to make target 'x'.  Stop."])[0].startswith("make: ***")


def test_of_too_much_the_first_error_and_the_end_stay() -> None:
    lines = telling_lines(
        [], [f"{number} {'x' * 200}" for number in range(5)] + ["error: dry", *("y" * n for n in range(190, 200))]
    )
    assert "error: dry" in lines
    assert lines[-1] == "y" * 199
    assert not lines[0].startswith("0 ")


@given(st.lists(st.text(max_size=400), max_size=30), st.lists(st.text(max_size=400), max_size=30))
def test_a_lesson_is_never_longer_than_its_limits(standard: list[str], errors: list[str]) -> None:
    lines = telling_lines(standard, errors)
    assert len(lines) <= MOST_LINES + 4
    assert len(set(lines)) == len(lines)
    assert all(len(line) <= LINE_LIMIT for line in lines)
    assert sum(len(line) + 1 for line in lines) <= TEXT_LIMIT


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("error at 2031-03-03T12:00:01Z: dry", "error at 2031-03-04T09:10:11.5Z: dry"),
        ("12:00:01 ERROR dry", "13:14:15.123 ERROR dry"),
        ("FAILED in 0.31s", "FAILED in 1.2s"),
        ("error: segfault at 0x7ffe12", "error: segfault at 0x55aa00"),
        ("error: /tmp/tmpab12cd/x.c missing", "error: /tmp/tmpzz99yy/x.c missing"),
        ("error: worker 7 died", "error: worker 12 died"),
        ("src/pump.c:3:5: error: dry", "src/pump.c:14:9: error: dry"),
        ("src/a.ts(12,5): error TS1: x", "src/a.ts(40,1): error TS1: x"),
        (
            "error: job 123e4567-e89b-12d3-a456-426614174000 failed",
            "error: job 00000000-e89b-12d3-a456-426614174000 failed",
        ),
        ("error: image 1a2b3c4d5e gone", "error: image ffeedd0011 gone"),
    ],
)
def test_what_differs_from_run_to_run_makes_no_other_failure(one: str, other: str) -> None:
    assert identity_of(1, [one]) == identity_of(1, [other])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("error: dry", "error: wet"),
        ("AssertionError: expected 3, got 4", "AssertionError: expected 3, got 5"),
        ("error: port 7001 is taken", "error: port 7002 is taken"),
        ("Error: Cannot find module './a'", "Error: Cannot find module './b'"),
    ],
)
def test_another_message_is_another_failure(one: str, other: str) -> None:
    assert identity_of(1, [one]) != identity_of(1, [other])


def test_the_first_and_the_last_error_count_and_nothing_between() -> None:
    assert identity_of(1, ["error: a", "x", "error: b"]) == identity_of(1, ["error: a", "y", "z", "error: b"])
    assert identity_of(1, ["error: a", "x", "error: b"]) != identity_of(1, ["error: a", "x", "error: c"])
    assert identity_of(1, ["hm", "it is cold"]) != identity_of(1, ["hm", "it is hot"])
    assert identity_of(1, ["sh: a: not found", "x"]) == identity_of(1, ["sh: a: not found", "y"])
    assert identity_of(1, ["x"]) != identity_of(2, ["x"])
    assert len(identity_of(1, [])) == 16


def test_a_private_part_is_left_out_though_its_tag_is_on_another_line() -> None:
    lines = ["<private>", "error: the quokka failed", "</private>", *(f"step {n}" for n in range(20)), "error: pump"]
    told = telling_lines(lines, ["<PRIVATE>", "wombat"])
    assert "error: pump" in told
    assert not [line for line in told if "quokka" in line or "wombat" in line]
