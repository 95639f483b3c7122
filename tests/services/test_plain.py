"""Results as plain data."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest
from hypothesis import given

from hippo.core.memory import Layer, Memory, Origin
from hippo.services.plain import plain
from hippo.store.events import Actor, Event
from hippo.store.links import LinkKind
from tests.core.memories import memory
from tests.store.strategies import memories
from tests.support import NOON


@pytest.mark.parametrize(
    ("thing", "data"),
    [
        (None, None),
        (True, True),
        (7, 7),
        ("größe", "größe"),
        (Layer.SEMANTIC, "semantic"),
        (0.1 + 0.2, 0.3),
        (1.23456789, 1.234568),
        ((1, (2,)), [1, [2]]),
        ([NOON], ["2031-03-03T12:00:00Z"]),
        ({LinkKind.SUPERSEDES: ("a",)}, {"supersedes": ["a"]}),
        (datetime(2031, 3, 3, 12, 0, 0, 5000, tzinfo=UTC), "2031-03-03T12:00:00.005Z"),
    ],
)
def test_things_become_what_json_has(thing: object, data: object) -> None:
    found = plain(thing)
    assert found == data
    assert type(found) is type(data)


def test_a_value_becomes_its_fields() -> None:
    event = Event(at=NOON, kind="edited", actor=Actor(name="cli"), before={"tags": ("a",)})
    assert plain(event) == {
        "at": "2031-03-03T12:00:00Z",
        "kind": "edited",
        "actor": {"name": "cli", "session": ""},
        "before": {"tags": ["a"]},
    }


def test_the_origin_of_a_memory_is_called_its_source_and_says_only_what_is_known() -> None:
    data = plain(memory(origin=Origin(kind="git", reference="0123abc")))
    assert data["source"] == {"kind": "git", "reference": "0123abc"}
    assert "origin" not in data
    assert plain(memory())["source"] == {"kind": "cli"}
    assert plain(memory(origin=Origin(kind="")))["source"] == {"kind": ""}


@given(memories())
def test_any_memory_is_a_json_document(any_memory: Memory) -> None:
    data = json.loads(json.dumps(plain(any_memory), allow_nan=False))
    assert (data["id"], data["text"], data["tags"]) == (any_memory.id, any_memory.text, list(any_memory.tags))
