"""The agents that hippo can be installed for: which files they read, and when they call somebody.

The formats were observed on the programs themselves; where one was only documented, the entry says so.
"""

from __future__ import annotations

from hippo.core.agents.entries import Event, Form
from hippo.core.agents.teaching import CURSOR_HEAD, WINDSURF_HEAD
from hippo.core.value import value

#: Codex joins its instruction files and reads so many bytes of them.
CODEX_LIMIT_BYTES = 32 * 1024
_AGENTS_MD = "AGENTS.md"
_STARTS = "startup|resume|clear|compact"


@value
class Layout:
    """Where an agent looks, relative to a project or to its own folder.

    Of `read` it takes the first that exists, else `new` is made, which begins with `head` if it is hippo's own;
    `also` gets the block as well where it exists. `hooks` are its settings, `plugin` code that it loads.
    """

    new: str = ""
    read: tuple[str, ...] = ()
    head: str = ""
    also: tuple[str, ...] = ()
    hooks: str = ""
    plugin: str = ""


@value
class Target:
    """An agent: its name here and its own, what betrays it in a project and on a machine, its files and events.

    `home` is the variable that names its own folder (empty: none), and where that is below the home without it.
    """

    name: str
    title: str
    marks: tuple[str, ...] = ()
    programs: tuple[str, ...] = ()
    project: Layout
    user: Layout | None = None
    home: tuple[str, str] = ("", "")
    form: Form = Form.GROUPS
    events: tuple[Event, ...] = ()
    note: str = ""

    @property
    def versioned(self) -> bool:
        """Whether its settings say their version."""
        return self.form in {Form.FLAT, Form.TWO_SHELLS}

    @property
    def comments(self) -> bool:
        """Whether its settings may have comments."""
        return self.form is Form.GROUPS_MS

    @property
    def agent(self) -> str:
        """What hippo's hooks are told about their caller; they take Claude Code for granted."""
        return "" if self.name == "claude-code" else self.name


def _events(names: str, *, tools: str = "", starts: str = "", background: bool = False) -> tuple[Event, ...]:
    """The moments by an agent's names. Closing may be waited for, so its end gets three seconds (Codex's most).

    `hippo hook stop` is not among them: it answers with nothing, and agents stop at every turn.
    """
    start, prompt, failure, compact, end = names.split()
    return (
        Event(name=start, does="session-start", timeout=10, matcher=starts),
        Event(name=prompt, does="prompt", timeout=5),
        Event(name=failure, does="tool-failure", timeout=5, matcher=tools),
        Event(name=compact, does="pre-compact", timeout=10),
        Event(name=end, does="session-end", timeout=3, background=background),
    )


TARGETS: dict[str, Target] = {
    each.name: each
    for each in (
        Target(
            name="agents",
            title="any agent that reads AGENTS.md",
            project=Layout(new=_AGENTS_MD),
        ),
        Target(
            name="claude-code",
            title="Claude Code",
            marks=("CLAUDE.md", "CLAUDE.local.md", ".claude"),
            programs=("claude",),
            # AGENTS.md is read where there is no CLAUDE.md: making one would hide it.
            project=Layout(
                new="CLAUDE.md", read=("CLAUDE.md", ".claude/CLAUDE.md", _AGENTS_MD), hooks=".claude/settings.json"
            ),
            user=Layout(new="CLAUDE.md", hooks="settings.json"),
            home=("CLAUDE_CONFIG_DIR", ".claude"),
            events=_events(
                "SessionStart UserPromptSubmit PostToolUseFailure PreCompact SessionEnd",
                tools="Bash|PowerShell|mcp__.*",
                starts=_STARTS,
                background=True,
            ),
        ),
        Target(
            name="cline",
            title="Cline",
            marks=(".clinerules",),
            programs=("cline",),
            project=Layout(new=".clinerules/hippo.md", read=(".clinerules",)),
        ),
        Target(
            name="codex",
            title="Codex",
            marks=(".codex",),
            programs=("codex",),
            project=Layout(new=_AGENTS_MD, read=("AGENTS.override.md", _AGENTS_MD), hooks=".codex/hooks.json"),
            user=Layout(new=_AGENTS_MD, read=("AGENTS.override.md", _AGENTS_MD), hooks="hooks.json"),
            home=("CODEX_HOME", ".codex"),
            events=_events(
                "SessionStart UserPromptSubmit PostToolUse PreCompact SessionEnd", tools="Bash", starts=_STARTS
            ),
            note="Codex runs a hook only after you have trusted it: it asks at its next start",
        ),
        Target(
            name="copilot",
            title="Copilot CLI",
            marks=(".github/copilot-instructions.md", ".github/instructions", ".github/hooks"),
            programs=("copilot",),
            project=Layout(
                new=".github/copilot-instructions.md",
                read=(".github/copilot-instructions.md",),
                hooks=".github/hooks/hippo.json",
            ),
            user=Layout(new="copilot-instructions.md"),
            home=("", ".copilot"),
            form=Form.TWO_SHELLS,
            events=_events("sessionStart userPromptSubmitted postToolUse preCompact sessionEnd"),
        ),
        Target(
            name="cursor",
            title="Cursor",
            marks=(".cursor", ".cursorrules"),
            programs=("cursor", "cursor-agent"),
            project=Layout(
                new=".cursor/rules/hippo.mdc", head=CURSOR_HEAD, also=(".cursorrules",), hooks=".cursor/hooks.json"
            ),
            user=Layout(hooks="hooks.json"),
            home=("", ".cursor"),
            form=Form.FLAT,
            events=_events("sessionStart beforeSubmitPrompt postToolUseFailure preCompact sessionEnd"),
        ),
        Target(
            name="gemini",
            title="Gemini CLI",
            marks=("GEMINI.md", ".gemini"),
            programs=("gemini",),
            project=Layout(new="GEMINI.md", read=("GEMINI.md",), hooks=".gemini/settings.json"),
            user=Layout(new="GEMINI.md", read=("GEMINI.md",), hooks="settings.json"),
            home=("", ".gemini"),
            form=Form.GROUPS_MS,
            events=_events("SessionStart BeforeAgent AfterTool PreCompress SessionEnd", tools="run_shell_command"),
        ),
        Target(
            name="openclaw",
            title="OpenClaw",
            marks=("openclaw.json", ".openclaw", "SOUL.md"),
            programs=("openclaw",),
            project=Layout(new=_AGENTS_MD),
            user=Layout(new="workspace/AGENTS.md"),
            home=("", ".openclaw"),
        ),
        Target(
            name="opencode",
            title="OpenCode",
            marks=("opencode.json", "opencode.jsonc", ".opencode"),
            programs=("opencode",),
            project=Layout(new=_AGENTS_MD, read=(_AGENTS_MD, "CLAUDE.md"), plugin=".opencode/plugins/hippo.js"),
            user=Layout(new=_AGENTS_MD, plugin="plugins/hippo.js"),
            home=("OPENCODE_CONFIG_DIR", ".config/opencode"),
        ),
        Target(
            name="pi",
            title="Pi",
            marks=(".pi",),
            programs=("pi",),
            project=Layout(new=_AGENTS_MD, read=("AGENTS.override.md", _AGENTS_MD, "CLAUDE.md")),
            user=Layout(new=_AGENTS_MD),
            home=("", ".pi/agent"),
        ),
        Target(
            name="windsurf",
            title="Windsurf",
            marks=(".windsurf", ".windsurfrules"),
            programs=("windsurf",),
            project=Layout(new=".windsurf/rules/hippo.md", head=WINDSURF_HEAD),
            user=Layout(new="memories/global_rules.md"),
            home=("", ".codeium/windsurf"),
        ),
    )
}
