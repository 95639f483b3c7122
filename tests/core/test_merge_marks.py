"""Telling an unresolved merge from a text about merging."""

from __future__ import annotations

import pytest

from hippo.core.merge_marks import is_unresolved
from tests.growth import reads_linearly

CONFLICT = "<<<<<<< HEAD\none\n=======\nother\n>>>>>>> branch\n"
WHOLE = {
    "as git writes it": CONFLICT,
    "with lines around": f"before\n{CONFLICT}after",
    "with the base between": "<<<<<<< HEAD\none\n||||||| 1a2b3c4\nbase\n=======\nother\n>>>>>>> branch",
    "nested": "<<<<<<<<< HEAD\none\n=========\nother\n>>>>>>>>> branch\n",
    "CRLF": CONFLICT.replace("\n", "\r\n"),
    "no labels": "<<<<<<<\none\n=======\nother\n>>>>>>>",
    "empty sides": "<<<<<<< HEAD\n=======\n>>>>>>> branch",
}
QUOTED = {
    "nothing": "",
    "indented": "".join(f"    {line}\n" for line in CONFLICT.splitlines()),
    "one kind": "<<<<<<< HEAD\none\n",
    "two kinds": "<<<<<<< HEAD\none\n>>>>>>> branch\n",
    "in the wrong order": ">>>>>>> branch\n=======\n<<<<<<< HEAD\n",
    "a heading": "Title\n=======\ntext",
    "six signs": CONFLICT.replace("<<<<<<<", "<<<<<<").replace(">>>>>>>", ">>>>>>").replace("=======", "======"),
    "within a line": "git writes <<<<<<< HEAD and ======= and >>>>>>> branch",
    "a code block": f"it looks like this:\n```\n{CONFLICT}```\nand so on",
    "a code block of tildes": f"~~~ text\n{CONFLICT}~~~\n",
    "an unclosed code block": f"```\n{CONFLICT}",
}


@pytest.mark.parametrize("text", WHOLE.values(), ids=WHOLE)
def test_the_two_sides_of_a_conflict_are_seen(text: str) -> None:
    assert is_unresolved(text)
    assert is_unresolved(text, known="the valve opens to the left")


@pytest.mark.parametrize("text", QUOTED.values(), ids=QUOTED)
def test_what_only_quotes_such_marks_is_no_conflict(text: str) -> None:
    assert not is_unresolved(text)
    assert not is_unresolved(text, known=text)


def test_a_conflict_in_a_code_block_is_seen_where_the_text_before_is_known() -> None:
    text = f"```\n{CONFLICT}```\n"
    assert is_unresolved(text, known="```\none\n```\n")
    assert not is_unresolved(f"{text}edited", known=text)


def test_a_conflict_around_a_quotation_is_one() -> None:
    quoting = f"conflicts look so:\n{CONFLICT}"
    assert is_unresolved(f"<<<<<<< ours\n{quoting}=======\n{quoting}again\n>>>>>>> theirs\n", known=quoting)


def test_a_large_file_of_marks_is_read_at_one_go() -> None:
    text = "<<<<<<< HEAD\n```\n" * 100_000
    assert not is_unresolved(text)
    assert not is_unresolved(text, known="")
    assert reads_linearly(is_unresolved, text)
