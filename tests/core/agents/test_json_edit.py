"""Changing somebody else's JSON without writing it anew."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hippo.core.agents.json_edit import NotEditable, parse, with_entry, without_part

#: Other processes on the machine may slow them down; that says nothing of the code.
CALM = settings(deadline=None, max_examples=80, suppress_health_check=[HealthCheck.too_slow])
ENTRY = {"hooks": [{"type": "command", "command": "hippo hook stop"}]}
STOP = ("hooks", "Stop")

BLANKS = st.sampled_from(["", " ", "\n", "\n  ", "\r\n\t", "  \n\n    "])
SCALARS = st.sampled_from(['"a"', '"]}\\"\\u00e9"', "1", "-2.5e3", "true", "null", '"日"', '"hooks"'])
KEYS = st.sampled_from(["a", "b", "permissions", "Start", "hooks "])


@st.composite
def values(draw: st.DrawFn, depth: int = 1) -> str:
    """JSON texts with white space of every kind in every place."""
    kind = draw(st.sampled_from(["scalar", "list", "object"])) if depth else "scalar"
    if kind == "scalar":
        return draw(SCALARS)
    keys = draw(st.lists(KEYS, unique=True, max_size=3))
    parts = [draw(values(depth=depth - 1)) for _ in keys]
    if kind == "object":
        parts = [f"{json.dumps(key)}{draw(BLANKS)}:{draw(BLANKS)}{part}" for key, part in zip(keys, parts, strict=True)]
    return framed(draw, parts, "{}" if kind == "object" else "[]")


def framed(draw: st.DrawFn, parts: list[str], brackets: str) -> str:
    inside = ",".join(f"{draw(BLANKS)}{part}{draw(BLANKS)}" for part in parts) or draw(BLANKS)
    return brackets[0] + inside + brackets[1]


@st.composite
def documents(draw: st.DrawFn) -> str:
    """Settings files: with and without hooks, the object and the lists empty or not, in any layout."""
    others = [f"{json.dumps(key)}: {draw(values())}" for key in draw(st.lists(KEYS, unique=True, max_size=2))]
    if draw(st.booleans()):
        events = [
            f"{json.dumps(event)}:{draw(BLANKS)}{framed(draw, draw(st.lists(values(), max_size=2)), '[]')}"
            for event in draw(st.lists(st.sampled_from(["Stop", "SessionEnd", "Other"]), unique=True))
        ]
        others.insert(draw(st.integers(0, len(others))), f'"hooks": {framed(draw, events, "{}")}')
    return draw(st.sampled_from(["", "\ufeff", "\n "])) + framed(draw, others, "{}") + draw(BLANKS)


def meaning(text: str | None) -> Any:
    return json.loads((text or "").removeprefix("\ufeff"))


@CALM
@given(documents(), st.permutations(["Stop", "SessionEnd", "SessionStart"]), st.permutations([0, 1, 2]))
def test_what_was_put_in_can_be_taken_out_to_the_byte(text: str, events: list[str], order: list[int]) -> None:
    inside: str | None = text
    before = meaning(text).get("hooks", {})
    for event in events:
        assert inside is not None
        inside = with_entry(inside, ("hooks", event), ENTRY)
        assert meaning(inside)["hooks"][event] == [*before.get(event, []), ENTRY]
    for place in order:
        event = events[place]
        assert inside is not None
        inside = without_part(inside, ("hooks", event, len(before.get(event, []))))
    assert inside == text


@CALM
@given(documents())
def test_nothing_else_changes_its_meaning(text: str) -> None:
    after = meaning(with_entry(text, STOP, ENTRY))
    assert after["hooks"]["Stop"].pop() == ENTRY
    before = meaning(text)
    before.setdefault("hooks", {}).setdefault("Stop", [])
    assert after == before


@CALM
@given(values())
def test_a_text_is_read_as_python_reads_it(text: str) -> None:
    assert parse(text).content == json.loads(text)


def test_an_entry_stands_as_those_before_it_do() -> None:
    text = '{\n\t"hooks": {\n\t\t"Stop": [\n\t\t\t{"a": 1}\n\t\t]\n\t}\n}\n'
    assert with_entry(text, STOP, {"b": 2}) == (
        '{\n\t"hooks": {\n\t\t"Stop": [\n\t\t\t{"a": 1},\n\t\t\t{\n\t\t\t\t"b": 2\n\t\t\t}\n\t\t]\n\t}\n}\n'
    )
    assert with_entry('{"x":1}', STOP, 7) == '{"x":1, "hooks": { "Stop": [ 7 ] }}'
    assert with_entry('{\r\n    "x": 1\r\n}', ("hooks",), 7) == (
        '{\r\n    "x": 1,\r\n    "hooks": [\r\n        7\r\n    ]\r\n}'
    )
    assert with_entry('{\n "hooks": {"Stop": [ 1 ]}\n}', STOP, 7) == '{\n "hooks": {"Stop": [ 1, 7 ]}\n}'


def test_what_hippo_made_goes_and_what_was_empty_stays() -> None:
    made = '{\n  "hooks": {\n    "Stop": [\n      7\n    ]\n  }\n}\n'
    assert without_part(made, (*STOP, 0)) is None
    for text in ("{}", "{ }\n", '{"hooks": {}}', '{\n  "hooks": {\n    "Stop": [ ]\n  }\n}'):
        inside = with_entry(text, STOP, 7)
        assert without_part(inside, (*STOP, 0)) == text


def test_comments_and_last_commas_are_kept_where_the_program_knows_them() -> None:
    text = '{\n  // mine, "hooks": {}\n  "hooks": {\n    "Stop": [\n      1, /* } */ 2, // two\n    ],\n  },\n}\n'
    inside = with_entry(text, STOP, 7, comments=True)
    assert parse(inside, comments=True).content == {"hooks": {"Stop": [1, 2, 7]}}
    assert without_part(inside, (*STOP, 2), comments=True) == text
    assert without_part('{"a": [7 , ], }', ("a", 0), comments=True) == '{"a": [ ], }'
    with pytest.raises(NotEditable, match=r"line 2, column 3"):
        with_entry(text, STOP, 7)


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("", "line 1, column 1"),
        ("{", "line 1, column 2"),
        ('{"a": 1,}', "line 1, column 9"),
        ('{"a" 1}', "line 1, column 2"),
        ("{1: 2}", "line 1, column 2"),
        ('{"a": 1} x', "line 1, column 10"),
        ('{"a": 01}', "line 1, column 8"),
        ('{"a": "\\q"}', "line 1, column 7"),
        ("[" * 200, "nested too deeply"),
        ("[]", "the whole is no object"),
        ('{"hooks": null}', '"hooks" is no object'),
        ('{"hooks": {"Stop": {}}}', '"hooks.Stop" is no list'),
        ('{"hooks": {}, "hooks": {}}', '"hooks" 2 times'),
    ],
)
def test_what_cannot_be_changed_is_refused_with_the_place(text: str, where: str) -> None:
    with pytest.raises(NotEditable, match=where):
        with_entry(text, STOP, 7)


def test_what_is_not_there_cannot_be_taken_out() -> None:
    with pytest.raises(NotEditable, match="Stop is not there"):
        without_part('{"hooks": {}}', STOP)
