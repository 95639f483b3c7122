"""The words of a memory are an interface: the database, the mirrors and JSON hold them."""

from __future__ import annotations

import pytest

from hippo.core.memory import Confidence, Draft, Layer, Memory, Origin, State, is_id
from hippo.core.settings import MemorySettings
from hippo.core.value import fields_of
from tests.support import NOON


def test_the_choices_are_the_words_that_stores_and_mirrors_hold() -> None:
    assert [*map(str, Layer)] == ["episodic", "semantic"]
    assert [*map(str, State)] == ["live", "archived", "superseded", "waiting"]
    assert [*map(str, Confidence)] == ["verified", "observed", "inferred", "stale"]
    assert f"{State.LIVE} {Layer('semantic')}" == "live semantic"


def test_a_draft_and_a_new_memory_have_the_same_beginnings() -> None:
    draft = dict(fields_of(Draft(text="x")))
    memory = dict(fields_of(Memory(id="mem_1", text="x", created_at=NOON, updated_at=NOON, last_used_at=NOON)))
    assert draft.items() <= memory.items()
    assert draft["half_life_days"] == MemorySettings().half_life_days
    assert (memory["state"], memory["retrieval_count"], memory["good"], memory["bad"]) == (State.LIVE, 0, 0, 0)


def test_a_memory_typed_by_a_person_has_no_source_but_that() -> None:
    assert [(name, content) for name, content in fields_of(Origin()) if content] == [("kind", "cli")]


@pytest.mark.parametrize("text", ["mem_0123456789ab", "mem_000000000000"])
def test_an_id_is_mem_and_twelve_hex_digits(text: str) -> None:
    assert is_id(text)


@pytest.mark.parametrize(
    "text", ["", "mem_", "mem_0123456789a", "mem_0123456789abc", "mem_0123456789AB", "mem_0123456789ag", "0123456789ab"]
)
def test_nothing_else_is_an_id(text: str) -> None:
    assert not is_id(text)
    assert not is_id(f"{text}\n")
    assert not is_id("0123456789abcdef")
