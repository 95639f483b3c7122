"""Texts that are too long for one memory."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo.core.long_text import parts


def test_a_text_that_fits_is_left_as_it_is() -> None:
    assert list(parts("one  two\n\n\nthree", 20)) == ["one  two\n\n\nthree"]


@pytest.mark.parametrize(
    ("text", "limit", "found"),
    [
        ("First one.\n\nSecond one.\n\nThird.", 24, ["First one.\n\nSecond one.", "Third."]),
        ("First one. Second one! Third?", 22, ["First one. Second one!", "Third?"]),
        ("line one.\nline two.\nline three.", 20, ["line one.\nline two.", "line three."]),
        ("```sh\none\ntwo\nthree\n```\nend", 20, ["```sh\none\ntwo\n```", "```sh\nthree\n```\n\nend"]),
        ("```\nonly one open fence", 16, ["```\nonly one\n```", "```\nopen\n```", "```\nfence\n```"]),
        (
            "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |",
            32,
            ["| a | b |\n|---|---|\n| 1 | 2 |", "| a | b |\n|---|---|\n| 3 | 4 |"],
        ),
        ("a sentence without any end", 12, ["a sentence", "without any", "end"]),
        ("左" * 7, 9, ["左左左", "左左左", "左"]),
        ("one two\n\n\n\nthree four", 12, ["one two", "three four"]),
        (" " * 50, 12, []),
        ("before\n```\nx\n```", 12, ["before", "```\nx\n```"]),
    ],
)
def test_a_text_is_cut_where_its_parts_end(text: str, limit: int, found: list[str]) -> None:
    assert list(parts(text, limit)) == found


@given(st.text(st.sampled_from("ab. \n`|-左é"), max_size=200), st.integers(40, 80))
def test_every_part_fits_and_nothing_is_lost(text: str, limit: int) -> None:
    found = list(parts(text, limit))
    assert all(len(part.encode()) <= limit for part in found)
    assert all(sum(part.count(letter) for part in found) >= text.count(letter) for letter in "ab左é")
