from __future__ import annotations

import pytest

from hippo.core.consolidation.statement import read
from hippo.core.consolidation.wording import wording


def meaning(text: str) -> list[tuple[str, frozenset[str]]]:
    return [each.meaning for each in wording(read(text))]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("the bucket media-7 is private", "the media-7 bucket is private"),
        ("the fail-safe valve", "the valve fail-safe"),
        ("versions of dependencies", "dependency versions"),
        ("listens on port 9000", "listens on 9000"),
        ("the parcel limit is 4", "parcel limit: 4"),
        ("it is not possible to undo a purge", "it is impossible to undo a purge"),
        ("slow due to coverage", "slow because of coverage"),
        ("returns at most 40 rows", "returns 40 rows at most"),
        ("runs every 60 minutes", "runs hourly"),
    ],
)
def test_ways_of_writing_one_thing_come_out_the_same(one, other):
    assert meaning(one) == meaning(other)


@pytest.mark.parametrize(
    ("text", "word", "classes"),
    [
        ("only admins merge", "administr", {"only"}),
        ("copy rows from alpha", "alpha", {"from"}),
        ("use node, not deno", "deno", {"not"}),
        ("use node rather than deno", "deno", {"not"}),
        ("admins can merge", "merg", {"can"}),
        ("stop after the seed", "seed", {"after"}),
    ],
)
def test_small_words_bind_to_the_idea_after_them(text, word, classes):
    assert dict(meaning(text))[word] == classes


def test_what_one_name_does_to_another_stays_in_its_order():
    assert meaning("get_user loads get_order") != meaning("get_order loads get_user")


def test_tickets_and_bare_decimals_count_as_they_are_written():
    assert meaning("see #12") != meaning("see #13")
    assert meaning("pin it to 1.2") != meaning("pin it to 1.20")
    assert meaning("set A=1") != meaning("set A=2")
