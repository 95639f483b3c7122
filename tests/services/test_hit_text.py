"""A hit as a reader gets it."""

from __future__ import annotations

import pytest

from hippo.core.memory import Confidence, State
from hippo.services.hit_text import headline, indented
from tests.core.memories import memory
from tests.support import NOON, at


def test_the_headline_names_a_memory_and_says_what_one_needs_to_judge_it() -> None:
    assert headline(memory(), strength=0.5, now=at(days=2)) == "mem_000000000001  ▰▰▱▱▱ 0.50  [observed]  2 days ago"


def test_what_is_out_of_the_ordinary_is_added() -> None:
    odd = memory(pinned=True, state=State.ARCHIVED, confidence=Confidence.STALE, tags=("error", "night shift"))
    assert headline(odd, strength=1.0, now=NOON, scope="global") == (
        "mem_000000000001  ▰▰▰▰▰ 1.00  [stale]  just now  pinned  archived  #error  #night shift  (global)"
    )


@pytest.mark.parametrize(
    ("text", "shown"), [("one", "  one"), ("one\n\ntwo\n  three", "  one\n\n  two\n    three"), ("", "")]
)
def test_every_line_of_a_text_stands_under_its_headline(text: str, shown: str) -> None:
    assert indented(text) == shown
