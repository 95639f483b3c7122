"""Transcripts of Claude Code and Codex, and plain talk, as turns."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo.core.capture.turn import Speaker, Turn, Unread
from hippo.importers.plain_talk import TURN_CHARACTERS
from hippo.importers.transcripts import Format, read

PERSON, AGENT = Speaker.PERSON, Speaker.AGENT


def turns(*lines: str | dict[str, Any] | None) -> tuple[Format, list[Turn | Unread]]:
    texts = [json.dumps(line) if isinstance(line, dict) else line for line in lines]
    form, found = read(enumerate(texts, 1))
    return form, list(found)


def said(*lines: str | dict[str, Any] | None) -> list[tuple[Speaker, str]]:
    return [(each.speaker, each.text) for each in turns(*lines)[1] if isinstance(each, Turn)]


def claude(kind: str, content: Any, **more: Any) -> dict[str, Any]:
    when = "2026-11-02T09:00:28.120Z"
    return {"type": kind, "sessionId": "s1", "timestamp": when, "message": {"content": content}, **more}


def codex(role: str, *texts: str, **more: Any) -> dict[str, Any]:
    kind = "output_text" if role == "assistant" else "input_text"
    content = [{"type": kind, "text": text} for text in texts]
    payload = {"type": "message", "role": role, "content": content, **more}
    return {"timestamp": "2026-11-02T10:00:01.006Z", "type": "response_item", "payload": payload}


def test_claude_code_tells_who_said_what_where_and_when() -> None:
    form, found = turns(claude("user", "oil it"), "", claude("assistant", [{"type": "text", "text": "done"}]))
    when = datetime(2026, 11, 2, 9, 0, 28, 120_000, tzinfo=UTC)
    assert form is Format.CLAUDE_CODE
    assert found == [
        Turn(text="oil it", speaker=PERSON, line=1, said_at=when, session="s1"),
        Turn(text="done", speaker=AGENT, line=3, said_at=when, session="s1"),
    ]


@pytest.mark.parametrize(
    "record",
    [
        claude("user", [{"type": "tool_result", "content": "never"}]),
        claude(
            "assistant", [{"type": "thinking", "thinking": "never"}, {"type": "tool_use", "input": {"text": "never"}}]
        ),
        claude("user", "never", isMeta=True),
        claude("user", "never", isCompactSummary=True),
        claude("user", "never", isSidechain=True),
        claude("user", "<command-name>/never</command-name>"),
        claude("user", "<task-notification>never</task-notification>"),
        claude("user", "  <local-command-stdout>never</local-command-stdout>"),
        claude("user", 7),
        claude("user", ["never", {"type": "text", "text": 7}]),
        claude("attachment", "never"),
        {"type": "user", "sessionId": "s1", "message": "never"},
        {"type": "user", "sessionId": "s1"},
        {"type": "queue-operation", "sessionId": "s1", "content": "user"},
    ],
)
def test_what_nobody_said_in_claude_code_is_left_out(record: dict[str, Any]) -> None:
    assert said(claude("user", "yes"), record) == [(PERSON, "yes")]


def test_a_subagents_answers_are_an_agents() -> None:
    answer = claude("assistant", [{"type": "text", "text": "eleven"}], isSidechain=True)
    assert said(claude("user", "count", isSidechain=True), answer) == [(AGENT, "eleven")]


def test_codex_tells_who_said_what_once() -> None:
    event = {"type": "event_msg", "payload": {"type": "user_message", "message": "oil it"}}
    meta = {"type": "session_meta", "payload": {"id": "s2"}}
    form, found = turns(meta, event, codex("user", "oil it"), codex("assistant", "done", "well"))
    assert form is Format.CODEX
    assert [(each.line, each.speaker, each.text, each.session) for each in found if isinstance(each, Turn)] == [
        (3, PERSON, "oil it", "s2"),
        (4, AGENT, "done\n\nwell", "s2"),
    ]


@pytest.mark.parametrize(
    "record",
    [
        codex("developer", "never"),
        codex("user", "# AGENTS.md instructions for /x\n\nnever", "<environment_context>never"),
        codex("user", "<environment_context>never</environment_context>"),
        {"type": "response_item", "payload": {"type": "function_call_output", "output": '"message" never'}},
        {"type": "compacted", "payload": {"message": "never"}},
        {"type": "response_item", "payload": 'a "message"'},
        codex("user"),
    ],
)
def test_what_nobody_said_in_codex_is_left_out(record: dict[str, Any]) -> None:
    assert said(codex("user", "yes"), record) == [(PERSON, "yes")]


def test_broken_lines_are_told_and_their_neighbours_read() -> None:
    form, found = turns(
        "garbage",
        '{"type": "user", "mess',
        claude("user", "one"),
        None,
        "[" * 100_000 + '"user"',
        claude("user", "two"),
    )
    assert form is Format.CLAUDE_CODE
    assert [each.text for each in found if isinstance(each, Turn)] == ["one", "two"]
    assert [(each.line, each.reason) for each in found if isinstance(each, Unread)] == [
        (2, "no JSON"),
        (4, "longer than a message can be"),
        (5, "no JSON"),
    ]


def test_broken_lines_of_codex_are_told_as_well() -> None:
    odd = '{"type": "response_item", "payload": ["message"]}'
    assert [type(each) for each in turns(codex("user", "one"), '{"type": "message"', odd)[1]] == [Turn, Unread]


@pytest.mark.parametrize("when", [None, 7, "yesterday", "9999-12-31T23:59:59-23:00"])
def test_a_time_that_is_none_is_left_out(when: Any) -> None:
    (turn,) = turns(claude("user", "one", timestamp=when))[1]
    assert isinstance(turn, Turn)
    assert turn.said_at is None


def test_a_text_without_names_is_what_a_person_says() -> None:
    form, found = turns("One.", "", "System: two", '{"three": 3}')
    assert form is Format.PLAIN
    (turn,) = found
    assert turn == Turn(text='One.\n\nSystem: two\n{"three": 3}', line=1, has_own_lines=True)


def test_names_before_what_is_said_tell_who_speaks() -> None:
    lines = [
        "intro",
        "User: a",
        "more",
        "**Assistant:** b",
        "Tool: c",
        "## Human",
        "d",
        "[Claude] (12:00): e",
        "Note: f",
    ]
    assert said(*lines) == [
        (PERSON, "intro"),
        (PERSON, "a\nmore"),
        (AGENT, "b"),
        (PERSON, "\nd"),
        (AGENT, "e\nNote: f"),
    ]
    assert [each.line for each in turns(*lines)[1] if isinstance(each, Turn)] == [1, 2, 4, 6, 8]


def test_words_that_only_begin_like_a_name_are_none() -> None:
    assert said("Users: a", "## User guide", "me and you", "    ", "agent x") == [
        (PERSON, "Users: a\n## User guide\nme and you\n    \nagent x")
    ]


def test_a_long_text_comes_in_parts_and_an_open_private_part_goes_on() -> None:
    line = "x" * 1000
    count = TURN_CHARACTERS // 1000
    open_from_start = [
        each.text for each in turns("<private>", *[line] * (2 * count + 10))[1] if isinstance(each, Turn)
    ]
    assert len(open_from_start) == 3
    assert all(text.startswith("<private>") for text in open_from_start)
    closed = [each.text for each in turns("<private></private>", *[line] * (count + 10))[1] if isinstance(each, Turn)]
    assert len(closed) == 2
    assert not closed[1].startswith("<private>")


def test_a_line_that_is_too_long_is_told_in_a_text_as_well() -> None:
    assert turns("one", None, "two")[1] == [
        Unread(line=2, reason="longer than a message can be"),
        Turn(text="one\n\ntwo", line=1, has_own_lines=True),
    ]


def test_a_format_is_known_also_behind_large_records_of_new_kinds() -> None:
    assert turns('{"new": 1}', claude("user", "one"))[0] is Format.CLAUDE_CODE
    assert turns("x" * 5_000_000, claude("user", "one"))[0] is Format.PLAIN
    assert turns(*["x"] * 50, claude("user", "one"))[0] is Format.PLAIN
    assert turns()[0] is Format.PLAIN


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["type", "message", "content", "payload", "role", "text"]), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(st.lists(json_values, max_size=4), st.sampled_from(["sessionId", "payload"]), st.data())
def test_no_record_of_any_shape_breaks_it(values: list[Any], mark: str, data: st.DataObject) -> None:
    kinds = st.sampled_from(["user", "assistant", "response_item", "session_meta"])
    records = [
        {
            "type": data.draw(kinds),
            mark: {"type": "message", "role": data.draw(kinds), "content": value},
            "message": value,
        }
        for value in values
    ]
    for each in turns(*records)[1]:
        assert isinstance(each, Turn | Unread)


@given(st.lists(st.text(max_size=60), max_size=8))
def test_no_text_breaks_it_and_no_turn_is_blank(lines: list[str]) -> None:
    for each in turns(*lines)[1]:
        assert isinstance(each, Turn)
        assert each.text.strip()
