"""A call that is plainly right means the same without click; every other call is left to click."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from hippo.cli import quick
from hippo.cli.declare import Command, Words, choice, flag, number, repeated, text
from hippo.cli.table import load
from tests.cli.calls import NAMES, TEXTS, anything, by_click, by_quick, options_of, takes, well_formed

EXAMPLE = Command(
    handler=lambda app: None,
    options=(
        flag("--why", "why", "Explain."),
        number("--limit", "limit", "At most.", low=1, default=10),
        repeated("--tag", "tags", "A tag.", "TAG"),
        choice("--form", "form", "A form.", ("long", "short")),
        text("--text", "content", "A text."),
    ),
    words=(Words(name="first", many=False), Words(name="rest", required=False)),
)


def own(*arguments: str) -> dict[str, object] | None:
    """What the example command gets, without the common options."""
    values = quick.read(EXAMPLE, arguments)
    return values and {name: values[name] for name in ("why", "limit", "tags", "form", "content", "first", "rest")}


def got(first: str = "a", **values: object) -> dict[str, object]:
    ordinary = {"why": False, "limit": 10, "tags": (), "form": None, "content": None, "rest": ()}
    return {**ordinary, "first": first, **values}


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_a_well_formed_call_is_read_at_once_and_as_click_reads_it(name: str, data: st.DataObject) -> None:
    arguments = data.draw(well_formed(name))
    with pytest.MonkeyPatch.context() as patch:
        found = by_quick(name, arguments)
        assert found is not None
        assert found == by_click(name, arguments, patch)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_what_click_refuses_is_left_to_click_and_the_rest_read_the_same(name: str, data: st.DataObject) -> None:
    arguments = data.draw(anything(name))
    assume(not any(word.startswith("-") and word != "-" and quick.is_text(word) for word in arguments))
    with pytest.MonkeyPatch.context() as patch:
        found = by_quick(name, arguments)
        assert found is None or found == by_click(name, arguments, patch)


@pytest.mark.parametrize("name", NAMES)
def test_of_every_option_with_a_content_some_texts_are_tried_that_it_takes(name: str) -> None:
    options = [option for option in options_of(name) if option.read]
    assert all(any(takes(option, typed) for typed in (*option.choices, *TEXTS)) for option in options)


@pytest.mark.parametrize(
    ("arguments", "values"),
    [
        (["a"], got()),
        (["a", "b", "c"], got(rest=("b", "c"))),
        (["--why", "a", "--why"], got(why=True)),
        (["a", "--limit", "3", "b", "--limit=4"], got(limit=4, rest=("b",))),
        (["--tag", "x", "a", "--tag=y", "--tag="], got(tags=("x", "y", ""))),
        (["--tag", "--why", "a"], got(tags=("--why",))),
        (["--tag", "--", "a"], got(tags=("--",))),
        (["--text=a=b", "-"], got("-", content="a=b")),
        (["--", "--why"], got("--why")),
        (["a", "--", "--", "-x"], got(rest=("--", "-x"))),
        (["--form", "long", ""], got("", form="long")),
    ],
)
def test_options_stand_anywhere_and_two_dashes_end_them(arguments: list[str], values: dict[str, object]) -> None:
    assert own(*arguments) == values


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["--"],
        ["--why"],
        ["a", "--unknown"],
        ["a", "-w"],
        ["a", "--wh"],
        ["a", "--why=yes"],
        ["a", "--why="],
        ["a", "--limit"],
        ["a", "--limit", "0"],
        ["a", "--limit=-1"],
        ["a", "--limit", "many"],
        ["a", "--form", "Long"],
        ["a", "--form="],
        ["a", "--help"],
        ["-h", "a"],
    ],
)
def test_what_is_not_plainly_right_is_not_read(arguments: list[str]) -> None:
    assert quick.read(EXAMPLE, arguments) is None


def test_words_beyond_those_a_command_takes_are_not_read() -> None:
    assert quick.read(load("status"), ["a"]) is None
    assert quick.read(load("inspect"), ["a", "b"]) is None
    assert quick.read(load("inspect"), ["a", "--", "b"]) is None


def test_common_options_are_read_with_every_command() -> None:
    values = quick.read(EXAMPLE, ["a", "--json", "--store", "x", "--quiet", "--session=s", "--no-color"])
    assert values is not None
    common = ("json", "store", "use_global", "session", "quiet", "no_color")
    assert [values[name] for name in common] == [True, "x", False, "s", True, True]


@pytest.mark.parametrize("text", ["- a markdown bullet", "-----BEGIN of a story", "--flags are = dangerous", "-1"])
def test_what_can_be_no_option_is_a_word(text: str) -> None:
    values = quick.read(load("remember"), [text, "--pin"])
    assert values is not None
    assert (values["text"], values["pin"]) == ((text,), True)
