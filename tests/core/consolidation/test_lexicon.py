from __future__ import annotations

import pytest

from hippo.core.consolidation import lexicon

LISTS = ("synonyms", "opposites", "weak", "fillers", "negators", "groups", "rivals", "units", "changes", "predicates")


@pytest.mark.parametrize("name", LISTS)
def test_a_list_begins_with_what_it_is_and_is_not_empty(name):
    import pkgutil

    content = (pkgutil.get_data("hippo.core.consolidation", f"words/{name}.txt") or b"").decode()
    assert content.startswith("# ")
    assert list(lexicon.lines(name))


def test_a_word_that_agrees_with_one_side_of_an_opposite_has_its_polarity():
    senses = {form: sense for forms in lexicon.senses().values() for form, sense in forms}
    assert senses["delet",] == senses["remov",]
    assert senses["delet",].polarity == -1


def test_longer_phrases_come_first():
    for forms in lexicon.senses().values():
        lengths = [len(form) for form, _ in forms]
        assert lengths == sorted(lengths, reverse=True)


def test_no_word_stands_on_both_sides_of_an_opposite():
    for line in lexicon.lines("opposites"):
        head, _, sides = line.removeprefix("~").partition(":")
        affirming, _, denying = sides.partition("|")
        ours = {lexicon.phrase(word) for word in (head, *affirming.split())}
        assert ours.isdisjoint(lexicon.phrase(word) for word in denying.split())


def test_a_word_list_that_does_not_exist_is_a_fault():
    with pytest.raises(FileNotFoundError):
        list(lexicon.lines("nothing"))
