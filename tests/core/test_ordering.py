"""Which of the relevant memories come first."""

from __future__ import annotations

from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo.core.memory import Confidence, Memory
from hippo.core.ordering import CONFIDENCE, MOST_RETRIEVED, RETRIEVED_SHARE, score
from hippo.core.value import replace
from tests.core.memories import memories, memory, moments
from tests.support import NOON, at

relevances = st.floats(0, 10)


@given(memories(), relevances, moments)
def test_age_use_and_confidence_move_a_score_by_a_fifth_at_most(one: Memory, relevance: float, now: datetime) -> None:
    found = score(one, relevance, now)
    assert 0.8 * relevance <= found.total <= 1.2 * relevance
    assert 0 <= found.recency <= 1
    assert found.relevance == relevance


@given(memories(), relevances, moments)
def test_the_parts_of_a_score_make_it(one: Memory, relevance: float, now: datetime) -> None:
    found = score(one, relevance, now)
    made = found.relevance * (0.9 + 0.1 * found.strength + 0.1 * found.recency) * found.confidence
    assert found.total == pytest.approx(made)


@given(memories(), relevances, relevances, moments)
def test_of_equals_the_more_relevant_comes_first(one: Memory, less: float, more: float, now: datetime) -> None:
    less, more = sorted((less, more))
    assert score(one, less, now).total <= score(one, more, now).total


@given(memories(), memories(), st.floats(0.01, 10), moments)
def test_no_memory_passes_one_that_is_half_as_relevant_again(
    one: Memory, other: Memory, relevance: float, now: datetime
) -> None:
    assert score(one, relevance, now).total < score(other, 1.5 * relevance, now).total


def test_the_surer_the_better() -> None:
    scores = [score(memory(confidence=confidence), 1.0, NOON).total for confidence in Confidence]
    assert CONFIDENCE.keys() == set(Confidence)
    assert scores == sorted(scores, reverse=True)
    assert len(set(scores)) == len(scores)


def test_of_equals_the_newer_and_the_stronger_come_first() -> None:
    old = memory(created_at=at(days=-30), last_used_at=at(days=-30))
    new, used = memory(), replace(old, last_used_at=NOON)
    assert score(old, 1.0, NOON).recency == 0.5
    assert score(new, 1.0, NOON).total > score(used, 1.0, NOON).total > score(old, 1.0, NOON).total


def test_a_hit_of_half_the_best_relevance_counts_as_used_and_five_of_them_at_most() -> None:
    assert (RETRIEVED_SHARE, MOST_RETRIEVED) == (0.5, 5)
