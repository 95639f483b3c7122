"""Colour for terminals."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo.cli.paint import painted

CODE = re.compile(r"\x1b\[\d+m")
PIECES = (
    "mem_0123456789ab",
    "▰▰▰▱▱",
    "[stale]",
    "[verified]",
    " #tag",
    "a",
    " ",
    "\n",
    "  ",
    "mem_01",
    "▰",
    "[",
    "(",
    ",",
)


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
def test_paint_adds_codes_and_changes_no_character(line: str) -> None:
    assert CODE.sub("", painted(line)) == line


@pytest.mark.parametrize(
    ("line", "seen"),
    [
        ("mem_0123456789ab", "<2>mem_0123456789ab<0>"),
        ("stored mem_0123456789ab", "stored <2>mem_0123456789ab<0>"),
        ("▰▱▱▱▱ 0.1", "<31>▰▱▱▱▱<0> 0.1"),
        ("▰▰▱▱▱", "<33>▰▰▱▱▱<0>"),
        ("▰▰▰▱▱", "<33>▰▰▰▱▱<0>"),
        ("▰▰▰▰▱", "<32>▰▰▰▰▱<0>"),
        ("[verified]", "<32>[verified]<0>"),
        ("[stale]", "<33>[stale]<0>"),
        ("[inferred]", "<2>[inferred]<0>"),
        ("[observed]", "[observed]"),
        ("3 days ago  #pump, #valve", "3 days ago  <36>#pump<0>, <36>#valve<0>"),
        ("C# and issue#7", "C# and issue#7"),
        ("mem_0123", "mem_0123"),
        ("", ""),
    ],
)
def test_ids_bars_confidence_and_tags_stand_out(line: str, seen: str) -> None:
    assert CODE.sub(lambda code: f"<{code[0][2:-1]}>", painted(line)) == seen


@pytest.mark.parametrize("text", ["  the text of #a memory", "  mem_0123456789ab", "  [stale]\n▰▰▰▰▰"])
def test_the_text_of_a_memory_stays_plain(text: str) -> None:
    assert painted(text) == text
    assert painted(f"[stale]\n{text}").endswith(f"\n{text}")
