from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hippo.core.consolidation.clusters import CUT, CUT_OF_MANY, MOST, clusters, cut_for
from hippo.core.consolidation.features import dot


def unit(*names: str) -> dict[str, float]:
    return dict.fromkeys(sorted(names), len(names) ** -0.5)


def near(vectors):
    return {(one, other): dot(vectors[one], vectors[other]) for other in range(len(vectors)) for one in range(other)}


def test_the_cut_rises_with_the_store():
    assert cut_for(0) == cut_for(100) == CUT
    assert CUT < cut_for(400) < CUT_OF_MANY
    assert cut_for(1_000) == cut_for(50_000) == CUT_OF_MANY


def test_texts_of_one_subject_are_a_group_and_two_are_not():
    vectors = [unit("a", "b"), unit("a", "b"), unit("a", "b", "c"), unit("x", "y"), unit("x", "y")]
    assert clusters(vectors, near(vectors), [], cut=0.3) == [(0, 1, 2)]


def test_a_chain_is_no_group():
    vectors = [unit("a", "b"), unit("b", "c"), unit("c", "d"), unit("d", "e"), unit("e", "f")]
    assert clusters(vectors, near(vectors), [], cut=0.4) == []


def test_texts_that_are_apart_never_share_a_group():
    vectors = [unit("a", "b")] * 4
    assert clusters(vectors, near(vectors), [(0, 3)], cut=0.3) == [(0, 1, 2)]


def test_the_text_with_more_rivals_is_left_out():
    vectors = [unit("a", "b")] * 5
    assert clusters(vectors, near(vectors), [(0, 1), (0, 2)], cut=0.3) == [(1, 2, 3, 4)]


def test_a_group_does_not_grow_without_end():
    vectors = [unit("a", "b")] * (MOST + 3)
    assert max(len(group) for group in clusters(vectors, near(vectors), [], cut=0.3)) <= MOST


@given(st.lists(st.frozensets(st.sampled_from("abcdef"), min_size=1), max_size=9), st.data())
def test_groups_are_disjoint_large_enough_and_free_of_rivals(features, data):
    vectors = [unit(*each) for each in features]
    pairs = sorted(near(vectors))
    apart = data.draw(st.lists(st.sampled_from(pairs), max_size=6)) if pairs else []
    found = clusters(vectors, near(vectors), apart, cut=0.3)
    places = [place for group in found for place in group]
    assert len(places) == len(set(places))
    assert all(len(group) >= 3 for group in found)
    assert not any(set(pair) <= set(group) for pair in apart for group in found)
