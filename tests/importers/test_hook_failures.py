"""Failures as each program tells them."""

from __future__ import annotations

from typing import Any

import pytest

from hippo.importers.hook_failures import exit_code_in, failure_in

CLAUDE = {"tool_name": "Bash", "tool_input": {"command": "uv run report"}, "error": "Exit code 1\nKeyError: 'row_7'"}
CODEX = {
    "tool_name": "Bash",
    "tool_input": {"command": ["bash", "-lc", "cargo build"]},
    "tool_response": "Chunk ID: a1\nWall time: 1 s\nProcess exited with code 101\nOutput:\nerror[E0433]: no crate\n",
}
GEMINI = {
    "tool_name": "run_shell_command",
    "tool_input": {"command": "npm test"},
    "tool_response": {
        "llmContent": "Command: npm test\nDirectory: (root)\nOutput: TypeError: x\nError: (none)\nExit Code: 1"
    },
}
COPILOT = {
    "toolName": "bash",
    "toolArgs": '{"command": "tsc"}',
    "toolResult": {
        "resultType": "success",
        "textResultForLlm": "a.ts: error TS2322\n<shellId: 0 completed with exit code 2>",
    },
}
CURSOR = {
    "tool_name": "Shell",
    "tool_input": {"command": "go vet"},
    "error_message": "vet: undefined",
    "failure_type": "error",
}


@pytest.mark.parametrize(
    ("document", "command", "status", "said"),
    [
        (CLAUDE, "uv run report", 1, "KeyError: 'row_7'"),
        ({**CLAUDE, "error": "the belt is cold"}, "uv run report", 0, "the belt is cold"),
        (CODEX, "cargo build", 101, "error[E0433]: no crate"),
        (GEMINI, "npm test", 1, "TypeError: x"),
        (COPILOT, "tsc", 2, "a.ts: error TS2322"),
        (CURSOR, "go vet", 0, "vet: undefined"),
        ({"toolName": "bash", "toolArgs": {"command": "x"}, "error": "exit status 3\nno"}, "x", 3, "no"),
        ({"tool_input": {"cmd": "x"}, "tool_response": {"exit_code": 4, "stderr": "no"}}, "x", 4, "no"),
        ({"tool_input": {"command": "x"}, "tool_response": {"error": {"message": "no"}}}, "x", 0, "no"),
        (
            {"tool_input": {"command": ["make", "-j"]}, "tool_response": {"success": False, "output": "no"}},
            "make -j",
            0,
            "no",
        ),
        (
            {"tool_name": "mcp__db__query", "tool_input": {"q": 1}, "error": "no relation"},
            "mcp__db__query",
            0,
            "no relation",
        ),
    ],
)
def test_a_failure_is_found_with_its_code_and_its_words(
    document: dict[str, Any], command: str, status: int, said: str
) -> None:
    failure = failure_in(document)
    assert failure is not None
    assert (failure.command, failure.status, failure.said) == (command, status, said)


@pytest.mark.parametrize(
    "document",
    [
        {},
        {**CLAUDE, "is_interrupt": True},
        {**CLAUDE, "error": "The user doesn't want to proceed with this tool use."},
        {**CLAUDE, "error": "Permission to use Bash has been denied."},
        {**CLAUDE, "error": None, "tool_response": {"stdout": "ok", "interrupted": False}},
        {**CLAUDE, "error": None, "tool_response": {"stdout": "exit code 1", "interrupted": True}},
        {**CLAUDE, "tool_name": "Read", "tool_input": {"file_path": "x"}},
        {**CLAUDE, "tool_input": "no json"},
        {**CODEX, "tool_response": "ok\n"},
        {**CODEX, "tool_response": "Process exited with code 0\nOutput:\nerror: shown by a test"},
        {**CODEX, "tool_response": None},
        {**COPILOT, "toolResult": {"resultType": "success", "textResultForLlm": "<exited with exit code 0>"}},
        {**CURSOR, "failure_type": "permission_denied"},
    ],
)
def test_what_succeeded_or_was_not_wanted_is_no_failure(document: dict[str, Any]) -> None:
    assert failure_in(document) is None


@pytest.mark.parametrize(
    ("text", "code"),
    [("Exit code: 7", 7), ("x\n<exited with exit code 2>", 2), ("exit status 3.", 3), ("exit code", None), ("", None)],
)
def test_an_exit_code_is_read_however_it_is_told(text: str, code: int | None) -> None:
    assert exit_code_in(text) == code
