"""Generated memories are the same every time and look like what people write."""

from __future__ import annotations

from collections import Counter
from itertools import islice

from scripts.benchmarks.generated import memories


def some(count: int, seed: int = 0) -> list[str]:
    return list(islice(memories(seed), count))


def test_one_seed_gives_the_same_memories_and_another_seed_others():
    assert some(50) == some(50)
    assert set(some(50)).isdisjoint(some(50, seed=1))


def test_a_memory_is_two_sentences_of_about_thirty_words():
    texts = some(500)
    lengths = [len(text.split()) for text in texts]
    assert all(text.count(". ") == 1 and text.endswith(".") for text in texts)
    assert 25 <= sum(lengths) / len(lengths) <= 35


def test_few_words_are_common_and_many_are_rare():
    words = " ".join(some(2000)).lower().replace(".", "").split()
    counts = Counter(words)
    assert counts.most_common(1)[0][1] > len(words) / 40
    assert sum(count == 1 for count in counts.values()) > len(counts) / 3


def test_identifiers_paths_and_numbers_occur():
    text = " ".join(some(500))
    assert "_" in text
    assert "/" in text
    assert any(character.isdigit() for character in text)
