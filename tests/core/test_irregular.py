"""Irregular English forms."""

from __future__ import annotations

import Stemmer

from hippo.core.irregular import BASE_FORMS


def test_irregular_forms_are_lower_case_words_that_lead_to_a_base_form_in_one_step() -> None:
    assert all(form.isalpha() and form.islower() for form in (*BASE_FORMS, *BASE_FORMS.values()))
    assert not set(BASE_FORMS) & set(BASE_FORMS.values())


def test_every_irregular_form_needs_its_place() -> None:
    plain = Stemmer.Stemmer("english")
    assert [form for form, base in BASE_FORMS.items() if plain.stemWord(form) == plain.stemWord(base)] == []
