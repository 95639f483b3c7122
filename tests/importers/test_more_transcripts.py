"""Transcripts of Gemini CLI, Copilot CLI, Pi and OpenCode as turns."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo.core.capture.turn import Speaker, Turn, Unread
from hippo.importers import json_documents
from hippo.importers.json_documents import moment_after
from hippo.importers.transcripts import Format, read

PERSON, AGENT = Speaker.PERSON, Speaker.AGENT
WHEN = "2026-11-02T11:00:01.000Z"
MOMENT = datetime(2026, 11, 2, 11, 0, 1, tzinfo=UTC)
HEADER = {"sessionId": "g1", "projectHash": "0", "kind": "main"}


def turns(*lines: str | dict[str, Any] | None) -> tuple[Format, list[Turn | Unread]]:
    form, found = read(enumerate((json.dumps(line) if isinstance(line, dict) else line for line in lines), 1))
    return form, list(found)


def told(*lines: str | dict[str, Any] | None) -> list[tuple[Speaker, str, int]]:
    return [(each.speaker, each.text, each.line) for each in turns(*lines)[1] if isinstance(each, Turn)]


def gemini(kind: str, content: Any, number: str, **more: Any) -> dict[str, Any]:
    return {"id": number, "timestamp": WHEN, "type": kind, "content": content, **more}


def copilot(kind: str, **data: Any) -> dict[str, Any]:
    return {"type": kind, "data": data, "id": "e", "timestamp": WHEN}


def pi(role: str, content: Any) -> dict[str, Any]:
    return {"type": "message", "id": "a", "timestamp": WHEN, "message": {"role": role, "content": content}}


def exported(*messages: Any, indent: int | None = None) -> list[str]:
    return json.dumps({"info": {"id": "o1"}, "messages": messages}, indent=indent).split("\n")


def opencode(role: str, *parts: dict[str, Any]) -> dict[str, Any]:
    info = {"role": role, "sessionID": "o1", "time": {"created": 1793617201000}}
    return {"info": info, "parts": list(parts)}


def part(text: Any, **more: Any) -> dict[str, Any]:
    return {"type": "text", "text": text, **more}


# --- Gemini CLI


def test_gemini_tells_what_a_person_typed_and_a_repeated_record_once() -> None:
    form, found = turns(
        HEADER,
        {"$set": {"messages": [gemini("user", [{"text": "<session_context>\nnever"}], "m0")]}},
        gemini(
            "user", [{"text": "<hook_context>never</hook_context> oil it"}], "m1", displayContent=[{"text": "oil it"}]
        ),
        {"$set": {"lastUpdated": WHEN}},
        gemini("gemini", "half", "m2"),
        gemini("gemini", "whole", "m2", toolCalls=[{"name": "never"}]),
        gemini("user", [{"functionResponse": {"response": {"output": "never"}}}], "m3"),
        gemini("gemini", [{"text": "never", "thought": True}, {"text": "done"}], "m4"),
        gemini("info", "never", "m5"),
    )
    assert form is Format.GEMINI
    assert found == [
        Turn(text="oil it", speaker=PERSON, line=3, said_at=MOMENT, session="g1"),
        Turn(text="whole", speaker=AGENT, line=6, said_at=MOMENT, session="g1"),
        Turn(text="done", speaker=AGENT, line=8, said_at=MOMENT, session="g1"),
    ]


def test_a_record_of_gemini_without_an_id_replaces_nothing() -> None:
    assert [text for _, text, _ in told(HEADER, gemini("user", "a", ""), gemini("user", "b", ""))] == ["a", "b"]


@pytest.mark.parametrize("indent", [None, 2])
def test_an_older_chat_of_gemini_is_one_document(indent: int | None) -> None:
    chat = {**HEADER, "messages": [gemini("user", "oil it", "m1"), gemini("gemini", "done", "m2")]}
    form, found = turns(*json.dumps(chat, indent=indent).split("\n"))
    assert form is Format.GEMINI
    assert [(each.speaker, each.text) for each in found if isinstance(each, Turn)] == [
        (PERSON, "oil it"),
        (AGENT, "done"),
    ]


# --- Copilot CLI


def test_copilot_tells_what_was_typed_not_what_was_sent() -> None:
    form, found = turns(
        copilot("session.start", sessionId="c1"),
        copilot("user.message", content="oil it", transformedContent="never\n\noil it"),
        copilot("assistant.message", content="", toolRequests=[{"arguments": {"command": "never"}}]),
        copilot("tool.execution_complete", result={"content": "user.message never"}),
        copilot("assistant.message", content="done"),
        {"type": "user.message", "data": "never"},
    )
    assert form is Format.COPILOT
    assert found == [
        Turn(text="oil it", speaker=PERSON, line=2, said_at=MOMENT, session="c1"),
        Turn(text="done", speaker=AGENT, line=5, said_at=MOMENT, session="c1"),
    ]


# --- Pi


def test_pi_tells_what_was_said_on_every_branch() -> None:
    form, found = turns(
        {"type": "session", "version": 3, "id": "p1", "cwd": "/x"},
        pi("system", "never"),
        pi("user", [part("oil it")]),
        pi("assistant", [part("done"), {"type": "toolCall", "arguments": {"x": "never"}}]),
        pi("toolResult", [part("never, said the user")]),
        {"type": "compaction", "summary": 'never "user"'},
        pi("assistant", "other branch"),
        {"type": "message", "message": 'never "user"'},
    )
    assert form is Format.PI
    assert found == [
        Turn(text="oil it", speaker=PERSON, line=3, said_at=MOMENT, session="p1"),
        Turn(text="done", speaker=AGENT, line=4, said_at=MOMENT, session="p1"),
        Turn(text="other branch", speaker=AGENT, line=7, said_at=MOMENT, session="p1"),
    ]


# --- OpenCode


@pytest.mark.parametrize("indent", [None, 1])
def test_an_export_of_opencode_tells_who_said_what(indent: int | None) -> None:
    tool = {"type": "tool", "state": {"output": "never"}}
    lines = exported(
        opencode("user", part("oil it"), part("never", synthetic=True)),
        opencode("assistant", {"type": "step-start"}, tool),
        opencode("assistant", tool, part("done")),
        opencode("system", part("never")),
        {"info": "never", "parts": [part("never")]},
        {"info": {"role": "user"}, "parts": "never"},
        indent=indent,
    )
    form, found = turns(*lines)
    assert form is Format.OPENCODE
    assert [(each.speaker, each.text, each.session, each.said_at) for each in found if isinstance(each, Turn)] == [
        (PERSON, "oil it", "o1", MOMENT),
        (AGENT, "done", "o1", MOMENT),
    ]
    assert len(found) == 2


def test_an_export_that_is_cut_off_is_read_up_to_there() -> None:
    lines = exported(opencode("user", part("oil it")), opencode("user", part("and then")), indent=1)
    found = turns(*lines[:-8])[1]
    assert [each.text for each in found if isinstance(each, Turn)] == ["oil it"]
    assert [each.reason for each in found if isinstance(each, Unread)] == ["no JSON from here on"]
    assert lines[found[-1].line - 1].strip() == "{"


def test_an_export_without_messages_says_so() -> None:
    assert turns('{"info": {"title": "\\"messages\\": ["}}')[1] == [Unread(line=1, reason="no messages in it")]


def test_an_export_that_is_too_long_is_read_up_to_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_documents, "LONGEST_DOCUMENT", 400)
    lines = exported(*(opencode("user", part(f"oil number {n}")) for n in range(9)), indent=1)
    found = turns(*lines)[1]
    assert isinstance(found[0], Unread)
    assert [each.text for each in found if isinstance(each, Turn)] == ["oil number 0"]


def test_a_line_that_is_too_long_ends_a_document() -> None:
    assert [type(each) for each in turns(*exported(opencode("user", part("a")), indent=1), None)[1]] == [Unread, Turn]


@pytest.mark.parametrize("time", [None, True, "yesterday", float("nan"), 1e300, -1e300])
def test_a_number_that_is_no_time_is_left_out(time: Any) -> None:
    assert moment_after(time) is None


# --- whatever comes


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["type", "text", "role", "content", "info", "parts", "time", "created", "messages", "id"]),
            inner,
            max_size=3,
        )
    ),
    max_leaves=8,
)
FIRST = [
    HEADER,
    copilot("session.start", sessionId="c1"),
    {"type": "session", "id": "p1", "cwd": "/x"},
    {"info": {}, "messages": []},
]


@given(st.sampled_from(FIRST), st.lists(values, max_size=4), st.data())
def test_no_record_of_any_shape_breaks_a_reader(first: dict[str, Any], found: list[Any], data: st.DataObject) -> None:
    kinds = st.sampled_from(["user", "gemini", "assistant", "user.message", "message", "session.start"])
    records = [
        {"type": data.draw(kinds), "content": each, "data": each, "message": each, "$set": each, "displayContent": each}
        for each in found
    ]
    for each in turns(first, *records)[1]:
        assert isinstance(each, Turn | Unread)


@given(st.lists(values, max_size=4), st.integers(0, 400), st.sampled_from([None, 1]))
def test_no_document_of_any_shape_or_length_breaks_a_reader(found: list[Any], end: int, indent: int | None) -> None:
    whole = json.dumps({"info": {}, "messages": found}, indent=indent)
    for each in turns(*whole[:end].split("\n"))[1]:
        assert isinstance(each, Turn | Unread)
