"""JSON for hooks means what the json module means."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo.core import light_json

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
CONTENTS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.tuples(inner, inner) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(VALUES, st.booleans())
def test_what_json_writes_is_read(content: Any, ascii_only: bool) -> None:
    text = json.dumps(content, ensure_ascii=ascii_only, indent=1)
    assert light_json.parsed(f" \n{text}\r\n\t") == content


@given(CONTENTS)
def test_what_is_written_is_what_json_writes(content: Any) -> None:
    assert light_json.written(content) == json.dumps(content, ensure_ascii=False)


@pytest.mark.parametrize("content", [{"a": object()}, [b"bytes"]])
def test_what_json_has_no_form_for_is_not_written(content: Any) -> None:
    with pytest.raises(TypeError, match=r"not JSON serializable"):
        light_json.written(content)


@given(st.text(max_size=20).filter(lambda text: "NaN" not in text))
def test_any_text_is_a_value_or_a_value_error(text: str) -> None:
    try:
        expected = json.loads(text, strict=False)
    except ValueError:
        with pytest.raises(ValueError, match=r"."):
            light_json.parsed(text)
    else:
        assert light_json.parsed(text) == expected


@pytest.mark.parametrize("text", ["", "   ", "garbage", '{"a": ', "{} {}", "\x00" * 9, "[" * 100_000, "9" * 9_999])
def test_what_is_no_json_is_a_value_error(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        light_json.parsed(text)


def test_control_characters_within_texts_are_let_in() -> None:
    assert light_json.parsed('{"a": "one\ntwo\x01"}') == {"a": "one\ntwo\x01"}


def test_another_python_has_the_json_module(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "_json", None)
    assert light_json.parsed('{"a": "b\n"}') == {"a": "b\n"}
    assert light_json.written({"a": {"b": "é"}}) == '{"a": {"b": "é"}}'
