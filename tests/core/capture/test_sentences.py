"""Sentences, each whole."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo.core.capture.plain import plain, without_opening
from hippo.core.capture.sentences import sentences


@pytest.mark.parametrize(
    ("paragraph", "found"),
    [
        ("One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]),
        ("Use v1.2.3 of a.py. Not v1.2.", ["Use v1.2.3 of a.py.", "Not v1.2."]),
        ("Use a cache, e.g. Redis. Or etc. Then stop.", ["Use a cache, e.g. Redis.", "Or etc. Then stop."]),
        ("Run `a. B` first. Then go.", ["Run `a. B` first.", "Then go."]),
        ('He said "Stop. Now." to us. Fine.', ['He said "Stop. Now." to us.', "Fine."]),
        ("One (see p. 4. Or 5.) two. Three.", ["One (see p. 4. Or 5.) two.", "Three."]),
        ('"Never!" Then it rained.', ['"Never!"', "Then it rained."]),
        ("**Never do it.** Always rest.", ["**Never do it.**", "Always rest."]),
        ("必须关闭。不要打开！好", ["必须关闭。", "不要打开！", "好"]),
        ("Nunca. ¿Siempre? Да. Нет.", ["Nunca.", "¿Siempre?", "Да.", "Нет."]),
        ("ends with dots... and goes on", ["ends with dots... and goes on"]),
        ("", []),
    ],
)
def test_a_paragraph_is_parted_where_sentences_end(paragraph: str, found: list[str]) -> None:
    assert list(sentences(paragraph)) == found


@given(st.text(alphabet='aB.!? `"()。é', max_size=80))
def test_nothing_of_a_paragraph_is_lost(paragraph: str) -> None:
    assert "".join("".join(sentences(paragraph)).split()) == "".join(paragraph.split())


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("Never run `Rm -RF /`!", "never run code!"),
        ('He said "Never do it" twice', "he said quote twice"),
        ("**Don’t** run  it", "don't run it"),
        ("Use snake_case and 'single quotes here'", "use snake_case and quote"),
        ("Plain words only.", "plain words only."),
    ],
)
def test_code_and_quotations_are_one_word_each(sentence: str, found: str) -> None:
    assert plain(sentence).lower() == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("please, never run it", "never run it"),
        ("ok, and also please never run it", "never run it"),
        ("important: never run it", "never run it"),
        ("note that never run it", "never run it"),
        ("no prints in libraries", "no prints in libraries"),
        ("no, never run it", "never run it"),
        ("never run it", "never run it"),
    ],
)
def test_what_people_begin_with_is_taken_off(text: str, found: str) -> None:
    assert without_opening(text) == found
