"""Programs that call hippo's hooks, each in its own words."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hippo.cli import hooks
from tests.support import NOON, Hippo


class Program:
    """One session of a program: it calls the hooks and reads what it is answered."""

    def __init__(self, hippo: Hippo, patch: pytest.MonkeyPatch, session: str, *, agent: str = "") -> None:
        self._hippo = hippo
        self._patch = patch
        self.session = session
        self.options = ("--agent", agent) if agent else ()
        patch.setattr(hooks, "detach", lambda work: work())

    def raw(self, event: str, written: bytes | None, *options: str, **how: Any) -> str:
        """What is printed for an input; the status is 0 and nothing is said beside it."""
        self._patch.setattr(hooks, "read_input", lambda: written)
        ran = self._hippo("hook", event, *self.options, *options, **{"now": NOON, **how})
        assert (ran.status, ran.err) == (0, "")
        return ran.out

    def call(self, event: str, name: str, *, now: Any = NOON, **fields: Any) -> str:
        """The context that an event is answered with."""
        document = {
            "session_id": self.session,
            "transcript_path": "/home/ana/.claude/none.jsonl",
            "cwd": str(self._hippo.project),
            "hook_event_name": name,
            **fields,
        }
        out = self.raw(event, json.dumps(document).encode(), now=now)
        if not out:
            return ""
        answer = json.loads(out)
        assert answer.keys() == {"hookSpecificOutput"}
        assert answer["hookSpecificOutput"].keys() == {"hookEventName", "additionalContext"}
        assert answer["hookSpecificOutput"]["hookEventName"] == name
        context: str = answer["hookSpecificOutput"]["additionalContext"]
        return context

    def start(self, source: str = "startup", **how: Any) -> str:
        return self.call("session-start", "SessionStart", source=source, **how)

    def prompt(self, text: str, **how: Any) -> str:
        return self.call("prompt", "UserPromptSubmit", prompt=text, **how)

    def fail(self, command: str, error: str, **how: Any) -> None:
        fields = {"tool_name": "Bash", "tool_input": {"command": command}, "error": error, **how}
        assert self.call("tool-failure", "PostToolUseFailure", **fields) == ""

    def compact(self, **how: Any) -> None:
        assert self.call("pre-compact", "PreCompact", trigger="auto", custom_instructions=None, **how) == ""

    def end(self, reason: str = "prompt_input_exit", **how: Any) -> None:
        assert self.call("session-end", "SessionEnd", reason=reason, **how) == ""
