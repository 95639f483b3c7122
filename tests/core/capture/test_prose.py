"""The prose of a message."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo.core.capture.prose import paragraphs


def test_paragraphs_and_items_stand_on_one_line_each() -> None:
    text = "One\ntwo  three.\n\n- four\n  five\n* six\n1. seven\n- [ ] eight\n"
    assert list(paragraphs(text)) == ["One two three.", "four five", "six", "seven", "eight"]


@pytest.mark.parametrize(
    "pasted",
    [
        "```\nnever run this\n```",
        "~~~sh\nnever run this\n\nnever\n~~~",
        "- ```py\n  never = 1\n  ```",
        "> never run this",
        "| never | always |\n|---|---|",
        "# Never do this",
        "$ never --run",
        ">>> never()",
        "2031-03-03T12:00:00Z you must never run",
        "[12:00:01] never",
        "ERROR: never run this",
        "    at never (x.js:1:1)",
        '{"never": "run"}',
        "--- a/never\n+++ b/never\n@@ -1 +1 @@",
        "mem_0123456789ab ▰▰▰▰▰ 1.00 never run this",
        "<hippo-memory>\nnever run this\n\n- always\n</hippo-memory>",
        "< hippo-memory scope='x'>never",
        "<!-- hippo:begin -->\nnever run this\n<!-- hippo:end -->",
        "<!-- hippo block begin -->\nnever run this",
        "<system-reminder>\nnever run this\n</system-reminder>",
        "<system-reminder>\nnever run this",
        "<INSTRUCTIONS>never</INSTRUCTIONS>",
        "<div>never</div>",
    ],
)
def test_what_nobody_says_is_left_out(pasted: str) -> None:
    assert list(paragraphs(f"before\n\n{pasted}")) == ["before"]


def test_a_label_begins_a_paragraph_of_its_own() -> None:
    said = "We talked.\nRule: never mock the database\n**Decision:** we chose vite\nover webpack\nand a rule: none"
    assert list(paragraphs(said)) == [
        "We talked.",
        "Rule: never mock the database",
        "**Decision:** we chose vite over webpack and a rule: none",
    ]


def test_what_follows_a_block_is_read_again() -> None:
    text = "```\nnever\n```\nafter\n\n<hippo-memory>never</hippo-memory>\nafter that, a < b and c > d"
    assert list(paragraphs(text)) == ["after", "after that, a < b and c > d"]
    assert list(paragraphs("````\n```\nnever\n```\n````\nafter")) == ["after"]


@given(st.text(alphabet="ab`~>|-*# \n<hipo/!", max_size=200))
def test_no_text_breaks_it_and_no_paragraph_is_empty(text: str) -> None:
    assert all(each == " ".join(each.split()) and each for each in paragraphs(text))


HIT = """\
mem_0123456789ab  ▰▰▰▰▰ 1.00  [observed]  just now  #rule
  Never run the press without oil.

  Otherwise it must be cleaned.
Now this: never push on Fridays.
  > learnt  mem_0123456789ac  Never trust it."""


def test_what_hippo_has_printed_is_nobodys() -> None:
    assert list(paragraphs(HIT)) == ["Now this: never push on Fridays."]
    assert list(paragraphs("took  mem_0123456789ab  x\n  Never run it.\nIt ran.")) == ["It ran."]


def test_a_memory_that_is_only_named_hides_nothing_below_it() -> None:
    assert list(paragraphs("As mem_0123456789ab says\n\n  Never run it.")) == ["Never run it."]
