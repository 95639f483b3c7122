"""Every program's own words for an event, and the answer that it takes."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo.importers.hook_documents import answer_document, is_question, program_of, read_hook
from hippo.importers.hook_failures import failure_in
from hippo.importers.tool_calls import tool_calls

#: Every field that is looked at, in documents and within them.
FIELDS = """
session_id sessionId conversation_id cwd workspace_roots transcript_path source trigger reason prompt agent_id error
hook_event_name tool_name toolName tool_input toolArgs tool_response toolResult command cmd is_interrupt error_message
failure_type exit_code output stdout stderr llmContent resultType message content type name id input payload arguments
call_id plan step status todos metadata tool_use_id is_error
""".split()

CLAUDE = {"session_id": "s", "transcript_path": "/home/a/.claude/projects/p/s.jsonl", "cwd": "/p"}
CODEX = {"session_id": "s", "transcript_path": "/home/a/.codex/sessions/rollout-1.jsonl", "cwd": "/p"}
GEMINI = {"session_id": "s", "cwd": "/p", "hook_event_name": "BeforeAgent", "prompt": "hello"}
COPILOT = {"sessionId": "s", "cwd": "/p", "prompt": "hello", "timestamp": 1}
CURSOR = {"conversation_id": "s", "workspace_roots": ["/p", "/q"], "hook_event_name": "beforeSubmitPrompt"}


@pytest.mark.parametrize(
    ("document", "program"),
    [
        (CLAUDE, "claude-code"),
        (CODEX, "codex"),
        ({"session_id": "s", "turn_id": "t"}, "codex"),
        (GEMINI, "gemini"),
        ({"transcript_path": "/home/a/.gemini/tmp/x.jsonl"}, "gemini"),
        (COPILOT, "copilot"),
        (CURSOR, "cursor"),
        ({"session_id": "s"}, ""),
    ],
)
def test_a_document_shows_who_wrote_it(document: dict[str, Any], program: str) -> None:
    assert program_of(document) == program


@pytest.mark.parametrize("document", [CLAUDE, CODEX, GEMINI, COPILOT, CURSOR])
def test_session_and_folder_are_found_under_every_name(document: dict[str, Any]) -> None:
    given = read_hook(document, "prompt")
    assert (given.session, given.folder) == ("s", "/p")


def test_a_named_program_comes_before_the_document_and_that_before_the_surroundings() -> None:
    assert read_hook(COPILOT, "prompt", agent="opencode", surroundings="codex").agent == "opencode"
    assert read_hook(COPILOT, "prompt", surroundings="codex").agent == "copilot"
    assert read_hook({}, "prompt", surroundings="codex").agent == "codex"
    assert read_hook({}, "prompt").agent == "claude-code"


@pytest.mark.parametrize(
    ("document", "agent", "answer"),
    [
        (CLAUDE, "", {"hookSpecificOutput": {"hookEventName": "UserPromptSubmit", "additionalContext": "x"}}),
        (CODEX, "", {"hookSpecificOutput": {"hookEventName": "UserPromptSubmit", "additionalContext": "x"}}),
        (GEMINI, "", {"hookSpecificOutput": {"hookEventName": "BeforeAgent", "additionalContext": "x"}}),
        ({}, "opencode", {"hookSpecificOutput": {"hookEventName": "UserPromptSubmit", "additionalContext": "x"}}),
        (COPILOT, "", {"additionalContext": "x"}),
        (CURSOR, "", {"additional_context": "x"}),
    ],
)
def test_every_program_gets_the_keys_that_it_knows_and_no_others(
    document: dict[str, Any], agent: str, answer: dict[str, Any]
) -> None:
    assert answer_document(read_hook(document, "prompt", agent=agent), "x") == answer


def test_fields_of_another_kind_than_expected_are_empty() -> None:
    odd = read_hook({"session_id": 7, "cwd": None, "prompt": ["x"], "workspace_roots": [3], "source": {}}, "prompt")
    assert (odd.session, odd.folder, odd.prompt, odd.source, odd.is_subagent) == ("", "", "", "", False)


@pytest.mark.parametrize("odd", ["Session Start", "x" * 9_000, "", "\ud800"])
def test_what_is_no_word_names_no_event(odd: str) -> None:
    given = read_hook({"hook_event_name": odd, "source": odd}, "prompt")
    assert (given.name, given.source) == ("UserPromptSubmit", "")


def test_a_session_is_a_short_printable_name() -> None:
    assert read_hook({"session_id": " a\x00b\n" + "c" * 900}, "prompt").session == "ab" + "c" * 195


@pytest.mark.parametrize(
    ("prompt", "is_one"),
    [
        ("why is it slow?", True),
        ("/home/ana/press.py fails", True),
        ("# Task\nmend the press", True),
        ("", False),
        ("  \n", False),
        ("/compact keep the facts", False),
        ("/hippo:recall press", False),
        ("<task-notification>\n<task-id>a</task-id>", False),
        (" <system-reminder>x", False),
    ],
)
def test_only_a_persons_words_are_a_question(prompt: str, is_one: bool) -> None:
    assert is_question(prompt) is is_one


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(FIELDS), inner, max_size=4),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from(FIELDS), JSON))
def test_any_document_is_an_event_and_at_most_one_failure(document: dict[str, Any]) -> None:
    read_hook(document, "prompt")
    failure_in(document)
    list(tool_calls([json.dumps(document) + '"tool_use"', json.dumps({"payload": document, "x": "function_call"})]))
