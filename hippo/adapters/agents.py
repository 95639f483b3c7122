"""Who calls hippo: a person at a shell, or an agent that says so in its environment."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

#: Variables by which agents are known, as seen in the environment of the commands they run.
_MARKS = (
    ("CLAUDECODE", "claude-code"),
    ("CODEX_THREAD_ID", "codex"),
    ("GEMINI_CLI", "gemini"),
    ("CURSOR_VERSION", "cursor"),
)
_SESSIONS = ("HIPPO_SESSION", "CLAUDE_CODE_SESSION_ID", "CODEX_THREAD_ID")
_LONGEST = 200
#: The name of whoever is no agent.
PERSON = "cli"


def agent_name(environ: Mapping[str, str]) -> str:
    """The agent's name, PERSON for none; HIPPO_AGENT says it for agents that are not known."""
    named = environ.get("HIPPO_AGENT", "")
    return _tidy(named) or next((name for mark, name in _MARKS if environ.get(mark)), PERSON)


def session_of(environ: Mapping[str, str], named: str = "") -> str:
    """The session a command belongs to: the one named, else HIPPO_SESSION, else the agent's own; empty if none."""
    return _tidy(named or next((environ[each] for each in _SESSIONS if environ.get(each)), ""))


def _tidy(name: str) -> str:
    return "".join(character for character in name[:_LONGEST] if character.isprintable()).strip()
