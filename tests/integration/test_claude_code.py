"""Claude Code takes the plugin and the server, and a session of it remembers."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.integration.conftest import ROOT, Bench, waited_for
from tests.integration.model_stub import ModelStub, Say, Step, Use

PLUGIN = ROOT / "integrations" / "plugin"
SERVER = "mcp__plugin_hippo_hippo__"


@pytest.fixture
def plugged(bench: Bench) -> Bench:
    """Claude Code with the plugin, installed from this checkout."""
    bench.run("claude", "plugin", "marketplace", "add", str(ROOT))
    bench.run("claude", "plugin", "install", "hippo@hippo")
    return bench


def talk(bench: Bench, prompt: str, *script: Step, allowed: tuple[str, ...] = ("Bash",)) -> tuple[ModelStub, Any]:
    """A session of one prompt; what the model was shown, and what the client tells of it."""
    with ModelStub(script) as model:
        done = bench.run(
            *("claude", "-p", prompt, "--output-format", "json", "--allowedTools", *allowed),
            ANTHROPIC_BASE_URL=model.url,
            ANTHROPIC_API_KEY="none",
        )
    return model, json.loads(done.stdout)


@pytest.mark.parametrize("path", [ROOT, PLUGIN], ids=["marketplace", "plugin"])
def test_the_client_finds_plugin_and_marketplace_valid(path: Any, bench: Bench) -> None:
    assert "Validation passed" in bench.run("claude", "plugin", "validate", "--strict", str(path)).stdout
    assert (
        "Validation passed" in bench.run("claude", "plugin", "validate", "--profile", "directory", str(PLUGIN)).stdout
    )


def test_the_plugin_installs_from_the_checkout_and_its_server_connects(plugged: Bench) -> None:
    assert "hippo@hippo" in plugged.run("claude", "plugin", "list").stdout
    inventory = plugged.run("claude", "plugin", "details", "hippo").stdout
    assert "memory, recall, remember, sleep" in inventory
    assert "Hooks (5)" in inventory
    assert "Connected" in plugged.run("claude", "mcp", "list").stdout
    assert "skipped" not in plugged.run("claude", "doctor").stdout


def test_the_server_is_added_by_one_line_and_connects(bench: Bench) -> None:
    bench.run("claude", "mcp", "add", "hippo", "--", "hippo", "mcp")
    assert "hippo: hippo mcp - ✔ Connected" in bench.run("claude", "mcp", "list").stdout


@pytest.mark.parametrize("way", ["plugin", "init", "both"])
def test_a_session_is_shown_the_lesson_and_what_fails_in_it_is_remembered(
    way: str, bench: Bench, request: pytest.FixtureRequest
) -> None:
    if way != "init":
        request.getfixturevalue("plugged")
    if way != "plugin":
        bench.run("hippo", "hook", "install", "claude-code")
    bench.hippo("remember", "deploys to staging need the VPN on port 7001")
    fails = Use("Bash", {"command": "echo cannot open the valve >&2; exit 3", "description": "Open the valve"})
    model, told = talk(bench, "how do deploys to staging reach the VPN", fails, Say("It failed."))
    assert not told["is_error"]
    assert json.dumps(model.requests[0]).count("deploys to staging need the VPN on port 7001") == 1
    assert waited_for(lambda: any("cannot open the valve" in text for text in bench.texts()))
    [handoff] = waited_for(lambda: bench.hippo("handoff", "list"))
    assert (handoff["actor"], handoff["session"]) == ("claude-code", told["session_id"])


def test_the_client_finds_no_fault_in_the_hooks_that_are_installed(bench: Bench) -> None:
    bench.run("hippo", "hook", "install", "claude-code")
    assert "hippo hook" in (bench.project / ".claude" / "settings.json").read_text(encoding="utf-8")
    assert "skipped" not in bench.run("claude", "doctor").stdout


def test_the_tools_work_in_a_session_of_their_own(plugged: Bench) -> None:
    plugged.hippo("remember", "the valve opens to the left")
    script = (
        Use(f"{SERVER}recall", {"query": "valve"}),
        Use(f"{SERVER}outcome", {"verdict": "good"}),
        Use(f"{SERVER}remember", {"text": "the pump hums at 50 Hz"}),
        Use(f"{SERVER}recall", {"querry": "valve"}),
    )
    model, told = talk(plugged, "look at the hall", *script, allowed=("mcp__plugin_hippo_hippo",))
    assert told["num_turns"] == len(script) + 1
    assert "did you mean 'query'?" in model.shown
    shown = plugged.hippo("recall", "valve pump")
    assert {hit["memory"]["text"] for hit in shown} == {"the valve opens to the left", "the pump hums at 50 Hz"}
    judged = next(hit["memory"] for hit in shown if "valve" in hit["memory"]["text"])
    assert (judged["good"], judged["retrieval_count"]) == (1, 2)
    events = plugged.hippo("inspect", judged["id"])["events"]
    assert events[-2]["actor"]["name"] == "claude-code"
