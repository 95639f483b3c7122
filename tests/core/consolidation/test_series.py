from __future__ import annotations

from hippo.core.consolidation.series import in_series
from hippo.core.consolidation.statement import read

READINGS = [read(f"the export took {seconds} s") for seconds in (31, 47, 52)]


def test_three_values_in_the_same_words_are_a_series():
    pairs = [(0, 1), (0, 2), (1, 2)]
    assert in_series(READINGS, pairs) == frozenset(pairs)


def test_two_values_are_none_however_often_they_are_given():
    assert not in_series(READINGS, [(0, 1)])
    again = [READINGS[0], READINGS[1], READINGS[0]]
    assert not in_series(again, [(0, 1), (1, 2)])


def test_texts_that_differ_in_more_than_one_place_are_none():
    texts = [read("big parcels leave at noon"), read("small letters of Tom leave at night"), read("ships arrive")]
    assert not in_series(texts, [(0, 1), (0, 2), (1, 2)])
