"""ChatGPT's export."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from hippo.core.capture.turn import Turn
from hippo.importers.chatgpt import claims, read
from tests.importers.reading import found, items, passed, turns

MOMENT = 1793600001.5


def message(role: str, text: Any, **more: Any) -> dict[str, Any]:
    content = text if isinstance(text, dict) else {"content_type": "text", "parts": [text]}
    return {"author": {"role": role}, "content": content, "create_time": MOMENT, "recipient": "all", **more}


def talk(*messages: Any, **more: Any) -> dict[str, Any]:
    """A conversation in one line of messages."""
    mapping: dict[str, Any] = {"root": {"id": "root", "parent": None, "message": None}}
    before = "root"
    for number, each in enumerate(messages):
        mapping[f"m{number}"] = {"id": f"m{number}", "parent": before, "message": each}
        before = f"m{number}"
    return {"title": None, "create_time": MOMENT, "mapping": mapping, "current_node": before, "id": "c1", **more}


def test_what_was_said_is_read_in_its_order_with_its_talk_and_moment() -> None:
    content = [talk(message("user", "Which?"), message("assistant", "That one."))]
    when = datetime.fromtimestamp(MOMENT, UTC)
    assert [(each.text, each.session, each.said_at) for each in found(read, content) if isinstance(each, Turn)] == [
        ("Which?", "c1", when), ("That one.", "c1", when),
    ]  # fmt: skip


def test_only_the_branch_that_was_kept_is_read() -> None:
    tree = talk(message("user", "Which?"), message("assistant", "The old."))
    tree["mapping"]["again"] = {"id": "again", "parent": "m0", "message": message("assistant", "The new.")}
    assert turns(read, [{**tree, "current_node": "again"}]) == [("person", "Which?"), ("agent", "The new.")]
    tree["mapping"]["again"]["message"]["create_time"] = MOMENT + 1
    for lost in (None, "gone", 7):
        assert turns(read, [{**tree, "current_node": lost}])[-1] == ("agent", "The new.")


def test_parents_that_are_missing_or_go_round_end_the_way() -> None:
    lost = talk(message("user", "one"))
    lost["mapping"]["m0"]["parent"] = "gone"
    assert turns(read, [lost]) == [("person", "one")]
    lost["mapping"]["m0"]["parent"] = "m0"
    assert turns(read, [lost]) == [("person", "one")]
    assert turns(read, [{**lost, "mapping": {"a": 7, "b": {"parent": 3, "message": []}}}]) == []


@pytest.mark.parametrize(
    "silent",
    [
        message("system", "x"),
        message("tool", "x"),
        message("user", ""),
        message("user", "x", metadata={"is_visually_hidden_from_conversation": True}),
        message("assistant", "x", recipient="python"),
        message("assistant", {"content_type": "thoughts", "thoughts": []}),
        message("assistant", {"content_type": "code", "text": "x"}),
        message("user", {"content_type": "multimodal_text", "parts": [{"content_type": "image_asset_pointer"}, 7]}),
        message("user", {"content_type": "text", "parts": None}),
        {"author": None, "content": None},
        None,
        "x",
    ],
)
def test_what_nobody_said_is_left_out(silent: Any) -> None:
    assert turns(read, [talk(message("user", "a"), silent, message("assistant", "b"))]) == [
        ("person", "a"), ("agent", "b"),
    ]  # fmt: skip


def test_spoken_words_count_and_marks_of_citations_go() -> None:
    parts = [{"content_type": "audio_transcription", "text": "spoken"}, "typed \ue200cite\ue202turn0\ue201here\ue206"]
    content = [talk(message("user", {"content_type": "multimodal_text", "parts": parts}))]
    assert turns(read, content) == [("person", "spoken\n\ntyped here")]


def test_saved_memories_and_custom_instructions_stand() -> None:
    custom = {
        "content_type": "user_editable_context",
        "user_profile": "The user said:\n```Runs an orchard```",
        "user_instructions": "Short answers",
    }
    content = [talk(message("user", custom), message("assistant", "Plants in February.", recipient="bio"))]
    assert [(each.text, each.tags, each.is_standing) for each in items(read, content)] == [
        ("Runs an orchard", ("user-profile",), True),
        ("Short answers", ("custom-instructions",), True),
        ("Plants in February.", ("saved-memory",), True),
    ]


def test_a_talk_that_is_not_to_be_remembered_is_left_out() -> None:
    content = [talk(message("user", "secret plan"), is_do_not_remember=True), talk(message("user", "fine"))]
    assert turns(read, content) == [("person", "fine")]
    assert passed(read, content) == [(1, "in a conversation that is not to be remembered")]


def test_a_record_of_another_kind_is_told() -> None:
    assert passed(read, [7, {"title": "x"}, {"mapping": []}]) == [
        (1, f"record {number}: no conversation") for number in (1, 2, 3)
    ]
    assert turns(read, {"conversations": [talk(message("user", "wrapped"))]}) == [("person", "wrapped")]


def test_it_is_known_by_its_keys() -> None:
    assert claims('[{"title": "x", "mapping": {}, "current_node": "x"}]')
    assert not claims('[{"mapping": {}}]')
