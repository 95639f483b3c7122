from __future__ import annotations

import pytest

from hippo.core.consolidation.statement import read
from hippo.core.consolidation.word_order import frame, same_wording, turned_round
from hippo.core.consolidation.wording import Word, wording


def words(text: str) -> tuple[Word, ...]:
    return wording(read(text))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("In blue cache invoices", "Cache invoices in blue"),
        ("When the disk fills, stop the job", "Stop the job if the disk fills"),
        ("Quietly drop the index", "Drop the index quietly"),
    ],
)
def test_one_phrase_of_circumstance_may_lead_or_end_a_text(one, other):
    assert same_wording(words(one), words(other))
    assert same_wording(words(other), words(one))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("In blue cache invoices", "Cache receipts in blue"),
        ("In blue cache invoices", "Cache invoices on blue"),
        ("In blue cache invoices", "Cache invoices"),
        ("Cache invoices in blue", "Cache blue in invoices"),
    ],
)
def test_nothing_else_may_move(one, other):
    assert not same_wording(words(one), words(other))


def test_only_two_things_around_a_one_way_word_are_turned_round():
    assert turned_round(words("build alpha before omega"), words("build omega before alpha"))
    assert not turned_round(words("copy alpha from omega"), words("copy omega from alpha"))
    assert not turned_round(words("build alpha before omega"), words("build alpha before sigma"))
    assert not turned_round(words("build alpha before omega"), words("ship omega before sigma"))
    assert not turned_round(words("alpha before omega"), words("alpha before omega before sigma"))


def test_the_frame_is_what_stands_around_the_one_place_that_differs():
    found = frame(words("the mirror is hosted in oslo"), words("the mirror is hosted in new delhi"))
    assert found is not None
    assert found[1:] == (("oslo",), ("new +1", "delhi"))
    assert frame(words("the mirror is in oslo"), words("invoices leave at noon")) is None
    assert frame(words("ship the big red mirror"), words("ship one small blue round lens mirror")) is None
