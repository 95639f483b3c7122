"""Clues: the same things are seen however many texts were looked at before."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hippo.core.clues import Clues, WordClues

PAIRS = [
    ("ghp_", "hub"),
    ("gho_", "hub"),
    ("AKIA", "aws"),
    ("sk-", "open"),
    ("pass", "word"),
    ("пар", "word"),
    ("$", "$"),
]
texts = st.lists(st.sampled_from([*(clue for clue, _ in PAIRS), "a", " ", "k", "_", "S", "ю"])).map("".join)


@given(st.lists(texts, min_size=15, max_size=25))
def test_a_thing_is_seen_where_a_clue_of_it_stands_in_the_order_of_the_clues(given_texts: list[str]) -> None:
    clues = Clues(PAIRS)
    for text in given_texts:
        assert list(clues.seen(text)) == list(dict.fromkeys(thing for clue, thing in PAIRS if clue in text))


WORDS = [("ignor", 1), (" aside", 2), ("pay no ", 2), ("not apply", 3), ("n't", 3), ("obey", 1), ("<<sys", 4)]
said = st.lists(st.sampled_from("ignored ignore aside put pay no not apply n't don't obeys <<sys \n a".split(" "))).map(
    " ".join
)


@given(st.lists(said, min_size=15, max_size=25))
def test_clues_of_words_are_seen_within_and_between_words(given_texts: list[str]) -> None:
    clues = WordClues(WORDS)
    for text in given_texts:
        assert list(clues.seen(text)) == list(dict.fromkeys(thing for clue, thing in WORDS if clue in text))
