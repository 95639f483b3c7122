"""Records of JSON files, one by one: a broken one costs itself alone."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hippo.core.capture.turn import Unread
from hippo.importers import json_records
from hippo.importers.json_records import records

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


def read(text: str, piece: int = 7) -> list[tuple[Any, int]]:
    pieces = (text[at : at + piece] for at in range(0, len(text), piece))
    return [(each.reason if isinstance(each, Unread) else each.content, each.line) for each in records(pieces)]


@settings(deadline=None, max_examples=60)
@given(st.lists(json_values, max_size=6), st.integers(1, 50), st.sampled_from([None, 1]), st.booleans())
def test_every_record_of_an_array_is_read_whatever_the_pieces(
    content: list[Any], piece: int, indent: int | None, ascii_only: bool
) -> None:
    text = json.dumps(content, indent=indent, ensure_ascii=ascii_only)
    assert [found for found, _ in read(text, piece)] == content


def test_records_have_the_lines_on_which_they_begin() -> None:
    assert read('\n[\n{"a": 1},\n\n {"a":\n2}, 3\n]\n') == [({"a": 1}, 3), ({"a": 2}, 5), (3, 6)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('{"results": [{"a": 1}, 2], "count": 2}', [{"a": 1}, 2]),
        ('{"other": [{"a": 1}]}', [{"other": [{"a": 1}]}]),
        ('{"a": 1}\n{"a": 2}\n', [{"a": 1}, {"a": 2}]),
        ("", []),
        ("[]", []),
        ("17", [17]),
    ],
)
def test_an_array_may_be_wrapped_and_objects_may_stand_alone(text: str, found: list[Any]) -> None:
    assert [each for each, _ in read(text)] == found


BAD = "record 2: no JSON: Expecting value"


@pytest.mark.parametrize(
    "broken",
    ['{"a": tru, "b": 2}', '{"a": 1, "b": [{]}', '{"a": 1, "b": "x', '{"a": 1, "b": }}}]]', '{"a": 1, "b": [{"c": 2}'],
)
def test_the_neighbours_of_a_broken_record_are_read(broken: str) -> None:
    before, after = {"a": 1, "b": "]}{["}, {"a": 3, "b": 'x\\"y'}
    text = f"[{json.dumps(before)},\n{broken},\n{json.dumps(after)}, {json.dumps(before)}]"
    for piece in (1, 5, 4096):
        [first, (reason, line), second, third] = read(text, piece)
        assert (first[0], second[0], third[0]) == (before, after, before)
        assert reason.startswith("record 2: no JSON")
        assert (line, second[1]) == (2, 3)


def test_a_broken_record_that_begins_like_no_other_ends_with_its_brackets() -> None:
    assert read('[["\\"]", tru], 7, [tru], "x"]') == [
        ("record 1: no JSON: Expecting value", 1), (7, 1), ("record 3: no JSON: Expecting value", 1), ("x", 1),
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["[", "[1", '[{"a": 1}', '[{"a": 1},'])
def test_a_file_that_ends_in_the_middle_says_so(text: str) -> None:
    assert read(text)[-1] == ("the file ends in the middle", 1)


def test_what_is_nested_too_deeply_is_passed_over() -> None:
    deep = "[" * 100_000 + "]" * 100_000
    assert read(f'[{deep}, {{"a": 1}}]', 65536) == [("record 1: nested too deeply", 1), ({"a": 1}, 1)]


def test_a_record_that_is_too_long_is_passed_over_and_never_held(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_records, "LONGEST_RECORD", 5000)
    text = json.dumps([{"a": 1, "b": 2}, {"a": 1, "b": "x" * 20_000}, {"a": 3, "b": 4}, ["y" * 20_000]])
    found = [each for each, _ in read(text, 100)]
    assert found == [{"a": 1, "b": 2}, "record 2: longer than 5,000 characters", {"a": 3, "b": 4}, found[3]]


@settings(deadline=None, max_examples=150)
@given(st.lists(json_values, min_size=1, max_size=5), st.data())
def test_any_damage_is_told_and_ends_nothing(content: list[Any], data: st.DataObject) -> None:
    text = list(json.dumps(content))
    for _ in range(data.draw(st.integers(0, 4))):
        text[data.draw(st.integers(0, len(text) - 1))] = data.draw(st.sampled_from('{}[]",\\:0x\n'))
    end = data.draw(st.integers(0, len(text)))
    assert isinstance(read("".join(text[:end]), data.draw(st.integers(1, 40))), list)
