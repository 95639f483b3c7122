from __future__ import annotations

from scripts.benchmarks.scores import Counts, Row, table


def test_precision_recall_and_f1_of_labels():
    gold, said = ["a", "a", "b", "c"], ["a", "b", "a", "c"]
    counts = Counts.of(gold, said, ("a",), ("a",))
    assert (counts.right, counts.found, counts.wanted) == (1, 2, 2)
    assert str(counts) == "0.50 / 0.50 / 0.50"


def test_pairs_count_where_both_stand_in_one_group():
    counts = Counts.of_pairs({(0, 1), (0, 2), (1, 2)}, [(2, 1), (3, 4)])
    assert (counts.precision, counts.recall) == (0.5, 1 / 3)


def test_nothing_found_is_zero():
    assert str(Counts(right=0, found=0, wanted=0)) == "0.00 / 0.00 / 0.00"


def test_a_table_has_a_column_for_each_system_and_gaps_where_one_was_not_measured():
    rows = [Row("one", {"hippo": "1", "plain": "2"}, ">= 1"), Row("two", {"hippo": "3"}, "")]
    assert list(table(rows)) == [
        "| | hippo | plain | goal |",
        "|---|---|---|---|",
        "| one | 1 | 2 | >= 1 |",
        "| two | 3 |  |  |",
    ]
