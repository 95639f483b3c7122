"""What commands and their options are declared as."""

from __future__ import annotations

from enum import StrEnum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo.cli.declare import COMMON, LARGEST, Command, choice, flag, number, one_of, parted, repeated, text, whole
from hippo.cli.table import load
from tests.cli.calls import NAMES, options_of


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


@given(st.integers(0, 10), st.integers(0, LARGEST))
def test_a_whole_number_is_read_from_the_lowest_to_the_largest(low: int, content: int) -> None:
    if content >= low:
        assert whole(low)(str(content)) == content
        assert whole(low)(f"0{content}") == content
    else:
        with pytest.raises(ValueError, match=rf"^'{content}' is not a whole number from {low} to 1,000,000,000$"):
            whole(low)(str(content))


@pytest.mark.parametrize(
    "typed", ["", " ", "-1", "+1", "1.0", "1e3", "1_000", " 1", "７", "²", "many", "1000000001", "9" * 5000, "\ud800"]
)
def test_what_is_no_such_number_is_refused_in_one_short_line_with_the_range(typed: str) -> None:
    with pytest.raises(ValueError, match=r" is not a whole number from 0 to 1,000,000,000$") as refused:
        whole(0)(typed)
    assert len(str(refused.value)) < 150


def test_a_choice_takes_its_words_and_names_them() -> None:
    option = choice("--colour", "colour", "A colour.", tuple(Colour))
    assert option.choices == ("red", "blue")
    assert all(type(each) is str for each in option.choices)
    assert one_of(option.choices)("red") == "red"
    for typed in ("", "Red", "r", "x" * 5000):
        with pytest.raises(ValueError, match=r" is not one of red, blue$") as refused:
            one_of(option.choices)(typed)
        assert len(str(refused.value)) < 130


def test_an_option_that_is_not_given_has_its_default() -> None:
    assert flag("--why", "why", "Explain.").unset is False
    assert repeated("--tag", "tags", "A tag.", "TAG").unset == ()
    assert text("--text", "content", "A text.").unset is None
    assert number("--limit", "limit", "At most.", low=1, default=7).unset == 7
    assert choice("--form", "form", "A form.", ("a", "b"), default="a").unset == "a"
    assert {name: option.unset for name, option in COMMON.items()} == {
        "json": False,
        "store": "",
        "use_global": False,
        "session": "",
        "quiet": False,
        "no_color": False,
    }


def test_a_command_without_a_docstring_has_no_help() -> None:
    assert Command(handler=lambda app: None).help == ""


@pytest.mark.parametrize(
    ("call", "behind"),
    [
        (["a", "--"], []),
        (["a"], []),
        (["--", "--", "b"], ["--", "b"]),
        (["--text", "--", "a", "--", "--text", "b"], ["--text", "b"]),
        (["--text=x", "--", "b"], ["b"]),
        (["--why", "--", "--text"], ["--text"]),
        (["--unknown", "--", "b"], ["b"]),
    ],
)
def test_a_call_is_parted_at_the_dashes_that_end_its_options(call: list[str], behind: list[str]) -> None:
    options = (flag("--why", "why", "Explain."), text("--text", "content", "A text."))
    before, after = parted(Command(handler=lambda app: None, options=options), call)
    assert list(after) == behind
    assert [*before, *(["--"] if len(before) < len(call) else []), *after] == call


@pytest.mark.parametrize("name", NAMES)
def test_no_command_names_two_things_alike(name: str) -> None:
    options, words = options_of(name), load(name).words
    flags = [option.flag for option in options]
    parameters = [option.name for option in options] + [each.name for each in words]
    assert len(set(flags)) == len(flags)
    assert len(set(parameters)) == len(parameters)
    assert all(option.flag.startswith("--") and option.flag == option.flag.lower() for option in options)


@pytest.mark.parametrize("name", NAMES)
def test_every_option_says_what_it_does_in_a_sentence_that_fits_a_line(name: str) -> None:
    assert all(option.help[0].isupper() and option.help.endswith(".") for option in options_of(name))
    assert all(len(option.help) <= 80 for option in options_of(name))


@pytest.mark.parametrize("name", NAMES)
def test_only_the_last_words_of_a_command_are_many_or_may_be_missing(name: str) -> None:
    words = load(name).words
    assert not any(each.many for each in words[:-1])
    assert [each.required for each in words] == sorted((each.required for each in words), reverse=True)
