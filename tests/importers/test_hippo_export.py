"""Reading an export line by line; every line may be garbage."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo.clock import parse
from hippo.core.memory import Confidence, Layer, Origin, State
from hippo.importers import hippo_export
from hippo.importers.hippo_export import Broken, Exported, ExportedEvent, Mark, form_of, read
from tests.support import NOON, at

STAMP = "2031-03-03T12:00:00Z"
PLAIN: dict[str, Any] = {
    "id": "mem_000000000001",
    "text": "the valve opens to the left",
    "layer": "episodic",
    "state": "live",
    "confidence": "observed",
    "pinned": False,
    "tags": ["pump"],
    "half_life_days": 7.0,
    "created_at": STAMP,
    "updated_at": STAMP,
    "last_used_at": STAMP,
    "retrieval_count": 0,
    "good": 0,
    "bad": 0,
}
WHOLE: dict[str, Any] = PLAIN | {
    "layer": "semantic",
    "state": "archived",
    "confidence": "verified",
    "pinned": True,
    "archived_at": "2031-03-04",
    "archived_reason": "forgotten by hand",
    "flag": "hidden characters",
    "source": {
        "kind": "git",
        "reference": "abc123",
        "key": "patch 1",
        "author": "Ana",
        "happened_at": "2031-03-03T13:00:00+01:00",
        "files": ["a.py"],
        "series": "monday",
        "position": 3,
    },
}


def one(**entry: Any) -> Exported | Mark | Broken:
    [found] = read([json.dumps(entry)], parse=parse)
    return found


def reason(line: str) -> str:
    [found] = read([line], parse=parse)
    assert isinstance(found, Broken)
    return found.reason


def test_a_memory_is_read_field_by_field() -> None:
    events = [{"at": STAMP, "kind": "edited", "actor": {"name": "pi", "session": "s"}, "before": {"text": "x"}}]
    found = one(memory=WHOLE, links={"supersedes": ["mem_000000000002"]}, events=events)
    assert isinstance(found, Exported)
    memory = found.memory
    assert (memory.id, memory.text, memory.tags) == (PLAIN["id"], PLAIN["text"], ("pump",))
    assert (memory.layer, memory.state, memory.confidence) == (Layer.SEMANTIC, State.ARCHIVED, Confidence.VERIFIED)
    assert (memory.pinned, memory.half_life_days, memory.flag) == (True, 7.0, "hidden characters")
    assert (memory.created_at, memory.archived_at) == (NOON, at(days=0.5))
    assert memory.origin == Origin(
        kind="git", reference="abc123", key="patch 1", author="Ana", happened_at=NOON, files=("a.py",),
        series="monday", position=3,
    )  # fmt: skip
    assert found.links == {"supersedes": ("mem_000000000002",)}
    assert found.events == (ExportedEvent(at=NOON, kind="edited", actor="pi", session="s", before={"text": "x"}),)
    assert found.line == 1


def test_what_may_be_missing_may_be_missing() -> None:
    found = one(memory=PLAIN)
    assert isinstance(found, Exported)
    assert (found.links, found.events, found.memory.origin) == ({}, (), Origin(kind="import"))


def test_marks_are_read() -> None:
    assert one(learnt="patch 1") == Mark(key="patch 1")
    assert one(purged="mem_000000000001") == Mark(purged="mem_000000000001")


def test_headers_and_empty_lines_are_no_entries() -> None:
    assert [*read(["", "  \n", '{"hippo_export": 1}', "\n"], parse=parse)] == []


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "Expecting property name"),
        ("null", "no object: 'None'"),
        ("[]", "no object: '[]'"),
        ('[["memory", {}]]', "no object"),
        ("7", "no object: '7'"),
        ('"text"', "no object: 'text'"),
        ("{}", "memory is missing"),
        ("[" * 100_000, "nested too deeply"),
        ('{"a":' * 100_000, "nested too deeply"),
        ("9" * 5000, "Exceeds the limit"),
        ("\udcff", "Expecting value"),
        ('{"memory": []}', "no object: '[]'"),
        ('{"learnt": 7}', "no text: '7'"),
        ('{"learnt": "\\ud800"}', "surrogates not allowed"),
        ('{"purged": "mem_1"}', "no memory id: 'mem_1'"),
        ('{"purged": ["mem_000000000001"]}', "no memory id"),
    ],
)
def test_garbage_is_told(line: str, said: str) -> None:
    assert said in reason(line)
    assert "\n" not in reason(line)


@pytest.mark.parametrize("name", PLAIN)
def test_what_must_be_there_is_named(name: str) -> None:
    left = {key: content for key, content in PLAIN.items() if key != name}
    assert reason(json.dumps({"memory": left})) == f"{name} is missing"


WRONG: list[tuple[str, Any]] = [
    ("id", "mem_1"), ("id", 7), ("id", "../../../x"), ("text", ""), ("text", 7), ("text", "a\0b"), ("text", "\ud800"),
    ("text", None), ("layer", "buffer"), ("layer", []), ("state", "gone"), ("confidence", ""), ("pinned", "false"),
    ("pinned", 0), ("tags", "abc"), ("tags", [7]), ("tags", [""]), ("tags", ["x" * 65]),
    ("tags", None), ("half_life_days", 0), ("half_life_days", -1), ("half_life_days", "7"), ("half_life_days", True),
    ("half_life_days", float("inf")), ("half_life_days", float("nan")), ("half_life_days", 10**400),
    ("created_at", "soon"), ("created_at", 7), ("created_at", None), ("updated_at", "9999-12-31T23:59:59-10:00"),
    ("retrieval_count", -1), ("retrieval_count", 1.5), ("good", True), ("bad", 2**60), ("archived_at", "never"),
    ("archived_reason", 7), ("flag", []), ("source", []), ("source", {"kind": 7}), ("source", {"files": "a.py"}),
    ("source", {"position": -1}), ("source", {"happened_at": 7}), ("source", {"author": "\ud800"}),
]  # fmt: skip


@pytest.mark.parametrize(("name", "content"), WRONG)
def test_a_field_that_is_none_is_told(name: str, content: Any) -> None:
    assert reason(json.dumps({"memory": PLAIN | {name: content}}))


@pytest.mark.parametrize(
    "extra",
    [
        {"links": []}, {"links": {"supersedes": "mem_000000000002"}}, {"links": {"supersedes": [7]}},
        {"events": {}}, {"events": [7]}, {"events": [{}]}, {"events": [{"at": STAMP, "kind": 7}]},
        {"events": [{"at": STAMP, "kind": "edited", "actor": "pi"}]},
        {"events": [{"at": STAMP, "kind": "edited", "before": ["x"]}]},
        {"events": [{"at": STAMP, "kind": "edited", "before": {"text": "\ud800"}}]},
        {"events": [{"at": STAMP, "kind": "edited", "before": {"x": float("nan")}}]},
    ],
)  # fmt: skip
def test_ties_and_history_that_are_none_are_told(extra: dict[str, Any]) -> None:
    assert reason(json.dumps({"memory": PLAIN, **extra}))


def test_a_broken_line_stops_nothing_and_has_its_number() -> None:
    lines = ['{"hippo_export": 1}', "{", json.dumps({"memory": PLAIN}), "", "[]"]
    found = [*read(lines, parse=parse)]
    assert [(type(each).__name__, getattr(each, "line", 0)) for each in found] == [
        ("Broken", 2), ("Exported", 3), ("Broken", 5),
    ]  # fmt: skip


def test_a_line_that_is_too_long_is_not_even_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hippo_export, "LONGEST_LINE", 1000)
    assert reason(json.dumps({"learnt": "x" * 1000})) == "longer than 1,000 characters"


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(), max_size=10),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
)


@given(st.dictionaries(st.sampled_from([*WHOLE, "other"]), json_values, max_size=4), json_values, json_values)
def test_whatever_stands_in_a_line_is_a_memory_or_a_reason(fields: dict[str, Any], links: Any, events: Any) -> None:
    found = one(memory=WHOLE | fields, links=links, events=events)
    assert isinstance(found, Broken | Exported)
    if isinstance(found, Exported):
        assert 0 < found.memory.half_life_days < 1e6


@given(st.text(st.characters()))
def test_no_text_raises(line: str) -> None:
    assert all(isinstance(each, Broken) for each in read([line], parse=parse))


@pytest.mark.parametrize(
    ("line", "form"),
    [
        ('{"hippo_export": 1, "at": "x"}\n', 1),
        ('{"hippo_export": "2"}', "2"),
        ('{"memory": {}}', None),
        ('"hippo_export"', None),
        ('["hippo_export"]', None),
        ("hippo_export", None),
        ("[" * 100_000, None),
        ("", None),
    ],
)
def test_an_export_is_known_by_its_first_line(line: str, form: object) -> None:
    assert form_of(line) == form
