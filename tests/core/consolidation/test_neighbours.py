from __future__ import annotations

import random

from hippo.core.consolidation.features import features_of, frequencies, subjects_shared, vectors
from hippo.core.consolidation.neighbours import MOST_NEIGHBOURS, near_pairs
from hippo.core.consolidation.statement import read
from tests.core.consolidation import pair_samples as samples


def vectors_of(texts):
    features = [features_of(read(text)) for text in texts]
    return vectors(features, frequencies(features))


def test_the_two_texts_of_a_pair_are_near_in_a_store_of_many():
    pairs = [pair for block in (samples.CONTRADICTIONS, samples.DUPLICATES) for pair in samples.pairs(block)]
    found = near_pairs(vectors_of([text for pair in pairs for text in pair]))
    missed = [pair for at, pair in enumerate(pairs) if (2 * at, 2 * at + 1) not in found]
    assert len(missed) <= 2


def test_only_pairs_with_a_fresh_text_are_found():
    found = near_pairs(vectors_of(["the cache is warm", "the cache is cold", "the cache is full"]), [1])
    assert set(found) == {(0, 1), (1, 2)}


def test_a_thousand_texts_that_are_alike_have_few_neighbours_each():
    found = near_pairs(vectors_of([f"the import of file {number} took long" for number in range(1000)]))
    assert len(found) <= 1000 * MOST_NEIGHBOURS


def test_a_text_of_common_words_finds_its_like():
    chance = random.Random(4)
    words = [f"w{letter}x" for letter in "abcdefghijklmnopqrst"]
    texts = [" ".join(chance.sample(words, 6)) for _ in range(400)]
    texts += ["wax wbx wcx wdx", "wdx wcx wbx wax"]
    assert (400, 401) in near_pairs(vectors_of(texts))


def test_texts_that_share_one_common_word_only_are_near():
    assert near_pairs(vectors_of(["tabs"] * 40))


def test_no_text_has_no_neighbour():
    assert near_pairs([]) == {}
    assert near_pairs(vectors_of(["", "of the and"])) == {}


def test_a_compound_noun_and_a_name_with_its_parts_are_one_thing():
    def shared(one, other):
        return subjects_shared(features_of(read(one)), features_of(read(other)))

    assert shared("the load balancer drops sockets", "the load balancer ends TLS") == 1
    assert shared("the load balancer drops sockets", "sockets end at the load balancer") == 2
    assert shared("parse_header.py failed", "header.py parses it") <= 2


def test_a_long_text_keeps_its_rarest_features():
    (vector,) = vectors_of([" ".join(f"word{number}x" for number in range(300))])
    assert len(vector) == 120
