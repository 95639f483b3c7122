from __future__ import annotations

import pytest

from hippo.core.consolidation.pairs import Relation, Verdict, judge
from hippo.core.consolidation.statement import read
from hippo.core.consolidation.weights import Weights
from tests.core.consolidation import meaning_samples as samples
from tests.core.consolidation.pair_samples import pairs

NEUTRAL = {Relation.RELATED, Relation.UNRELATED}


def verdict(one: str, other: str) -> Verdict:
    return judge(read(one), read(other), Weights())


@pytest.mark.parametrize(("one", "other"), pairs(samples.BOTH_STAY))
def test_the_same_words_bound_otherwise_are_not_folded(one, other):
    assert verdict(one, other).relation is not Relation.DUPLICATE
    assert verdict(other, one).relation is not Relation.DUPLICATE


@pytest.mark.parametrize(("one", "other"), pairs(samples.ONE_WAY))
def test_the_other_way_round_is_a_contradiction_where_one_way_only_can_be(one, other):
    found = verdict(one, other)
    assert found.relation is Relation.CONTRADICTION
    assert found.apart
    assert verdict(other, one) == found


@pytest.mark.parametrize(("one", "other"), pairs(samples.MANY_MAY_HOLD))
def test_numbered_things_and_what_happens_on_several_days_do_not_exclude_each_other(one, other):
    assert verdict(one, other).relation in NEUTRAL


@pytest.mark.parametrize(("one", "other"), pairs(samples.OTHER_VALUES))
def test_values_that_differ_in_little_exclude_each_other(one, other):
    assert verdict(one, other).relation is Relation.CONTRADICTION


@pytest.mark.parametrize(("one", "other"), pairs(samples.SAME))
def test_another_voice_or_place_of_a_phrase_says_the_same(one, other):
    assert verdict(one, other).relation is Relation.DUPLICATE


@pytest.mark.parametrize(("one", "other"), [pair for block in (samples.ONE_WAY, samples.SAME) for pair in pairs(block)])
def test_the_order_of_the_two_texts_changes_no_relation(one, other):
    assert verdict(one, other).relation is verdict(other, one).relation
