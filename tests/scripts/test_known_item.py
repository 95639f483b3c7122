"""The benchmark of known memories asks what it says it asks."""

from __future__ import annotations

import json
import random

import pytest

from hippo.core.typos import spellings
from scripts.benchmarks import known_item
from scripts.benchmarks.known_item import COMMONEST, KINDS, commonest, main, slipped


def test_every_kind_of_question_stands_in_the_table_for_every_size(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--sizes", "60,120", "--questions", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(" | ")[:2] for line in lines[2:]] == [
        [f"| {size}", kind] for size in (60, 120) for kind in (*KINDS, COMMONEST)
    ]


def test_in_a_small_store_bounds_lose_nothing(capsys: pytest.CaptureFixture[str], tmp_path) -> None:
    for _ in range(2):  # the second time with the store that is there already
        assert main(["--sizes", "150", "--questions", "5", "--folder", str(tmp_path), "--json"]) == 0
        answers = json.loads(capsys.readouterr().out)["150"]
        asked = [answer for kind in KINDS for answer in answers[kind]]
        assert all(answer["is_found"] == answer["is_found_unbounded"] for answer in asked)
        assert sum(answer["is_found"] for answer in asked) > 0.9 * len(asked)
        assert all(answer["statements"] > 3 and answer["rows"] > 3 for answer in asked)


def test_a_slip_is_one() -> None:
    chance = random.Random(1)
    words = {slipped("valve", chance) for _ in range(200)}
    assert len(words) > 10
    assert words <= {"valve", *spellings("valve")}


def test_the_commonest_words_are_asked_for_by_twos_and_all() -> None:
    texts = [question.text.split() for question in commonest()]
    assert [len(text) for text in texts] == [2] * 10 + [10]
    assert not set(texts[-1]) & known_item.STOP_WORDS
