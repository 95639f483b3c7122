"""Where a session stood, from its transcript."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hippo.importers import claude_code, codex
from hippo.importers.tool_calls import ToolCall, ToolResult, tool_calls
from hippo.importers.work_left import WorkLeft, work_left


def claude(kind: str, content: Any) -> str:
    return json.dumps({"type": kind, "sessionId": "s", "message": {"content": content}})


def use(call: str, name: str, **given: Any) -> str:
    return claude("assistant", [{"type": "tool_use", "id": call, "name": name, "input": given}])


def result(call: str, content: Any, *, failed: bool = False) -> str:
    return claude("user", [{"type": "tool_result", "tool_use_id": call, "content": content, "is_error": failed}])


def item(kind: str, **fields: Any) -> str:
    return json.dumps({"type": "response_item", "payload": {"type": kind, **fields}})


CLAUDE = [
    claude("user", "Mend the press."),
    claude("assistant", [{"type": "text", "text": "I will."}]),
    claude("user", "Now\nthe belt, please."),
    use("1", "Edit", file_path="/p/press.py"),
    use("2", "Write", file_path="/p/belt.py"),
    use("3", "Edit", file_path="/p/press.py"),
    use("4", "Read", file_path="/p/other.py"),
    use("5", "Bash", command="make test"),
    result("5", "Exit code 2\nKeyError: 'row_7'", failed=True),
    use("6", "Bash", command="make lint"),
    result("6", [{"type": "text", "text": "Exit code 1\nerror: no"}], failed=True),
    use("7", "Bash", command="make lint"),
    result("7", "ok"),
    use("8", "TodoWrite", todos=[{"content": "old", "status": "pending"}]),
    use(
        "9",
        "TodoWrite",
        todos=[
            {"content": "fit the belt", "status": "completed"},
            {"content": "warm the press", "status": "in_progress"},
            {"content": 3},
            "odd",
        ],
    ),
    claude("assistant", [{"type": "text", "text": "The belt is in."}]),
    '{"type": "assistant", "message": {"content": [{"type": "tool_use", "id',
]
CODEX = [
    item("message", role="user", content=[{"type": "input_text", "text": "Raise the timeout."}]),
    item("function_call", name="exec_command", arguments='{"cmd": "make test"}', call_id="1"),
    item("function_call_output", call_id="1", output="Process exited with code 2\nOutput:\nerror: no"),
    item("function_call", name="shell", arguments='{"command": ["bash", "-lc", "ls"]}', call_id="2"),
    item("function_call_output", call_id="2", output='{"output": "x", "metadata": {"exit_code": 0}}'),
    item("custom_tool_call", name="apply_patch", call_id="3", input="*** Begin Patch\n*** Update File: sync.py\n@@"),
    item("custom_tool_call_output", call_id="3", output='{"output": "done", "metadata": {"exit_code": 0}}'),
    item("function_call", name="update_plan", arguments='{"plan": [{"step": "test it", "status": "pending"}]}'),
    item("message", role="assistant", content=[{"type": "output_text", "text": "Raised."}]),
]


def test_a_session_of_claude_code_tells_where_it_stood() -> None:
    assert work_left(CLAUDE, claude_code.turns) == WorkLeft(
        asked="Now the belt, please.",
        said="The belt is in.",
        steps=("warm the press",),
        files=("/p/belt.py", "/p/press.py"),
        failing="`make test`: KeyError: 'row_7'",
    )


def test_a_session_of_codex_tells_where_it_stood() -> None:
    assert work_left(CODEX, codex.turns) == WorkLeft(
        asked="Raise the timeout.",
        said="Raised.",
        steps=("test it",),
        files=("sync.py",),
        failing="`make test`: error: no",
    )


def test_what_was_said_before_the_last_question_is_no_answer_to_it() -> None:
    left = work_left([claude("assistant", "Done."), claude("user", "And now? " + "x" * 400)], claude_code.turns)
    assert left.said == ""
    assert len(left.asked) == 300
    assert left.asked.endswith("…")


def test_a_transcript_in_which_nobody_asked_anything_leaves_nothing() -> None:
    assert work_left([claude("assistant", "Hello."), "", "garbage"], claude_code.turns).is_nothing


@pytest.mark.parametrize(
    "line",
    [
        '{"message": {"content": [3, {"type": "tool_use", "input": "no"}]}, "x": "tool_use"}',
        '{"payload": {"type": "custom_tool_call", "input": 3}, "x": "custom_tool_call"}',
        '{"message": 3, "x": "tool_use"}',
        'no json "tool_use"',
    ],
)
def test_what_is_odd_is_passed_over(line: str) -> None:
    assert list(tool_calls([line])) == []


def test_calls_with_odd_fields_say_nothing() -> None:
    lines = [
        item("function_call", name="update_plan", arguments="[1]", call_id="1"),
        item("function_call", name="x", arguments="no json", call_id="2"),
        item("function_call_output", call_id="2", output=None),
    ]
    assert list(tool_calls(lines)) == [
        ToolCall(id="1", steps=()),
        ToolCall(id="2"),
        ToolResult(id="2", status=0, said=""),
    ]
