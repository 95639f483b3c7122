"""Stop words."""

from __future__ import annotations

from hippo.core.stopwords import STOP_WORDS


def test_stop_words_are_few_and_spare_what_people_search_code_for() -> None:
    assert 120 <= len(STOP_WORDS) <= 140
    kept = (
        "not no if else while until all any only same off out up down over under before after between without may let"
    )
    assert not STOP_WORDS & set(kept.split())
