"""Text between private tags never gets further, however the tags are written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo.core.private import without_private


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("the code is <private>quokka one</private> for now", "the code is for now"),
        ("first\n<private>\nwombat two\nstill wombat\n</private>\nlast", "first\nlast"),
        ("a <private>b <private>numbat</private> numbat still</private> c", "a c"),
        ("a <private>b<private/> numbat</private> c", "a c"),
        ("tell me <private>dingo four and the rest", "tell me "),
        ("<PRIVATE>quoll</Private>after", "after"),
        ("x < private >quoll</ private > y", "x y"),
        ('x <private reason="mine" to=me>quoll</private\n> y', "x y"),
        ("x <private\nquoll to the end", "x "),
        ("x <private", "x "),
        ("x <private why <b>quoll</b></private> y", "x y"),
        ("one <private>a</private><private>b</private> two", "one two"),
        ("one</private> two", "one two"),
        ("one </private> two <private>quoll</private>", "one two "),
        ("an empty <private/> element hides nothing", "an empty element hides nothing"),
        ("<private>quoll</private>", ""),
        ("", ""),
    ],
)
def test_what_is_private_goes_and_the_rest_stays(text, kept):
    assert without_private(text) == (kept, kept != text)


@pytest.mark.parametrize(
    "text",
    [
        "a private method is not part of the interface",
        "paste <private-key> and <private_ip> into the form",
        "std::vector<privateer> fleet",
        "if x < private: return",
        "if count < private and limit > 3: return",
        "class A { private: int x; };  // a < b",
        "List<String> private_names",
    ],
)
def test_the_word_alone_and_names_that_begin_alike_are_left_alone(text):
    assert without_private(text) == (text, False)


PIECES = st.lists(st.sampled_from(["<private>", "</private>", "<Private x>", "</ private >", "visible ", "\n"]))


@given(PIECES)
def test_what_stands_inside_tags_is_never_kept(pieces):
    depth, marked = 0, []
    for piece in pieces:
        if "rivate" in piece:
            depth = max(0, depth - 1) if "/" in piece else depth + 1
        marked.append("quoll " if depth and "visible" in piece else piece)
    kept, _ = without_private("".join(marked))
    assert "quoll" not in kept
    assert kept.count("visible") == marked.count("visible ")


HALVES = st.lists(st.sampled_from(["<", "</", "pri", "vate", ">", "/>", "<private>", "</private>", " ", "quoll"]))


@given(HALVES.map("".join))
def test_a_second_pass_finds_nothing(text):
    once, _ = without_private(text)
    assert without_private(once) == (once, False)


def test_the_halves_of_a_tag_do_not_become_one():
    assert without_private("a <pri<private>x</private>vate> quoll") == ("a ", True)


def test_text_made_of_halves_of_halves_is_cut_at_its_first_tag():
    tag = "<private/>"
    for _ in range(9):
        tag = f"<pri{tag}vate/>"
    assert without_private(f"a {tag} b <private>quoll</private>") == ("a " + "<pri" * 5, True)


def test_many_tags_and_blanks_take_no_time():
    assert without_private("<private>" * 20_000 + "quoll") == ("", True)
    assert not without_private("<" + " " * 50_000 + "private")[1]


@given(st.text())
def test_text_without_a_tag_comes_back_as_it_was(text):
    kept, found = without_private(text)
    assert found or kept == text
