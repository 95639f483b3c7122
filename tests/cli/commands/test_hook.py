"""hippo hook list, install, uninstall, show"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from hippo.core.agents.targets import CODEX_LIMIT_BYTES, TARGETS
from hippo.core.agents.teaching import BLOCK
from tests.cli.commands.transcript import Transcript
from tests.support import Hippo

#: Settings as a person may have laid them out, with hooks of their own and keys that nobody knows.
UNUSUAL = """{
   "hooks": {
        "SessionStart": [
            {"matcher": "startup", "hooks": [{"type": "command", "command": "one --greet", "timeout": 4}]}
        ],
        "Stop": [ {"hooks": [{"type": "command", "command": "two --count"}]} ],
        "SessionEnd": [],
        "PreToolUse": [ ]
   },
   "permissions": {"allow": ["Bash(ls:*)"]},
     "somethingNew": [1, 2, {"deep": null}]
}
"""


@pytest.fixture
def agents(hippo: Hippo) -> Hippo:
    """A project on a machine where hippo is on PATH, and nothing else."""
    programs = hippo.root / "bin"
    programs.mkdir()
    add_program(programs / "hippo")
    hippo.environ["PATH"] = str(programs)
    return hippo


def add_program(path: Path) -> None:
    path.write_text("#!/bin/sh\n", encoding="utf-8")
    path.chmod(0o755)


def tree(folder: Path) -> dict[str, Any]:
    """All files but the store's: bytes and rights, links by where they lead."""
    return {
        str(path.relative_to(folder)): os.readlink(path)
        if path.is_symlink()
        else (path.read_bytes(), path.stat().st_mode)
        for path in folder.rglob("*")
        if (path.is_file() or path.is_symlink()) and ".hippo" not in path.relative_to(folder).parts
    }


def put(folder: Path, name: str, text: str | bytes) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_what_a_person_reads(agents: Hippo) -> None:
    put(agents.project, "CLAUDE.md", "# Mine\n")
    put(agents.project, ".cursor/mcp.json", "{}")
    add_program(agents.root / "bin" / "codex")
    told = Transcript(agents)
    told("hook", "list")
    told("hook", "install")
    told("hook", "install")
    told("hook", "install", "codex", "pi")
    told("hook", "list")
    told.say("a settings file is no JSON")
    put(agents.project, ".gemini/settings.json", "{oops")
    told("hook", "install", "gemini")
    told("hook", "install", "gemini", "pi")
    told("hook", "install", "emacs")
    told("hook", "uninstall")
    told("hook", "uninstall", "pi")
    told.matches("hook")


@pytest.mark.parametrize("name", TARGETS)
def test_an_agent_is_told_once_and_left_without_a_trace(agents: Hippo, name: str) -> None:
    before = tree(agents.project)
    first = agents.json("hook", "install", name)
    inside = tree(agents.project)
    assert sorted(file["path"] for file in first["agents"][0]["files"]) == sorted(inside)
    assert {file["what"] for file in first["agents"][0]["files"]} == {"created"}
    assert any(b"hippo recall" in data for data, _ in inside.values())
    again = agents.json("hook", "install", name)
    assert {file["what"] for file in again["agents"][0]["files"]} == {"unchanged"}
    assert tree(agents.project) == inside
    agents.json("hook", "uninstall", name)
    assert tree(agents.project) == before
    assert [path.name for path in agents.project.iterdir()] == [".hippo"]


@pytest.mark.parametrize("name", [name for name, target in TARGETS.items() if target.events])
def test_every_event_calls_hippo_in_the_agents_own_words(agents: Hippo, name: str) -> None:
    agents("hook", "install", name)
    target = TARGETS[name]
    settings = json.loads((agents.project / target.project.hooks).read_text())
    assert list(settings["hooks"]) == [event.name for event in target.events]
    does = ["session-start", "prompt", "tool-failure", "pre-compact", "session-end"]
    suffix = "" if name == "claude-code" else f" --agent {name}"
    commands = [found for entries in settings["hooks"].values() for found in calls_in(entries)]
    assert list(dict.fromkeys(commands)) == [f"hippo hook {event}{suffix}" for event in does]


def calls_in(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [
            each for key, inner in value.items() for each in calls_in(inner) if key not in {"type", "matcher", "name"}
        ]
    if isinstance(value, list):
        return [each for inner in value for each in calls_in(inner)]
    return [value] if isinstance(value, str) else []


def test_timeouts_are_in_the_agents_unit(agents: Hippo) -> None:
    agents("hook", "install", "claude-code", "codex", "gemini", "copilot")
    text = {name: (agents.project / TARGETS[name].project.hooks).read_text() for name in ("claude-code", "gemini")}
    assert '"timeout": 3,\n            "async": true' in text["claude-code"]
    assert '"timeout": 10000\n' in text["gemini"]
    codex = json.loads((agents.project / ".codex/hooks.json").read_text())
    assert codex["hooks"]["SessionEnd"][0]["hooks"][0] == {
        "type": "command",
        "command": "hippo hook session-end --agent codex",
        "timeout": 3,
    }
    copilot = json.loads((agents.project / ".github/hooks/hippo.json").read_text())
    assert copilot["version"] == 1
    assert copilot["hooks"]["preCompact"][0]["timeoutSec"] == 10


@pytest.mark.parametrize("name", ["claude-code", "codex", "cursor", "gemini"])
@pytest.mark.parametrize(
    "text", [UNUSUAL, UNUSUAL.replace("\n", "\r\n"), "{}", "{}\n", '{"hooks":{}}\n', "\ufeff" + UNUSUAL]
)
def test_somebody_elses_settings_keep_every_byte(agents: Hippo, name: str, text: str) -> None:
    path = put(agents.project, TARGETS[name].project.hooks, text)
    path.chmod(0o640)
    before = tree(agents.project)
    for _ in range(2):
        assert agents("hook", "install", name).status == 0
    inside = path.read_text(encoding="utf-8-sig")
    foreign = [line for line in text.splitlines() if "one --greet" in line or "somethingNew" in line]
    assert all(line in inside for line in foreign)
    assert inside.count("hook pre-compact") == 1
    assert path.stat().st_mode & 0o777 == 0o640
    assert agents("hook", "uninstall", name).status == 0
    assert tree(agents.project) == before


@pytest.mark.parametrize("text", [b"", b"# A", b"# A\n", b"# A\r\nb\r\n", b"\xef\xbb\xbf# A\n\n", b"caf\xe9\n"])
def test_somebody_elses_instructions_keep_every_byte(agents: Hippo, text: bytes) -> None:
    for name in ("CLAUDE.md", "AGENTS.md", ".cursorrules", ".clinerules"):
        put(agents.project, name, text)
    before = tree(agents.project)
    assert agents("hook", "install", "claude-code", "codex", "cursor", "cline", "pi").status == 0
    for name in ("CLAUDE.md", "AGENTS.md", ".cursorrules", ".clinerules"):
        inside = (agents.project / name).read_bytes()
        assert inside.startswith(text)
        assert b"hippo recall" in inside
    assert agents("hook", "uninstall").status == 0
    assert tree(agents.project) == before


def test_a_link_stays_a_link_and_its_file_has_one_block(agents: Hippo) -> None:
    put(agents.project, "AGENTS.md", "# Shared\n")
    (agents.project / "CLAUDE.md").symlink_to("AGENTS.md")
    before = tree(agents.project)
    agents("hook", "install", "claude-code", "codex")
    assert (agents.project / "CLAUDE.md").is_symlink()
    text = (agents.project / "AGENTS.md").read_text()
    assert text.count("hippo:begin") == 1
    assert "<!-- hippo:begin claude-code codex -->" in text
    agents("hook", "uninstall", "codex")
    assert "<!-- hippo:begin claude-code -->" in (agents.project / "AGENTS.md").read_text()
    agents("hook", "uninstall", "claude-code")
    assert tree(agents.project) == before


@pytest.mark.parametrize("link", ["CLAUDE.md", ".claude"])
def test_a_link_out_of_the_project_is_not_followed(agents: Hippo, link: str) -> None:
    outside = agents.root / "dotfiles"
    put(outside, "CLAUDE.md", "# All projects\n")
    (agents.project / link).symlink_to(outside / "CLAUDE.md" if link == "CLAUDE.md" else outside)
    before = tree(agents.root)
    ran = agents("hook", "install", "claude-code")
    assert ran.status == 4
    assert "leads out of the project" in ran.err
    assert "hippo recall" in ran.out
    assert tree(agents.root) == before


@pytest.mark.parametrize("link", ["CLAUDE.md", ".claude"])
def test_where_hippo_never_writes_nothing_is_looked_for(agents: Hippo, link: str) -> None:
    outside = agents.root / "dotfiles"
    put(outside, "CLAUDE.md", "# All projects\n")
    (agents.project / link).symlink_to(outside / "CLAUDE.md" if link == "CLAUDE.md" else outside)
    (agents.project / "GEMINI.md").mkdir()
    put(agents.project, ".codex/hooks.json", b"\0")
    before = tree(agents.root)
    assert [each["target"] for each in agents.json("hook", "list") if each["troubles"]] == []
    ran = agents("hook", "uninstall")
    assert (ran.status, ran.out) == (0, "nothing of hippo's is there\n")
    assert tree(agents.root) == before


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        (".claude/settings.json", "{oops", "line 1, column 2"),
        (".claude/settings.json", '// mine\n{"a": 1}', "line 1, column 1"),
        (".claude/settings.json", "", "line 1, column 1"),
        (".claude/settings.json", '{"hooks": []}', '"hooks" is no object'),
        (".claude/settings.json", b"\xff\xfe{\x00", "no text in UTF-8"),
        ("CLAUDE.md", "<!-- hippo:begin claude-code -->\nhalf\n", "no pair"),
        ("CLAUDE.md", "<!-- hippo:begin pi -->\n<!-- hippo:end -->\n" * 2, "no pair"),
        (".claude/settings.json/x", "a folder", "is a folder"),
    ],
)
def test_what_cannot_be_changed_is_refused_with_what_to_paste(
    agents: Hippo, name: str, text: str | bytes, why: str
) -> None:
    put(agents.project, name, text)
    before = tree(agents.project)
    ran = agents("hook", "install", "claude-code")
    assert ran.status == 4
    assert why in ran.err
    assert "hippo hook session-start" in ran.out
    assert BLOCK in ran.out
    error = agents("hook", "install", "claude-code", "--json").error
    assert why in error["message"]
    assert [each["path"] for each in error["refused"][0]["paste"]] == ["CLAUDE.md", ".claude/settings.json"]
    assert tree(agents.project) == before


def test_of_several_agents_one_that_is_refused_does_not_stop_the_others(agents: Hippo) -> None:
    put(agents.project, ".claude/settings.json", "{oops")
    ran = agents("hook", "install", "claude-code", "codex", "--json")
    assert ran.status == 6
    assert [bool(each["refused"]) for each in ran.data["agents"]] == [True, False]
    assert not (agents.project / "CLAUDE.md").exists()
    assert (agents.project / ".codex/hooks.json").exists()


def test_comments_are_kept_where_the_agent_knows_them(agents: Hippo) -> None:
    text = '{\n  // which model\n  "model": "x", /* "hooks": {} */\n}\n'
    path = put(agents.project, ".gemini/settings.json", text)
    assert agents("hook", "install", "gemini").status == 0
    assert "// which model" in path.read_text()
    agents("hook", "uninstall", "gemini")
    assert path.read_text() == text


def test_agents_are_found_by_their_files(agents: Hippo) -> None:
    marks = {name: target.marks[0] for name, target in TARGETS.items() if target.marks}
    for name, mark in marks.items():
        found = put(agents.project, mark if "." in mark[1:] else f"{mark}/x", "")
        used = {each["target"] for each in agents.json("hook", "list") if each["used"]}
        assert used == {name}
        found.unlink()
        if found.parent != agents.project:
            found.parent.rmdir()
    put(agents.project, "AGENTS.md", "# For all\n")
    assert [each["target"] for each in agents.json("hook", "list") if each["used"]] == ["agents"]
    (agents.project / ".codex").mkdir()
    assert [each["target"] for each in agents.json("hook", "list") if each["used"]] == ["codex"]


def test_the_agent_that_calls_is_used_here(agents: Hippo) -> None:
    done = agents.json("hook", "install", CLAUDECODE="1")
    assert [each["target"] for each in done["agents"]] == ["claude-code"]


def test_without_any_agent_a_name_is_asked_for(agents: Hippo) -> None:
    ran = agents("hook", "install")
    assert ran.status == 2
    assert "hippo hook list" in ran.err


@pytest.mark.parametrize("name", ["emacs", "../../x", "x" * 5000])
def test_an_unknown_agent_is_not_found(agents: Hippo, name: str) -> None:
    for verb in ("install", "uninstall", "show"):
        assert agents("hook", verb, name).status == 3


def test_claude_code_keeps_reading_agents_md(agents: Hippo) -> None:
    """A CLAUDE.md beside an AGENTS.md hides it from Claude Code."""
    put(agents.project, "AGENTS.md", "# For all\n")
    agents("hook", "install", "claude-code")
    assert not (agents.project / "CLAUDE.md").exists()
    assert "hippo:begin claude-code" in (agents.project / "AGENTS.md").read_text()


def test_the_block_moves_to_where_the_agent_reads(agents: Hippo) -> None:
    agents("hook", "install", "claude-code")
    assert (agents.project / "CLAUDE.md").exists()
    put(agents.project, "AGENTS.md", "# For all\n")
    [state] = [each for each in agents.json("hook", "list") if each["target"] == "claude-code"]
    assert "Claude Code reads AGENTS.md, not CLAUDE.md" in state["troubles"]
    agents("hook", "install", "claude-code")
    assert not (agents.project / "CLAUDE.md").exists()
    assert "hippo:begin claude-code" in (agents.project / "AGENTS.md").read_text()


@pytest.mark.parametrize("text", [b"", b"\n", b"\xef\xbb\xbf"])
def test_an_empty_file_that_was_there_keeps_the_block(agents: Hippo, text: bytes) -> None:
    put(agents.project, "AGENTS.md", "# For all\n")
    put(agents.project, "CLAUDE.md", text)
    before = tree(agents.project)
    agents("hook", "install", "claude-code")
    once = tree(agents.project)
    assert "hippo:begin claude-code" in (agents.project / "CLAUDE.md").read_text()
    agents("hook", "install", "claude-code")
    assert tree(agents.project) == once
    agents("hook", "uninstall")
    assert tree(agents.project) == before


def test_agents_that_share_a_file_are_told_where_they_read(agents: Hippo) -> None:
    put(agents.project, "CLAUDE.md", "# Mine\n")
    (agents.project / ".pi").mkdir()
    before = tree(agents.project)
    agents("hook", "install", "pi")
    assert "hippo:begin pi" in (agents.project / "CLAUDE.md").read_text()
    ran = agents("hook", "install", "codex")
    assert "AGENTS.md is new: Pi will read it instead of CLAUDE.md" in ran.err
    [state] = [each for each in agents.json("hook", "list") if each["target"] == "pi"]
    assert "Pi reads AGENTS.md, not CLAUDE.md" in state["troubles"]
    agents("hook", "install", "pi")
    assert "hippo:begin codex pi" in (agents.project / "AGENTS.md").read_text()
    assert (agents.project / "CLAUDE.md").read_text() == "# Mine\n"
    agents("hook", "uninstall")
    assert tree(agents.project) == before


def test_a_failure_half_way_takes_back_what_was_written(agents: Hippo) -> None:
    put(agents.project, ".codex", "a file in the way of the folder\n")
    before = tree(agents.project)
    assert agents("hook", "install", "codex").status == 4
    assert tree(agents.project) == before


def test_settings_that_cannot_be_read_do_not_keep_hippo_in_others(agents: Hippo) -> None:
    put(agents.project, ".gemini/settings.json", "{oops")
    agents("hook", "install", "pi")
    assert agents("hook", "uninstall").status == 0
    assert not (agents.project / "AGENTS.md").exists()


def test_an_imported_file_has_the_block_and_the_importing_one_not(agents: Hippo) -> None:
    put(agents.project, "CLAUDE.md", "@AGENTS.md\n\n# Claude alone\n")
    put(agents.project, "AGENTS.md", "# For all\n")
    before = tree(agents.project)
    agents("hook", "install", "claude-code", "codex")
    assert (agents.project / "CLAUDE.md").read_text() == "@AGENTS.md\n\n# Claude alone\n"
    assert "hippo:begin claude-code codex" in (agents.project / "AGENTS.md").read_text()
    agents("hook", "uninstall")
    assert tree(agents.project) == before


def test_a_local_claude_file_hides_agents_md_as_well(agents: Hippo) -> None:
    put(agents.project, "AGENTS.md", "# For all\n")
    put(agents.project, "CLAUDE.local.md", "# Mine\n")
    agents("hook", "install", "claude-code")
    assert (agents.project / "CLAUDE.md").exists()


@pytest.mark.parametrize(
    ("named", "file"),
    [
        ('"AGENTS.md"', "AGENTS.md"),
        ('["CONTEXT.md", "AGENTS.md"]', "CONTEXT.md"),
        ('["AGENTS.md", "GEMINI.md"]', "GEMINI.md"),
        ('"../elsewhere.md"', "GEMINI.md"),
        ("7", "GEMINI.md"),
    ],
)
def test_gemini_reads_what_its_settings_name(agents: Hippo, named: str, file: str) -> None:
    put(agents.project, ".gemini/settings.json", f'{{"context": {{"fileName": {named}}}}}')
    agents("hook", "install", "gemini")
    assert "hippo:begin gemini" in (agents.project / file).read_text()


def test_codex_limit_is_watched(agents: Hippo) -> None:
    put(agents.project, "AGENTS.md", "x" * CODEX_LIMIT_BYTES)
    ran = agents("hook", "install", "codex")
    assert ran.status == 0
    assert f"Codex reads only {CODEX_LIMIT_BYTES:,}" in ran.err
    [state] = [each for each in agents.json("hook", "list") if each["target"] == "codex"]
    assert "of which Codex reads" in state["troubles"][0]


def test_a_users_own_files_are_changed_only_when_asked(agents: Hippo) -> None:
    home = agents.root / "home"
    put(home, ".claude/CLAUDE.md", "# All my projects\n")
    before = tree(home)
    agents("hook", "install", "all")
    assert tree(home) == before
    done = agents.json("hook", "install", "claude-code", "codex", "--user")
    assert "hippo:begin claude-code" in (home / ".claude/CLAUDE.md").read_text()
    assert done["agents"][0]["files"][1]["path"] == str(home / ".claude/settings.json")
    assert (home / ".codex/AGENTS.md").exists()
    agents("hook", "uninstall", "--user")
    assert tree(home) == before
    assert agents("hook", "install", "cline", "--user").status == 2


def test_an_agents_own_folder_may_be_elsewhere(agents: Hippo) -> None:
    folder = agents.root / "claude"
    agents("hook", "install", "claude-code", "--user", CLAUDE_CONFIG_DIR=str(folder))
    assert (folder / "settings.json").exists()
    assert not (agents.root / "home" / ".claude").exists()


def test_links_of_the_users_own_files_are_followed(agents: Hippo) -> None:
    dotfiles = put(agents.root / "dotfiles", "CLAUDE.md", "# Mine\n")
    link = agents.root / "home" / ".claude" / "CLAUDE.md"
    link.parent.mkdir(parents=True)
    link.symlink_to(dotfiles)
    agents("hook", "install", "claude-code", "--user")
    assert link.is_symlink()
    assert "hippo:begin" in dotfiles.read_text()
    agents("hook", "uninstall", "claude-code", "--user")
    assert dotfiles.read_text() == "# Mine\n"


def test_the_home_is_no_project(agents: Hippo) -> None:
    home = agents.root / "home"
    home.mkdir()
    ran = agents("hook", "install", "claude-code", folder=home)
    assert ran.status == 2
    assert "--user" in ran.err
    assert tree(home) == {}


def test_agents_files_are_those_at_the_top_of_the_checkout(agents: Hippo) -> None:
    (agents.project / ".git").mkdir()
    below = agents.project / "src" / "deep"
    below.mkdir(parents=True)
    agents("hook", "install", "pi", folder=below)
    assert (agents.project / "AGENTS.md").exists()


def test_a_linked_worktree_has_its_own_files(agents: Hippo) -> None:
    worktree = agents.root / "worktree"
    put(agents.project, ".git/worktrees/w/commondir", "../..\n")
    put(worktree, ".git", f"gitdir: {agents.project}/.git/worktrees/w\n")
    agents("hook", "install", "pi", folder=worktree)
    assert (worktree / "AGENTS.md").exists()
    assert not (agents.project / "AGENTS.md").exists()


@pytest.mark.parametrize("name", TARGETS)
def test_what_is_shown_is_what_is_written(agents: Hippo, name: str) -> None:
    shown = agents.json("hook", "show", name)["files"]
    agents("hook", "install", name)
    assert {each["path"]: each["text"].encode() for each in shown} == {
        path: data for path, (data, _) in tree(agents.project).items()
    }


def test_agents_are_shown_one_at_a_time(agents: Hippo) -> None:
    ran = agents("hook", "show", "all")
    assert ran.status == 3
    assert "claude-code, cline" in ran.err


@pytest.mark.parametrize("name", [name for name, target in TARGETS.items() if target.user])
def test_what_is_installed_for_all_projects_is_whole(agents: Hippo, name: str) -> None:
    assert agents("hook", "install", "--user", name).status == 0
    [state] = [each for each in agents.json("hook", "list", "--user") if each["target"] == name]
    assert state["files"]
    assert state["troubles"] == []


@pytest.mark.parametrize("name", [name for name, target in TARGETS.items() if target.events])
def test_what_is_written_for_windows_needs_no_posix_shell(agents: Hippo, name: str) -> None:
    agents.environ["PATH"] = ""
    shown = agents.json("hook", "show", name, "--platform", "windows")["files"]
    [settings] = [each["text"] for each in shown if each["path"].endswith(".json")]
    commands = [line for line in settings.splitlines() if "hippo hook" in line]
    assert len(commands) >= 5
    assert not [line for line in commands if "'" in line or "$" in line or ".sh" in line or "/" in line]


def test_settings_call_the_path_where_hippo_is_not_found(agents: Hippo) -> None:
    agents.environ["PATH"] = ""
    ran = agents("hook", "install", "claude-code")
    assert "not on PATH" in ran.err
    settings = json.loads((agents.project / ".claude/settings.json").read_text())
    command = settings["hooks"]["PreCompact"][0]["hooks"][0]["command"]
    assert command.endswith(" hook pre-compact")
    assert os.path.exists(command.split()[0].strip('"'))
    assert not [each for each in agents.json("hook", "list") if each["troubles"]]
    agents("hook", "uninstall")
    assert tree(agents.project) == {}


def test_entries_of_another_version_are_renewed(agents: Hippo) -> None:
    path = put(agents.project, ".claude/settings.json", UNUSUAL)
    agents("hook", "install", "claude-code")
    new = path.read_text()
    path.write_text(
        new.replace("hippo hook prompt", "/old/hippo hook prompt --client x").replace('"timeout": 5', '"timeout": 9')
    )
    [state] = [each for each in agents.json("hook", "list") if each["target"] == "claude-code"]
    assert state["troubles"][0].startswith(".claude/settings.json has entries of another version: ")
    assert state["troubles"][1:] == ["the program /old/hippo is not there"]
    agents("hook", "install", "claude-code")
    assert json.loads(path.read_text()) == json.loads(new)
    agents("hook", "uninstall", "claude-code")
    assert path.read_text() == UNUSUAL


def test_hippos_handler_in_somebodys_group_leaves_the_group(agents: Hippo) -> None:
    text = (
        '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "mine"}, '
        '{"type": "command", "command": "hippo hook stop"}]}]}}'
    )
    path = put(agents.project, ".claude/settings.json", text)
    agents("hook", "install", "claude-code")
    agents("hook", "uninstall", "claude-code")
    assert json.loads(path.read_text()) == {"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "mine"}]}]}}


@pytest.mark.parametrize(
    "command", ["my-hippo hook stop", "hippo sleep", "hippo hooks stop", "echo hippo", "hippo hook x"]
)
def test_commands_that_only_look_like_hippos_are_somebody_elses(agents: Hippo, command: str) -> None:
    text = json.dumps({"hooks": {"Stop": [{"hooks": [{"type": "command", "command": command}]}]}})
    path = put(agents.project, ".claude/settings.json", text)
    agents("hook", "uninstall", "claude-code")
    assert path.read_text() == text


def test_what_is_no_entry_at_all_is_passed_over(agents: Hippo) -> None:
    text = '{"hooks": {"Stop": ["hippo hook stop", {"hooks": ["hippo hook stop", 7]}, null], "x": "hippo hook stop"}}'
    path = put(agents.project, ".claude/settings.json", text)
    assert agents("hook", "uninstall", "claude-code").status == 0
    assert path.read_text() == text
    path.write_text('["hippo hook stop"]')
    assert agents("hook", "uninstall", "claude-code").status == 4


def test_broken_marks_are_told_where_hippo_is_looked_for_and_taken_out(agents: Hippo) -> None:
    agents("hook", "install", "pi")
    path = agents.project / "AGENTS.md"
    path.write_text(path.read_text().replace("<!-- hippo:end -->", ""))
    before = path.read_text()
    [state] = [each for each in agents.json("hook", "list") if each["target"] == "agents"]
    assert "marks" in state["troubles"][0]
    ran = agents("hook", "uninstall", "pi")
    assert ran.status == 4
    assert "put the marks right" in ran.err
    assert path.read_text() == before


def test_a_project_without_a_store_is_told(nowhere: Hippo) -> None:
    nowhere.environ["PATH"] = ""
    assert "hippo init" in nowhere("hook", "install", "pi").err


def test_somebody_elses_plugin_is_not_overwritten(agents: Hippo) -> None:
    path = put(agents.project, ".opencode/plugins/hippo.js", "// mine\n")
    assert agents("hook", "install", "opencode").status == 4
    agents("hook", "uninstall", "opencode")
    assert path.read_text() == "// mine\n"


def test_a_stale_plugin_is_told_and_renewed(agents: Hippo) -> None:
    agents("hook", "install", "opencode")
    path = agents.project / ".opencode/plugins/hippo.js"
    new = path.read_text()
    path.write_text(new.replace("SHELLS", "OLD").replace('["hippo"]', '["/old/hippo"]'))
    [state] = [each for each in agents.json("hook", "list") if each["target"] == "opencode"]
    assert state["troubles"] == [".opencode/plugins/hippo.js is of another version"]
    path.write_text(new.replace('["hippo"]', '["/old/hippo"]'))
    [state] = [each for each in agents.json("hook", "list") if each["target"] == "opencode"]
    assert state["troubles"] == ['the program "/old/hippo" is not there']
    path.unlink()
    [state] = [each for each in agents.json("hook", "list") if each["target"] == "opencode"]
    assert state["troubles"] == [".opencode/plugins/hippo.js is not there"]
    agents("hook", "install", "opencode")
    assert path.read_text() == new


def test_the_block_is_short_and_the_loop_is_in_it() -> None:
    assert len(BLOCK.encode()) < 1000
    assert sum(line[:1].isdecimal() for line in BLOCK.splitlines()) == 6
    for verb in ("context", "recall", "remember --error", "outcome --good", "handoff save"):
        assert f"hippo {verb}" in BLOCK
