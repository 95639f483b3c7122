from __future__ import annotations

import pytest

from hippo.core.consolidation.comparison import compare
from hippo.core.consolidation.statement import read
from hippo.core.consolidation.weights import Weights


def together(one: str, other: str) -> bool:
    return compare(read(one), read(other), Weights()).same_circumstances


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("on staging the limit is 5", "in production the limit is 9"),
        ("the read timeout is 5 s", "the write timeout is 9 s"),
        ("GET /a needs a token", "POST /a needs a token"),
        ("On Python 3.8 use List", "On Python 3.9 use list"),
        ("Invoices: use two digits", "Receipts: use four digits"),
        ("Frontend: use two spaces", "Backend: use four spaces"),
        ("when the cache is warm it takes 2 s", "when the cache is cold it takes 9 s"),
        ("retry if the host is down", "retry"),
        ("retry unless the host is down", "retry if the host is down"),
        ("stop if it is enabled", "stop if it is not enabled"),
    ],
)
def test_different_circumstances_are_told_apart(one, other):
    assert not together(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("stop if yarn hangs", "stop when yarn hangs"),
        ("Important: never stop", "Lesson: never stop"),
        ("on staging the limit is 5", "the limit is 9"),
        ("after the change restart it", "restart it after the change"),
        ("you get what you get", "get it"),
    ],
)
def test_the_same_circumstances_are_the_same(one, other):
    assert together(one, other)


def test_a_label_of_many_words_is_a_sentence():
    assert not read("what everybody should know by now: nothing").label
