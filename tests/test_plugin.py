"""The plugin for Claude Code and Codex agrees with hippo itself; the real clients judge it in tests/integration."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from skills_ref import validate

from hippo import __version__
from hippo.cli.table import COMMANDS
from hippo.core.agents.entries import entry
from hippo.core.agents.targets import TARGETS
from hippo.mcp.table import TOOLS

ROOT = Path(__file__).parent.parent
PLUGIN = ROOT / "integrations" / "plugin"
MANIFESTS = (".claude-plugin/plugin.json", ".codex-plugin/plugin.json")
HOOKS = ("hooks/hooks.json", "hooks/codex.json")


def read(name: str) -> Any:
    return json.loads((PLUGIN / name).read_text(encoding="utf-8"))


def head_of(path: Path) -> dict[str, str]:
    """The front matter of a Markdown file, line by line."""
    _, head, _ = path.read_text(encoding="utf-8").split("---\n", 2)
    return {name: content.strip('"') for name, _, content in (line.partition(": ") for line in head.splitlines())}


@pytest.mark.parametrize("name", MANIFESTS)
def test_the_manifests_have_the_version_of_hippo(name: str) -> None:
    manifest = read(name)
    assert (manifest["name"], manifest["version"], manifest["license"]) == ("hippo", __version__, "MIT")


def test_both_manifests_say_the_same_and_name_files_that_exist() -> None:
    claude, codex = map(read, MANIFESTS)
    assert {name: codex[name] for name in claude} == claude
    for name in ("skills", "mcpServers", "hooks"):
        assert (PLUGIN / codex[name]).exists()


def test_the_marketplace_offers_the_plugin() -> None:
    marketplace = json.loads((ROOT / ".claude-plugin" / "marketplace.json").read_text(encoding="utf-8"))
    (offer,) = marketplace["plugins"]
    assert ROOT / offer["source"] == PLUGIN
    assert offer["description"] == read(MANIFESTS[0])["description"]


@pytest.mark.parametrize(("name", "target"), [(HOOKS[0], "claude-code"), (HOOKS[1], "codex")])
def test_the_hooks_are_those_that_hippo_installs_itself(name: str, target: str) -> None:
    installed = TARGETS[target]
    wanted = [entry(installed.form, event, "hippo", agent=installed.agent) for event in installed.events]
    assert read(name)["hooks"] == {each.event: [each.content] for each in wanted}


def test_the_server_of_the_plugin_is_a_command_of_hippo() -> None:
    server = read(".mcp.json")["mcpServers"]["hippo"]
    assert server["command"] == "hippo"
    assert server["args"][0] in COMMANDS


def test_the_skill_is_one_as_the_public_validator_sees_it() -> None:
    (skill,) = (PLUGIN / "skills").iterdir()
    assert validate(skill) == []
    assert (skill / "SKILL.md").read_text(encoding="utf-8").count("\n") < 100


def test_commands_speak_of_tools_and_commands_that_exist() -> None:
    files = sorted((PLUGIN / "commands").iterdir())
    assert [each.stem for each in files] == ["recall", "remember", "sleep"]
    for each in files:
        head = head_of(each)
        assert head["description"]
        allowed = head["allowed-tools"]
        assert {*re.findall(r"mcp__plugin_hippo_hippo__(\w+)", allowed)} <= {*TOOLS}
        assert {*re.findall(r"Bash\(hippo (\w+):\*\)", allowed)} <= {*COMMANDS}


def test_the_skill_names_tools_that_exist() -> None:
    text = (PLUGIN / "skills" / "memory" / "SKILL.md").read_text(encoding="utf-8")
    spoken_of = {"recall", "remember", "outcome", "buffer", "supersede", "forget", "resolve", "handoff"}
    assert spoken_of <= {*TOOLS}
    assert all(f"`{name}`" in text or f"`{name} " in text for name in spoken_of)


def test_the_plugin_brings_licence_and_readme() -> None:
    assert (PLUGIN / "LICENSE").read_text() == (ROOT / "LICENSE").read_text()
    assert len((PLUGIN / "README.md").read_text(encoding="utf-8").split()) >= 40
