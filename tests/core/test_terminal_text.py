"""What an output leaves on the screen."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo.core.terminal_text import lines_of


@pytest.mark.parametrize(
    ("output", "lines"),
    [
        (b"one\r\n\r\ntwo\n   \n", ["one", "two"]),
        (b"\x1b[31mred\x1b[0m and \x1b]8;;https://x.example\x07link\x1b]8;;\x07", ["red and link"]),
        (b"10%\r50%\rdone\n", ["done"]),
        (b"fetching\r", ["fetching"]),
        (b"N\bNA\bAM\bME\n", ["NAME"]),
        (b"same\nsame\nother\nsame\n", ["same", "other", "same"]),
        (b"    indented\t\n", ["    indented"]),
        (b"\x00\x07bell \xff\n", ["bell \N{REPLACEMENT CHARACTER}"]),
        ("Привет, 世界\n".encode(), ["Привет, 世界"]),
        (b"", []),
    ],
)
def test_escapes_and_what_was_written_over_are_gone(output: bytes, lines: list[str]) -> None:
    assert lines_of(output) == lines


@pytest.mark.parametrize(
    "line",
    [
        "[#####-----]  50%",
        " 40%|████      | 4/10 [00:01<00:02,  3.1it/s]",
        "━━━━━━━━━━━━━━━━ 12.1/12.1 MB 88.1 MB/s 100%",
        "⠋ building",
        "[====>    ] 3/7",
        "100%",
        " 37% | downloading",
    ],
)
def test_bars_and_spinners_are_gone(line: str) -> None:
    assert lines_of(f"before\n{line}\nafter".encode()) == ["before", "after"]


@pytest.mark.parametrize(
    "line",
    [
        "coverage fell to 80%",
        "error: 50% of 10 requests failed",
        "-----",
        "[tool.ruff]",
        "====== 1 failed, 3 passed in 0.2s ======",
        "[1] 1234 segmentation fault",
        "TOTAL   120   12   90%",
    ],
)
def test_what_only_looks_a_little_like_a_bar_stays(line: str) -> None:
    assert lines_of(line.encode()) == [line]


@given(st.binary(max_size=200))
def test_no_output_breaks_it_and_every_line_can_be_shown(output: bytes) -> None:
    for line in lines_of(output):
        assert line.strip()
        assert not set(line) & set("\x1b\x00\r\n\b\x7f")
