"""BM25 against its definition and against rank_bm25."""

from __future__ import annotations

import math
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st
from rank_bm25 import BM25Okapi

from hippo.core.bm25 import K1, inverse_document_frequency, length_cost, saturated

WORDS = st.lists(st.sampled_from("abcdefgh"), min_size=1, max_size=12)
B = 0.75


def ours(query: list[str], texts: list[list[str]], *, plus_one: bool) -> list[float]:
    average = sum(map(len, texts)) / len(texts)
    holding = Counter(word for text in texts for word in set(text))

    def worth(word: str) -> float:
        if plus_one:
            return inverse_document_frequency(len(texts), holding[word])
        return math.log(len(texts) - holding[word] + 0.5) - math.log(holding[word] + 0.5)

    return [
        sum(worth(word) * saturated(text.count(word), length_cost(len(text) / average, B)) for word in query)
        for text in texts
    ]


@given(st.lists(WORDS, min_size=3, max_size=8), WORDS)
def test_scores_are_those_of_rank_bm25_where_its_frequencies_are_taken(
    texts: list[list[str]], query: list[str]
) -> None:
    """They differ in the idf alone, and there only in the 1 that keeps ours above zero."""
    okapi = BM25Okapi(texts, k1=K1, b=B, epsilon=0)
    rare = [word for word in query if 0 < sum(word in text for text in texts) <= len(texts) / 2]
    expected = list(okapi.get_scores(rare))
    assert all(
        math.isclose(a, b, abs_tol=1e-9) for a, b in zip(ours(rare, texts, plus_one=False), expected, strict=True)
    )


@given(st.integers(0, 10_000), st.integers(0, 10_000))
def test_a_rarer_word_tells_more_and_every_word_tells_something(documents: int, holding: int) -> None:
    assert inverse_document_frequency(documents, holding) > 0
    assert inverse_document_frequency(documents, holding) >= inverse_document_frequency(documents, holding + 1)


@given(st.integers(1, 1_000), st.floats(0.01, 100), st.floats(0, 1))
def test_repeating_counts_less_and_less_and_long_texts_pay(count: int, length: float, b: float) -> None:
    cost = length_cost(length, b)
    assert saturated(count, cost) < saturated(count + 1, cost) <= K1 + 1
    assert saturated(count, length_cost(length * 2, b)) <= saturated(count, cost)


def test_once_in_a_text_of_average_length_counts_one() -> None:
    assert saturated(1, length_cost(1.0, B)) == 1.0
    assert saturated(0, length_cost(1.0, B)) == 0.0
