"""English words under their stems."""

from __future__ import annotations

import pytest

from hippo.core.irregular import BASE_FORMS
from hippo.core.stems import stem, uncontracted
from hippo.core.stopwords import STOP_WORDS


@pytest.mark.parametrize(
    "words",
    [
        ("deploy", "deploying", "deployed", "deploys"),
        ("go", "went", "gone", "going"),
        ("write", "wrote", "written", "writing"),
        ("child", "children"),
        ("cache", "caching", "cached"),
        ("override", "overrode", "overridden", "overriding"),
    ],
)
def test_the_forms_of_a_word_share_a_stem(words: tuple[str, ...]) -> None:
    assert len({stem(word) for word in words}) == 1


@pytest.mark.parametrize("name", ["build_all.py", "v2.1.3", "fox-7731", "c++", "sessions/"])
def test_names_are_their_own_stem(name: str) -> None:
    assert stem(name) == name


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("it doesn't work", "it does not work"),
        ("Ann's dog", "Ann dog"),
        ("we've seen", "we seen"),
        ("d['s'] and 'true'", "d['s'] and 'true'"),
        ("DON'T", "DO not"),
    ],
)
def test_contractions_become_words(text: str, plain: str) -> None:
    assert uncontracted(text) == plain


def test_irregular_forms_are_lower_case_words_that_lead_to_a_base_form_in_one_step() -> None:
    assert all(form.isalpha() and form.islower() for form in (*BASE_FORMS, *BASE_FORMS.values()))
    assert not set(BASE_FORMS) & set(BASE_FORMS.values())


def test_every_irregular_form_needs_its_place() -> None:
    import Stemmer

    plain = Stemmer.Stemmer("english")
    assert [form for form, base in BASE_FORMS.items() if plain.stemWord(form) == plain.stemWord(base)] == []


def test_stop_words_are_few_and_spare_what_people_search_code_for() -> None:
    assert 120 <= len(STOP_WORDS) <= 140
    kept = (
        "not no if else while until all any only same off out up down over under before after between without may let"
    )
    assert not STOP_WORDS & set(kept.split())
