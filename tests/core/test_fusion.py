"""Words and meaning in one order."""

from __future__ import annotations

import pytest

from hippo.core.fusion import FOREMOST, LEAD, SURE, fused, fused_ranks
from hippo.core.rank import Document, Ranked


def document(key: int, series: str = "", position: int = 0) -> Document:
    return Document(key=key, text="", terms="", head_count=0, term_count=0, series=series, position=position)


#: Words that no memory holds by accident, in nats.
MUCH = 50.0


def by_words(**relevance: float) -> list[Ranked]:
    return [Ranked(key=int(key[1:]), relevance=each, words=each, told=MUCH) for key, each in relevance.items()]


FOUR = [document(key) for key in (1, 2, 3, 4)]


def order(found: list[Ranked]) -> list[int]:
    return [each.key for each in found]


def test_both_parts_are_added_and_shown() -> None:
    first, second = fused(by_words(d1=0.5, d2=0.4), FOUR, {1: 0.1, 2: 0.4}, stored=100, weight=1.0, least=0.3)
    assert (first.key, first.words, first.meaning, first.cosine) == (2, 0.4, 0.5 * 0.4, 0.4)
    assert (second.key, second.words, second.meaning) == (1, 0.5, 0.5 * 0.1)
    assert [each.relevance for each in (first, second)] == [each.words + each.meaning for each in (first, second)]


def test_what_shares_no_word_is_found_from_the_least_cosine_on() -> None:
    found = fused(by_words(d1=0.5), FOUR, {1: 0.0, 2: 0.3, 3: 0.29}, stored=100, weight=1.0, least=0.3)
    assert order(found) == [1, 2]


def test_without_any_word_meaning_is_measured_by_itself() -> None:
    [found] = fused([], FOUR, {2: 0.4}, stored=100, weight=0.5, least=0.3)
    assert (found.key, found.relevance) == (2, pytest.approx(0.2))


def test_the_more_of_the_query_one_memory_holds_the_less_meaning_counts() -> None:
    def meaning(cover: float) -> float:
        words = [Ranked(key=1, relevance=0.5, told=MUCH), Ranked(key=2, relevance=0.4, cover=cover)]
        return fused(words, FOUR, {1: 0.8}, stored=100, weight=1.0, least=0.3)[0].meaning

    assert meaning(0.0) == pytest.approx(0.5 * 0.8)
    assert meaning(0.5) == pytest.approx((1 - 0.5 * SURE) * meaning(0.0))
    assert meaning(1.0) == pytest.approx((1 - SURE) * meaning(0.0))
    assert meaning(1.7) == meaning(1.0)


def test_only_the_foremost_by_words_take_doubt_away() -> None:
    words = [
        Ranked(key=key, relevance=1 / key, cover=float(key > FOREMOST), told=MUCH) for key in range(1, FOREMOST + 2)
    ]
    documents = [document(each.key) for each in words]
    assert fused(words, documents, {1: 0.8}, stored=100, weight=1.0, least=0.3)[0].meaning == pytest.approx(0.8)


def lead(*, told: float = 1.0, cover: float = 0.2, ahead: float = 0.9, stored: int = 40) -> float:
    """What meaning leads by, read off the share that is left to words; the nearest stands `ahead` of a crowd."""
    crowd = [document(key) for key in range(1, 41)]
    near = {each.key: 0.4 + 0.05 * (each.key % 3) for each in crowd} | {1: ahead}
    words = [Ranked(key=1, relevance=0.5, words=0.5, told=told, cover=cover)]
    first = fused(words, crowd, near, stored=stored, weight=1.0, least=0.3)[0]
    assert first.relevance == pytest.approx(first.words + first.meaning)
    return 0.5 / first.words - 1.0


def test_words_that_a_memory_may_hold_by_accident_let_meaning_lead() -> None:
    assert lead() == pytest.approx(0.8 * LEAD)
    assert lead(cover=1.0) == 0.0
    leads = [lead(told=told) for told in (0.0, 6.0, 8.0, 10.0)]
    assert leads == sorted(leads, reverse=True)
    assert (leads[0], leads[-1]) == (pytest.approx(0.8 * LEAD), pytest.approx(0.0))


def test_the_more_memories_there_are_the_more_of_them_hold_a_word_by_accident() -> None:
    leads = [lead(told=10.0, stored=stored) for stored in (50, 150, 300, 100_000)]
    assert leads == sorted(leads)
    assert leads[0] < leads[1] < leads[2] < leads[3] == pytest.approx(0.8 * LEAD)


def test_meaning_does_not_lead_where_all_is_about_as_near() -> None:
    assert lead(ahead=0.5) == pytest.approx(0.0)
    even = fused([Ranked(key=1, relevance=0.5)], FOUR, dict.fromkeys(range(1, 5), 0.5), stored=4, weight=1.0, least=0.3)
    assert even[0].meaning == pytest.approx(0.5 * 0.5)


def test_a_match_in_the_metadata_raises_meaning_as_it_does_words() -> None:
    words = [Ranked(key=1, relevance=0.9, metadata=0.5, lift=2.0, told=MUCH), Ranked(key=2, relevance=0.2)]
    first, second = fused(words, FOUR, {1: 0.5, 2: 0.5}, stored=100, weight=1.0, least=0.3)
    assert (first.meaning, second.meaning) == (pytest.approx(2.0 * 0.4 * 0.5), pytest.approx(0.4 * 0.5))


def test_opposites_are_not_punished() -> None:
    assert fused(by_words(d1=0.5), FOUR, {1: -0.9}, stored=100, weight=1.0, least=0.3)[0].relevance == 0.5


def test_one_without_a_vector_yet_counts_as_the_others_that_words_found_do() -> None:
    found = fused(by_words(d1=0.5, d2=0.4, d3=0.3), FOUR, {1: 0.6, 3: 0.4, 4: 0.9}, stored=100, weight=1.0, least=0.3)
    assert {each.key: (each.meaning, each.cosine) for each in found}[2] == (0.5 * 0.5, None)


def test_equals_stand_in_the_order_of_their_keys() -> None:
    assert order(
        fused(by_words(d3=0.5, d1=0.5), FOUR, {2: 1.0, 1: 0.0, 3: 0.0}, stored=100, weight=1.0, least=0.3)
    ) == [1, 2, 3]


def test_in_a_talk_what_stands_beside_it_counts() -> None:
    talk = [document(1, "a", 1), document(2, "a", 2), document(3, "b", 2)]
    found = fused(by_words(d1=0.1, d2=0.1, d3=0.1), talk, {1: 0.9, 2: 0.3, 3: 0.3}, stored=100, weight=1.0, least=0.3)
    assert order(found) == [1, 2, 3]
    assert found[1].meaning == pytest.approx(0.1 * (0.3 + 0.35 * 0.9) / 1.35)
    assert found[1].cosine == 0.3


def test_fused_ranks_know_places_alone() -> None:
    found = fused_ranks(by_words(d1=0.9, d2=0.1), FOUR, {2: 0.9, 3: 0.8, 4: 0.1}, least=0.3)
    assert order(found) == [2, 1, 3]
    assert found[0].relevance == pytest.approx(0.7 * 60 / 61 + 0.3)
    assert (found[2].meaning, found[2].cosine) == (pytest.approx(0.3 * 60 / 61), 0.8)


def test_without_any_cosine_the_order_is_that_of_words() -> None:
    words = by_words(d2=0.5, d1=0.4, d3=0.1)
    assert fused(words, FOUR, {}, stored=100, weight=1.0, least=0.3) == words
    assert order(fused_ranks(words, FOUR, {}, least=0.3)) == [2, 1, 3]
