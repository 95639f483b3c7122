"""A tool that failed, as programs tell it: what ran, with which exit code, and what it said.

Claude Code has an event for it, whose `error` begins with the exit code; so have Copilot and Cursor. Codex and Gemini
tell of every tool that has run, and the response shows whether it failed. Only commands, and tools of other servers,
fail in a way that is worth remembering: that a file could not be edited says how the agent went about it.
"""

from __future__ import annotations

from hippo.core.light_json import parsed
from hippo.core.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

#: How tools of MCP servers are called.
_SERVER_TOOL = "mcp__"
_RESPONSES = ("tool_response", "toolResult", "tool_output")
#: How an exit code is introduced, in lower case; the first lines and, of Copilot, the last one are looked at.
_BEFORE_CODE = ("exit code", "exited with code", "exited with exit code", "exit status")
_LOOKED_AT = 6
#: What says that nothing failed, but that somebody did not want it.
_UNWANTED = (
    "doesn't want to proceed",
    "does not want to proceed",
    "permission to use",
    "requested permissions",
    "interrupted by user",
    "aborted by user",
    "user rejected",
    "tool use was rejected",
    "operation cancelled",
)
_MOST_CHARACTERS = 256 * 1024
#: How lines begin that frame what a command printed: Codex's and Gemini's.
_OUTPUT = "output:"
_FRAMING = ("chunk id:", "wall time:", "command:", "directory:", "process group pgid:", "signal:", "error: (none)")
#: A line that tells a code and more than this was printed by the command itself.
_LONGEST_FRAME = 60
_DENIED = "permission_denied"


@value
class ToolFailure:
    """What ran (a command, or the name of a tool), its exit code, 0 if it is not told, and what it said."""

    command: str
    status: int
    said: str


def failure_in(document: Mapping[str, Any]) -> ToolFailure | None:
    """The failure that a document tells of; None for a success, and for what was not wanted."""
    if document.get("is_interrupt") or document.get("failure_type") == _DENIED:
        return None
    command = _command_in(document)
    tool = _text(document.get("tool_name")) or _text(document.get("toolName"))
    if not command and not tool.startswith(_SERVER_TOOL):
        return None
    error = document.get("error") or document.get("error_message")
    told = _error_text(error) if error else _failed_response(document)
    if told is None or any(sign in told[:2_000].lower() for sign in _UNWANTED):
        return None
    status = exit_code_in(told) or 0
    return ToolFailure(command=command or tool, status=status, said=without_code(told))


def exit_code_in(text: str) -> int | None:
    """The exit code that a tool's answer tells in its first lines or its last one."""
    lines = text[:_MOST_CHARACTERS].strip().split("\n")
    for line in (*lines[:_LOOKED_AT], lines[-1]):
        code = _code_in(line)
        if code is not None:
            return code
    return None


def _code_in(line: str) -> int | None:
    low = line.lower()
    for sign in _BEFORE_CODE:
        _, found, rest = low.partition(sign)
        digits = rest.lstrip(" :=").rstrip(".>) \r").split(" ")[0]
        if found and digits.isdecimal() and len(digits) <= 3:
            return int(digits)
    return None


def _command_in(document: Mapping[str, Any]) -> str:
    """The command line of a tool that runs one."""
    given = document.get("tool_input", document.get("toolArgs"))
    if isinstance(given, str):
        try:
            given = parsed(given)
        except ValueError:
            return ""
    return command_of(given if isinstance(given, dict) else document)


def command_of(given: Mapping[str, Any]) -> str:
    """The command line that a tool is given; a shell that is given one line stands for that."""
    command = given.get("command", given.get("cmd"))
    if isinstance(command, list):
        words = [word for word in command if isinstance(word, str)]
        return words[-1] if words[1:2] in (["-c"], ["-lc"]) else " ".join(words)
    return _text(command)


def _failed_response(document: Mapping[str, Any]) -> str | None:
    """What a tool said that has run; None if it succeeded, or nobody can tell."""
    response = next((document[name] for name in _RESPONSES if name in document), None)
    if isinstance(response, str):
        return response[:_MOST_CHARACTERS] if exit_code_in(response) else None
    if not isinstance(response, dict) or response.get("interrupted"):
        return None
    said = _said(response)
    if response.get("error"):
        return said or _error_text(response["error"])
    code = response.get("exit_code", response.get("exitCode"))
    if isinstance(code, int) and code:
        return f"exit code {code}\n{said}"
    is_failure = response.get("resultType") == "failure" or response.get("is_error") or response.get("success") is False
    return said if is_failure or exit_code_in(said) else None


def _said(response: Mapping[str, Any]) -> str:
    names = ("textResultForLlm", "llmContent", "output", "stdout", "stderr", "returnDisplay")
    texts = [found for name in names if isinstance(found := response.get(name), str) and found]
    return "\n".join(dict.fromkeys(texts))[:_MOST_CHARACTERS]


def _error_text(error: Any) -> str:
    if isinstance(error, dict):
        return _text(error.get("message")) or _text(error.get("stderr"))
    return _text(error)[:_MOST_CHARACTERS]


def without_code(text: str) -> str:
    """What a tool said without the lines that only frame it."""
    lines = text.strip().split("\n")
    kept = (line for line in lines if len(line) > _LONGEST_FRAME or _code_in(line) is None)
    return "\n".join(_unframed(line) for line in kept if not line.lower().startswith(_FRAMING)).strip()


def _unframed(line: str) -> str:
    return line[len(_OUTPUT) :].strip() if line.lower().startswith(_OUTPUT) else line


def _text(found: Any) -> str:
    return found if isinstance(found, str) else ""
