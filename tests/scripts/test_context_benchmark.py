"""The context benchmark: what it counts, and a run on a small collection."""

from __future__ import annotations

import pytest

from scripts.benchmarks.context import BUDGETS, main, newest_within, share
from scripts.benchmarks.retrieval_data import Question, Text
from tests.scripts.test_recall_benchmark import dataset  # noqa: F401 - a fixture

QUESTION = Question(key="q", text="?", answers=frozenset("ab"), kind="")


def test_a_share_counts_the_answers_that_are_shown() -> None:
    assert share(QUESTION, ["a", "x"]) == 0.5
    assert share(QUESTION, []) == 0.0


def test_the_newest_come_first_and_stop_at_the_budget() -> None:
    texts = [Text(key=str(position), text="one two three", position=position) for position in range(9)]
    everything, cost = newest_within(texts, 1_000_000)
    assert everything == list("876543210")
    keys, used = newest_within(texts, cost // 2)
    assert keys == list("8765")
    assert used <= cost // 2


def test_a_run_prints_a_row_for_each_budget(
    dataset: object,  # noqa: F811 - the fixture
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main([str(dataset)]) == 0
    rows = [line.split("|") for line in capsys.readouterr().out.splitlines() if "budget of" in line]
    assert len(rows) == len(BUDGETS)
    for budget, row in zip(BUDGETS, rows, strict=True):
        tokens, shown = row[2].split("/")
        assert 0 < float(tokens) <= budget
        assert float(shown) == 1.0
