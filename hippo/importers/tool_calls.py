"""What an agent did with its tools, as the transcripts of Claude Code and Codex tell it."""

from __future__ import annotations

from hippo.core.light_json import parsed
from hippo.core.value import value
from hippo.importers.hook_failures import ToolFailure, command_of, exit_code_in, without_code
from hippo.importers.json_lines import parsed as record_in
from hippo.importers.json_lines import text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

_CLUES = ('"tool_use"', '"tool_result"', "function_call", "custom_tool_call")
_WRITING = frozenset({"Edit", "Write", "MultiEdit", "NotebookEdit"})
_PATHS = ("file_path", "notebook_path")
_TODOS, _PLAN = "TodoWrite", "update_plan"
_PATCHED = ("*** Update File: ", "*** Add File: ")
_DONE = "completed"


@value
class ToolCall:
    """A call: its id, the command that it runs, the files that it writes, and the steps that are open from then on."""

    id: str
    command: str = ""
    files: tuple[str, ...] = ()
    steps: tuple[str, ...] | None = None


@value
class ToolResult:
    """What came of a call: its exit code, 0 for a success, -1 for a failure without one, and what was said."""

    id: str
    status: int
    said: str


def tool_calls(lines: Iterable[str]) -> Iterator[ToolCall | ToolResult]:
    """The calls and results in lines of a transcript, in their order."""
    for line in lines:
        record = record_in(line) if any(clue in line for clue in _CLUES) else None
        if record is None:
            continue
        payload, message = record.get("payload"), record.get("message")
        if isinstance(payload, dict):
            yield from _of_codex(payload)
        elif isinstance(message, dict) and isinstance(message.get("content"), list):
            yield from _of_claude(message["content"])


def failures(lines: Iterable[str]) -> Iterator[tuple[str, ToolFailure]]:
    """The commands that failed, each with the id of its call."""
    commands: dict[str, str] = {}
    for each in tool_calls(lines):
        if isinstance(each, ToolCall):
            commands[each.id] = each.command
        elif each.status and (command := commands.get(each.id)):
            yield each.id, ToolFailure(command=command, status=max(each.status, 0), said=each.said)


def _of_claude(blocks: list[Any]) -> Iterator[ToolCall | ToolResult]:
    for block in blocks:
        if not isinstance(block, dict):
            continue
        given = block.get("input")
        if block.get("type") == "tool_use" and isinstance(given, dict):
            name = str(block.get("name"))
            paths = [given[path] for path in _PATHS if isinstance(given.get(path), str)] if name in _WRITING else []
            steps = _open_steps(given.get("todos"), "content") if name == _TODOS else None
            yield ToolCall(id=str(block.get("id")), command=command_of(given), files=tuple(paths), steps=steps)
        elif block.get("type") == "tool_result":
            said = text_of(block.get("content"), ("text",))
            status = (exit_code_in(said) or -1) if block.get("is_error") else 0
            yield ToolResult(id=str(block.get("tool_use_id")), status=status, said=without_code(said))


def _of_codex(payload: dict[str, Any]) -> Iterator[ToolCall | ToolResult]:
    kind, call_id = payload.get("type"), str(payload.get("call_id"))
    if kind == "function_call":
        given = _object(payload.get("arguments"))
        steps = _open_steps(given.get("plan"), "step") if payload.get("name") == _PLAN else None
        yield ToolCall(id=call_id, command=command_of(given), steps=steps)
    elif kind == "custom_tool_call" and isinstance(payload.get("input"), str):
        lines = payload["input"].split("\n")
        files = [line[len(sign) :].strip() for line in lines for sign in _PATCHED if line.startswith(sign)]
        yield ToolCall(id=call_id, files=tuple(files))
    elif kind in ("function_call_output", "custom_tool_call_output"):
        yield _codex_result(call_id, payload.get("output"))


def _codex_result(call_id: str, output: Any) -> ToolResult:
    """A result of Codex: a text that tells the exit code, or a JSON text that holds it."""
    said = output if isinstance(output, str) else ""
    whole = _object(said) if said.startswith("{") else {}
    code = whole["metadata"].get("exit_code") if isinstance(whole.get("metadata"), dict) else exit_code_in(said)
    said = whole["output"] if isinstance(whole.get("output"), str) else without_code(said)
    return ToolResult(id=call_id, status=code if isinstance(code, int) else 0, said=said)


def _open_steps(entries: Any, name: str) -> tuple[str, ...]:
    """The steps of a list that are not done."""
    steps = [each for each in entries if isinstance(each, dict)] if isinstance(entries, list) else []
    return tuple(each[name] for each in steps if isinstance(each.get(name), str) and each.get("status") != _DONE)


def _object(text: Any) -> dict[str, Any]:
    try:
        found = parsed(text) if isinstance(text, str) else None
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
