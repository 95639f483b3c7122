"""Which of two versions of a memory holds."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from hippo.core.memory import Confidence, Layer, Memory, Origin, State
from hippo.core.value import fields_of, replace
from hippo.store.events import Actor, Event
from hippo.store.versions import BY_HAND, READ, TAKEN, changed_at, content_at, merged
from tests.core.memories import memories, memory
from tests.support import NOON, at

ROW = memory(text="the valve opens to the left", tags=("pump",), updated_at=at(days=1))


def event(kind: str, when: datetime, **before: Any) -> Event:
    return Event(at=when, kind=kind, actor=Actor(), before=before)


def changed(row: Memory, **fields: Any) -> Memory:
    return replace(row, **fields)


# --- a person's file


def test_what_a_person_changed_holds() -> None:
    shown = changed(ROW, text="the valve opens to the right", tags=(), pinned=True, confidence=Confidence.VERIFIED)
    found = merged(ROW, shown, [], untouched=False)
    assert found.memory == shown
    assert (found.taken, found.overruled, found.by_hand) == (("text", "confidence", "pinned", "tags"), (), True)


def test_what_the_store_changed_meanwhile_stays_if_the_person_left_it_alone() -> None:
    row = changed(ROW, tags=("left", "pump"), updated_at=at(days=2))
    history = [event("edited", at(days=2), tags=["pump"])]
    found = merged(row, changed(ROW, text="the valve opens to the right"), history, untouched=False)
    assert (found.memory.text, found.memory.tags) == ("the valve opens to the right", ("left", "pump"))
    assert (found.taken, found.overruled) == (("text",), ())


def test_where_both_changed_the_same_the_person_wins_and_that_is_told() -> None:
    row = changed(ROW, text="the valve opens upwards", updated_at=at(days=3))
    history = [event("edited", at(days=2), text=ROW.text), event("edited", at(days=3), text="the valve is stuck")]
    found = merged(row, changed(ROW, text="the valve opens to the right"), history, untouched=False)
    assert found.memory.text == "the valve opens to the right"
    assert (found.taken, found.overruled) == (("text",), ("text",))


def test_where_both_changed_the_same_in_the_same_way_nothing_is_to_tell() -> None:
    row = changed(ROW, pinned=True, updated_at=at(days=2))
    history = [event("edited", at(days=2), pinned=False)]
    found = merged(row, changed(ROW, pinned=True), history, untouched=False)
    assert (found.memory, found.taken, found.overruled) == (row, (), ())


def test_what_is_hippos_to_keep_no_person_changes() -> None:
    shown = changed(ROW, state=State.ARCHIVED, layer=Layer.SEMANTIC, half_life_days=99.0, good=9, flag="x")
    assert merged(ROW, shown, [], untouched=False).memory == ROW


def test_a_flag_goes_with_the_text() -> None:
    shown = changed(ROW, text="other", flag="gives orders")
    assert merged(ROW, shown, [], untouched=False).memory.flag == "gives orders"


def test_a_file_that_another_clone_wrote_later_and_a_person_edited_brings_all_of_it() -> None:
    shown = changed(ROW, text="the valve opens to the right", state=State.SUPERSEDED, good=2, updated_at=at(days=5))
    found = merged(ROW, shown, [], untouched=False)
    assert (found.memory, found.is_later, found.by_hand) == (shown, True, False)


# --- a file of another clone


def test_the_later_version_of_another_clone_wins() -> None:
    shown = changed(ROW, text="the valve opens to the right", state=State.SUPERSEDED, updated_at=at(days=2))
    found = merged(ROW, shown, [event("edited", at(days=1), text="x")], untouched=True)
    assert (found.memory, found.is_later) == (shown, True)


def test_a_use_here_does_not_outweigh_a_change_there() -> None:
    row = changed(ROW, retrieval_count=3, last_used_at=at(days=3), half_life_days=13.0, updated_at=at(days=3))
    shown = changed(ROW, text="the valve opens to the right", updated_at=at(days=2))
    found = merged(row, shown, [event("recalled", at(days=3), half_life_days=11.0)], untouched=True)
    assert found.memory == replace(row, text="the valve opens to the right")


def test_a_change_here_outweighs_an_earlier_one_there_which_the_history_keeps() -> None:
    row = changed(ROW, text="the valve is stuck", updated_at=at(days=3))
    shown = changed(ROW, text="the valve opens to the right", updated_at=at(days=2))
    found = merged(row, shown, [event("edited", at(days=3), text=ROW.text)], untouched=True)
    assert (found.memory, found.taken, found.passed_over) == (row, (), ("text",))


def test_an_older_version_of_ones_own_is_nothing_new() -> None:
    """A person checked out an older commit."""
    row = changed(ROW, text="the valve is stuck", updated_at=at(days=3))
    history = [event("edited", at(days=3), text=ROW.text)]
    found = merged(row, ROW, history, untouched=True)
    assert (found.memory, found.taken, found.passed_over) == (row, (), ())


def test_a_use_after_the_other_clone_archived_it_keeps_a_memory_live() -> None:
    row = changed(ROW, last_used_at=at(days=9), updated_at=at(days=9))
    for archived_at, state in ((at(days=8), State.LIVE), (at(days=10), State.ARCHIVED)):
        gone = changed(ROW, state=State.ARCHIVED, archived_at=archived_at, archived_reason="x", updated_at=archived_at)
        found = merged(row, gone, [], untouched=True).memory
        assert (found.state, found.archived_at is None, found.archived_reason == "") == (
            state, state is State.LIVE, state is State.LIVE,
        )  # fmt: skip


def test_where_a_memory_came_from_no_file_changes() -> None:
    shown = changed(ROW, created_at=at(days=-9), origin=Origin(kind="git"), updated_at=at(days=2))
    assert merged(ROW, shown, [], untouched=True).memory == changed(ROW, updated_at=at(days=2))


# --- what the history tells


def test_a_change_is_what_a_mirror_shows_and_a_use_is_none() -> None:
    assert changed_at(ROW, []) == NOON
    history = [
        event("recalled", at(days=1), half_life_days=7.0),
        event("helped", at(days=1), good=0),
        event("edited", at(days=2), tags=[]),
        event("archived", at(days=3), state="live", reason=""),
        event("recalled", at(days=4), state="archived"),
    ]
    assert [changed_at(ROW, history[:count]) for count in (2, 3, 4, 5)] == [NOON, at(days=2), at(days=3), at(days=4)]


def test_a_change_counts_as_no_earlier_than_what_was_noted_before_it() -> None:
    """The clock was set back in between."""
    history = [event("recalled", at(days=365)), event("edited", at(days=2), tags=[])]
    assert changed_at(ROW, history) == at(days=365)


def test_a_version_that_was_read_or_taken_is_as_late_as_itself() -> None:
    assert changed_at(ROW, [event(READ, at(days=1))]) == at(days=1)
    assert changed_at(ROW, [event(TAKEN, at(days=1), text="x")]) == at(days=1)


def test_what_a_person_sees_is_what_was_there_when_the_file_was_written() -> None:
    history = [
        event("edited", at(days=1), text="first", tags=["a"]),
        event("stale", at(days=2), state="live", confidence="verified"),
        event("edited", at(days=3), text="second", pinned=True),
    ]
    row = changed(ROW, text="third", confidence=Confidence.STALE)
    assert content_at(at(days=1), row, history) == {
        "text": "second", "tags": ("pump",), "confidence": Confidence.VERIFIED, "pinned": True,
    }  # fmt: skip
    assert content_at(at(days=3), row, history)["text"] == "third"
    assert content_at(at(days=-1), row, history)["tags"] == ("a",)


# --- laws


@given(memories())
def test_a_file_that_shows_the_row_changes_nothing(row: Memory) -> None:
    for untouched in (True, False):
        found = merged(row, row, [], untouched=untouched)
        assert (found.memory, found.taken, found.overruled, found.passed_over) == (row, (), (), ())


@given(memories(), memories())
def test_no_use_and_no_vote_is_ever_lost(one: Memory, other: Memory) -> None:
    found = merged(one, replace(other, id=one.id), [], untouched=True).memory
    for name in ("retrieval_count", "good", "bad", "half_life_days", "last_used_at", "updated_at"):
        assert getattr(found, name) == max(getattr(one, name), getattr(other, name))


@given(memories(), memories(), st.booleans())
def test_a_merged_memory_is_made_of_its_two_sides(one: Memory, other: Memory, untouched: bool) -> None:
    found = merged(one, replace(other, id=one.id), [], untouched=untouched)
    sides = (dict(fields_of(one)), dict(fields_of(other)))
    revived = found.memory.state is State.LIVE and other.state is State.ARCHIVED
    for name, content in fields_of(found.memory):
        assert revived or content in (sides[0][name], sides[1][name])
    assert set(found.overruled) <= set(found.taken)


@given(memories(), memories())
def test_a_second_look_at_the_same_file_changes_nothing(one: Memory, other: Memory) -> None:
    shown = replace(other, id=one.id)
    first = merged(one, shown, [], untouched=True).memory
    assert merged(first, shown, [], untouched=True).memory == first


def test_a_person_edits_text_tags_confidence_and_pin() -> None:
    assert BY_HAND == ("text", "tags", "confidence", "pinned")
