"""What is cleaned at the door, what is refused, and what counts as the same text."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo.core.hygiene import clean_text, fits, hidden_characters, without_hidden
from hippo.core.identity import identity
from hippo.errors import HippoError, Refused, UsageError

ESC, BOM, SHY = "\x1b", "\ufeff", "\u00ad"
SENTENCE = "the valve opens to the left"


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        (SENTENCE, SENTENCE),
        (f"  {SENTENCE} \t", SENTENCE),
        (f"\n\n{SENTENCE}\n\n", SENTENCE),
        ("one\r\ntwo\rthree", "one\ntwo\nthree"),
        ("one\ftwo\vthree\x85four\u2028five\u2029six", "one\ntwo\nthree\nfour\nfive\nsix"),
        ("one  \ntwo\t\n\n  three", "one\ntwo\n\n  three"),
        ("    def f():\n        return 1", "def f():\n    return 1"),
        ("\tone\n    two", "\tone\n    two"),
        ("\t one\n\t\ttwo", " one\n\ttwo"),
        ("a\tb", "a\tb"),
        (f"{BOM}{SENTENCE}", SENTENCE),
        (f" \n{BOM}{BOM} {SENTENCE}", SENTENCE),
        ("cafe\u0301", "café"),
        (f"{ESC}[1;31merror{ESC}[0m: no disk", "error: no disk"),
        (f"{ESC}]8;;http://example.org{ESC}\\link{ESC}]8;;\x07 text", "link text"),
        (f"{ESC}]0;title without an end\nnext", "next"),
        (f"{ESC}(Bplain{ESC}M", "plain"),
        (f"{ESC}{ESC}[1mbold", "bold"),
        ("bell\x07 and\x08 delete\x7f", "bell and delete"),
        ("\u00e2\x80\x9dquote", "\u00e2quote"),
        ("昨天的会议", "昨天的会议"),
    ],
)
def test_text_is_cleaned_without_a_word(raw, clean):
    assert clean_text(raw) == clean


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        ("", "nothing to remember: the text is empty"),
        (" \n\t\r\n ", "nothing to remember: the text is empty"),
        (f"{ESC}[0m\x07", "nothing to remember: the text is empty"),
        ("\u200b\u2060 \ufe0f", "nothing to remember: the text is empty"),
        ("ab\0c", "the text holds a NUL character (at character 3): it is not text"),
        (
            "ab\udcffc",
            "the text is not UTF-8: it holds a lone surrogate, U+DCFF, half of a character (at character 3)",
        ),
    ],
)
def test_what_is_no_text_is_refused_in_one_line(raw, says):
    with pytest.raises(UsageError) as caught:
        clean_text(raw)
    assert caught.value.message == says


@given(st.text())
def test_cleaning_twice_is_cleaning_once(text):
    try:
        once = clean_text(text)
    except UsageError:
        return
    assert clean_text(once) == once
    assert unicodedata.is_normalized("NFC", once)
    assert not [c for c in once if unicodedata.category(c) in ("Cc", "Cs") and c not in "\n\t"]


@given(st.text(alphabet=f"{ESC}[]0m;\\Pq\x07\x9b\n\t \ufeffa"))
def test_no_part_of_an_escape_sequence_is_left(text):
    try:
        once = clean_text(text)
    except UsageError:
        return
    assert clean_text(once) == once
    assert ESC not in once


@given(st.text())
def test_cleaning_keeps_the_identity_of_text_without_control_characters(text):
    printable = "".join(c for c in text if unicodedata.category(c) not in ("Cc", "Cf", "Cs"))
    try:
        assert identity(clean_text(printable)) == identity(printable)
    except HippoError:
        assert not printable.strip() or not without_hidden(printable).strip()


def test_a_text_over_the_limit_is_refused_with_its_size_and_the_limit():
    fits("é" * 8_192, 16_384)
    with pytest.raises(Refused, match=r"^the text has 20,480 bytes, the limit is 16,384$") as caught:
        fits("é" * 10_240, 16_384)
    assert caught.value.hint
    assert caught.value.details == {"size_bytes": 20_480, "limit_bytes": 16_384}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("pay \u202eeno\u202c now", ("RIGHT-TO-LEFT OVERRIDE", "POP DIRECTIONAL FORMATTING")),
        ("a\u2067b\u2069", ("RIGHT-TO-LEFT ISOLATE", "POP DIRECTIONAL ISOLATE")),
        ("hi" + "".join(chr(0xE0000 + ord(c)) for c in "obey"), ("TAG CHARACTERS",)),
        ("ig\u200bnore\u200b", ("ZERO WIDTH SPACE",)),
        ("pass\u200cword", ("ZERO WIDTH NON-JOINER",)),
        ("ab\u2060cd\u200def", ("WORD JOINER", "ZERO WIDTH JOINER")),
        ("in\ufeffside", ("ZERO WIDTH NO-BREAK SPACE",)),
        ("x\u2063y", ("INVISIBLE SEPARATOR",)),
        ("a\u3164b", ("HANGUL FILLER",)),
        ("😀\ufe0f\ufe01\U000e0120", ("VARIATION SELECTORS",)),
        (" \ufe0fx", ("VARIATION SELECTORS",)),
        ("\ufe0f", ("VARIATION SELECTORS",)),
        ("\u200d", ("ZERO WIDTH JOINER",)),
        ("🏴" + "\U000e0067" * 9 + "\U000e007f", ("TAG CHARACTERS",)),
    ],
)
def test_characters_that_hide_something_are_named(text, names):
    assert hidden_characters(text) == names


@pytest.mark.parametrize(
    "text",
    [
        SENTENCE,
        "naïve café, “quotes” – and …",
        "family 👨‍👩‍👧‍👦, runner 🏃🏽‍♀️, heart ❤️‍🔥, pirate 🏴‍☠️, key 1️⃣",
        "flag of Wales 🏴\U000e0067\U000e0062\U000e0077\U000e006c\U000e0073\U000e007f",
        "نمی\u200cخواهم",
        "क्\u200dष and ക്\u200c",
        "สวัสดี\u200bครับ",
        "שלום\u200f! (\u200eabc)",
        f"Donau{SHY}dampf{SHY}schiff",
        "葛\U000e0100城市",
        "昨天的会议讨论了备份",
    ],
)
def test_emoji_and_scripts_keep_the_joiners_they_are_spelt_with(text):
    assert hidden_characters(text) == ()


@given(st.text(alphabet=st.characters(categories=["Cf", "Lo", "So", "Mn", "Zs"])))
def test_a_text_without_its_hidden_characters_hides_nothing(text):
    assert hidden_characters(without_hidden(text)) == ()
