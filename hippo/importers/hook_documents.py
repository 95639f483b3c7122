"""What programs write to a hook, and what they take from it: one JSON object, in each program's own words.

Claude Code, Codex and OpenCode's plugin write the same names, Gemini nearly; Copilot writes in camel case; Cursor names
its windows' folders instead of one. Source: what the programs were seen to write, and Cursor's manual.
"""

from __future__ import annotations

from hippo.core.value import replace, value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

CLAUDE_CODE, CODEX, COPILOT, CURSOR, GEMINI = "claude-code", "codex", "copilot", "cursor", "gemini"
#: What each event is called where the document does not say it.
NAMES = {
    "session-start": "SessionStart",
    "prompt": "UserPromptSubmit",
    "tool-failure": "PostToolUseFailure",
    "pre-compact": "PreCompact",
    "stop": "Stop",
    "session-end": "SessionEnd",
}
#: How prompts begin that no person typed.
_INSERTED = ("<task-notification", "<command-", "<local-command-", "<system-reminder", "<bash-")
_GEMINI_NAMES = frozenset({"BeforeAgent", "AfterAgent", "AfterTool", "BeforeTool", "PreCompress"})
_LONGEST_NAME = 200
_LONGEST_WORD = 30


@value
class HookInput:
    """An event as hippo understands it; what the program does not tell is empty.

    `name` is the program's name for the event, `source` why a session starts or ends, `document` all that was written.
    """

    agent: str
    name: str
    session: str = ""
    folder: str = ""
    transcript: str = ""
    source: str = ""
    prompt: str = ""
    is_subagent: bool = False
    document: Mapping[str, Any]

    def in_session(self, session: str) -> HookInput:
        """The same event of a session."""
        return replace(self, session=session)


def read_hook(document: Mapping[str, Any], event: str, *, agent: str = "", surroundings: str = "") -> HookInput:
    """The event in a document.

    `agent` is the program that an option names; else the document shows which one it is, else the `surroundings` do.
    """
    program = agent or program_of(document) or surroundings or CLAUDE_CODE
    return HookInput(
        agent=program,
        name=_word(_text(document, "hook_event_name")) or NAMES[event],
        session=_name(_text(document, "session_id", "sessionId", "conversation_id")),
        folder=_text(document, "cwd", "workingDirectory") or _first(document.get("workspace_roots")),
        transcript=_text(document, "transcript_path", "transcriptPath"),
        source=_word(_text(document, "source", "trigger", "reason")),
        prompt=_text(document, "prompt"),
        is_subagent=bool(document.get("agent_id")),
        document=document,
    )


def program_of(document: Mapping[str, Any]) -> str:
    """The program that writes such documents; empty if any may."""
    if "conversation_id" in document or "workspace_roots" in document:
        return CURSOR
    if "sessionId" in document:
        return COPILOT
    transcript = _text(document, "transcript_path").replace("\\", "/")
    if _text(document, "hook_event_name") in _GEMINI_NAMES or "/.gemini/" in transcript:
        return GEMINI
    if "turn_id" in document or transcript.rpartition("/")[2].startswith("rollout-"):
        return CODEX
    return CLAUDE_CODE if "/.claude/" in transcript else ""


def is_question(prompt: str) -> bool:
    """Whether a prompt is a person's words, and not a command of the program's or what it notes itself."""
    begin = prompt.lstrip()
    first = begin.split(None, 1)[0] if begin else ""
    is_command = first.startswith("/") and "/" not in first[1:]
    return bool(begin) and not is_command and not begin.startswith(_INSERTED)


def answer_document(given: HookInput, context: str) -> dict[str, Any]:
    """The document by which a program takes a text into its context; every program refuses or ignores other keys."""
    if given.agent == COPILOT:
        return {"additionalContext": context}
    if given.agent == CURSOR:
        return {"additional_context": context}
    return {"hookSpecificOutput": {"hookEventName": given.name, "additionalContext": context}}


def _text(document: Mapping[str, Any], *names: str) -> str:
    """The first of some fields that is a text."""
    return next((found for name in names if isinstance(found := document.get(name), str) and found), "")


def _first(found: Any) -> str:
    return found[0] if isinstance(found, list) and found and isinstance(found[0], str) else ""


def _word(text: str) -> str:
    """A word that a program has for something; what is no word may be anything."""
    return text if len(text) <= _LONGEST_WORD and text.isidentifier() else ""


def _name(text: str) -> str:
    return "".join(character for character in text[:_LONGEST_NAME] if character.isprintable()).strip()
