from __future__ import annotations

import pytest

from hippo.core.consolidation.statement import read
from hippo.core.consolidation.wording import wording


def names(text: str) -> list[str]:
    return [each.name for each in wording(read(text))]


@pytest.mark.parametrize(
    ("longer", "shorter"),
    [
        ("Please always seal crates", "seal crates"),
        ("Lesson: seal crates", "seal crates"),
        ("make sure to seal crates", "seal crates"),
        ("you need to seal crates", "you must seal crates"),
        ("crates get sealed", "crates are sealed"),
        ("the crates are located in Oslo", "the crates are in Oslo"),
        ("the kiln is run with gas", "the kiln is with gas"),
        ("before running the kiln", "before the kiln"),
        ("use tabs", "tabs"),
    ],
)
def test_a_word_that_adds_nothing_where_it_stands_is_silent(longer, shorter):
    assert names(longer) == names(shorter)


@pytest.mark.parametrize(
    ("longer", "shorter"),
    [
        ("never edit generated files", "never edit files"),
        ("the write timeout is 10 s", "the timeout is 10 s"),
        ("use the live key", "use the key"),
        ("GET /crates is cached", "/crates is cached"),
        ("sell no used crates", "sell no crates"),
        ("keep the run log", "keep the log"),
        ("stop running kilns", "stop kilns"),
        ("it does not need to pass", "it does not pass"),
        ("the kiln needs gas", "the kiln gas"),
        ("read the release note", "read the release"),
        ("check the kilns", "the kilns"),
    ],
)
def test_the_same_word_tells_elsewhere(longer, shorter):
    assert names(longer) != names(shorter)
