"""What a tool takes: its schema, and what becomes of what a client sends."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from hippo.errors import UsageError
from hippo.mcp.parameters import LARGEST, Kind, Parameter, read, schema_of

PARAMETERS = (
    Parameter(name="text", description="The text.", required=True),
    Parameter(name="kind", description="Its kind.", choices=("note", "task"), default="note"),
    Parameter(name="limit", description="How many.", kind=Kind.WHOLE, low=1),
    Parameter(name="importance", description="From 0 to 1.", kind=Kind.SHARE),
    Parameter(name="pin", description="For ever.", kind=Kind.FLAG),
    Parameter(name="tags", description="Words.", kind=Kind.TEXTS),
)
NOTHING_ELSE = {"text": "a", "kind": "note", "limit": None, "importance": None, "pin": False, "tags": ()}


def test_what_is_not_given_or_null_has_its_default() -> None:
    assert read("push", PARAMETERS, {"text": "a"}) == NOTHING_ELSE
    assert read("push", PARAMETERS, {"text": "a", "kind": None, "tags": None, "pin": None}) == NOTHING_ELSE


def test_what_fits_is_taken() -> None:
    given_all = {"text": "", "kind": "task", "limit": 3.0, "importance": 1, "pin": True, "tags": ["a", "b"]}
    taken = read("push", PARAMETERS, given_all)
    assert taken == {**given_all, "limit": 3, "tags": ("a", "b")}
    assert isinstance(taken["limit"], int)


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("text", 7, "'text' must be a text, not 7"),
        ("text", "", None),
        ("kind", "thought", "'kind' must be one of note, task, not 'thought'"),
        ("kind", 1, "'kind' must be one of note, task, not 1"),
        ("limit", 0, "'limit' must be a whole number from 1 to 1,000,000,000, not 0"),
        ("limit", 1.5, "not 1.5"),
        ("limit", True, "not True"),
        ("limit", "3", "not '3'"),
        ("limit", LARGEST + 1, "not 1000000001"),
        ("limit", float("nan"), "not nan"),
        ("limit", float("inf"), "not inf"),
        ("importance", 1.01, "'importance' must be a number from 0 to 1, not 1.01"),
        ("importance", False, "not False"),
        ("pin", "yes", "'pin' must be true or false, not 'yes'"),
        ("pin", 1, "not 1"),
        ("tags", "a,b", "'tags' must be a list of texts, not 'a,b'"),
        ("tags", ["a", 1], "not ['a', 1]"),
    ],
)
def test_what_does_not_fit_is_named_with_what_would(name: str, content: object, told: str | None) -> None:
    call = {"text": "a", name: content}
    if told is None:
        assert read("push", PARAMETERS, call)[name] == content
        return
    with pytest.raises(UsageError, match=re.escape(told)):
        read("push", PARAMETERS, call)


def test_every_fault_of_a_call_is_named_and_what_was_meant() -> None:
    with pytest.raises(UsageError) as refused:
        read("push", PARAMETERS, {"txet": "a", "zzz": 1, "pin": "no"})
    assert refused.value.message == (
        "push: it does not take 'txet', did you mean 'text'?; it does not take 'zzz'; it needs 'text';"
        " 'pin' must be true or false, not 'no'"
    )
    assert refused.value.hint == "push takes text, kind, limit, importance, pin, tags"


def test_a_tool_without_parameters_says_so() -> None:
    assert read("status", (), {}) == {}
    with pytest.raises(UsageError, match="it does not take 'all'") as refused:
        read("status", (), {"all": True})
    assert refused.value.hint == "status takes nothing"


def test_the_schema_tells_types_bounds_choices_and_defaults() -> None:
    assert schema_of(PARAMETERS) == {
        "type": "object",
        "properties": {
            "text": {"type": "string", "description": "The text."},
            "kind": {"type": "string", "description": "Its kind.", "enum": ["note", "task"], "default": "note"},
            "limit": {"type": "integer", "description": "How many.", "minimum": 1, "maximum": LARGEST},
            "importance": {"type": "number", "description": "From 0 to 1.", "minimum": 0, "maximum": 1},
            "pin": {"type": "boolean", "description": "For ever."},
            "tags": {"type": "array", "description": "Words.", "items": {"type": "string"}},
        },
        "required": ["text"],
        "additionalProperties": False,
    }


PLAIN = (
    st.none()
    | st.booleans()
    | st.integers(-3, LARGEST + 3)
    | st.floats(-2, 2)
    | st.sampled_from(["", "note", "7", "é"])
)
JSON = PLAIN | st.lists(PLAIN, max_size=2) | st.just({"text": "a"})


@given(st.dictionaries(st.sampled_from([*NOTHING_ELSE, "txet"]), JSON, max_size=4))
def test_the_reading_takes_what_the_schema_takes(call: dict[str, object]) -> None:
    # What is null is as if it were not there: models send it for what they leave out.
    without_null = {name: content for name, content in call.items() if content is not None or name == "txet"}
    fits = Draft202012Validator(schema_of(PARAMETERS)).is_valid(json.loads(json.dumps(without_null)))
    try:
        read("push", PARAMETERS, call)
    except UsageError:
        assert not fits
    else:
        assert fits
