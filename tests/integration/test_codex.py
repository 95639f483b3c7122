"""Codex takes the plugin and the server, and a session of it remembers."""

from __future__ import annotations

import json

import pytest

from tests.integration.conftest import ROOT, Bench, waited_for
from tests.integration.model_stub import ModelStub, Raw, Say, Step, Use

#: As in a container, where Codex has no sandbox of its own, and nobody is asked.
UNASKED = (
    "--dangerously-bypass-hook-trust",
    "--dangerously-bypass-approvals-and-sandbox",
    "--skip-git-repo-check",
    "--json",
)


@pytest.fixture
def plugged(bench: Bench) -> Bench:
    """Codex with the plugin, installed from this checkout."""
    bench.run("codex", "plugin", "marketplace", "add", str(ROOT))
    bench.run("codex", "plugin", "add", "hippo@hippo")
    return bench


def talk(bench: Bench, prompt: str, *script: Step) -> ModelStub:
    """A session of one prompt, with a model that is configured for it."""
    with ModelStub(script) as model:
        config = bench.home / ".codex" / "config.toml"
        before = config.read_text(encoding="utf-8") if config.exists() else ""
        config.parent.mkdir(exist_ok=True)
        config.write_text(
            'model = "stub"\nmodel_provider = "stub"\n'
            + before
            + f'\n[model_providers.stub]\nname = "stub"\nbase_url = "{model.url}/v1"\n'
            + 'env_key = "STUB_KEY"\nwire_api = "responses"\n',
            encoding="utf-8",
        )
        bench.run("codex", "exec", *UNASKED, prompt, STUB_KEY="none")
    return model


def trust(bench: Bench) -> None:
    """Say that the project is trusted, without which Codex reads no settings of it."""
    folder = bench.home / ".codex"
    folder.mkdir(exist_ok=True)
    (folder / "config.toml").write_text(f'[projects."{bench.project}"]\ntrust_level = "trusted"\n', encoding="utf-8")


def test_the_server_is_added_by_one_line(bench: Bench) -> None:
    bench.run("codex", "mcp", "add", "hippo", "--", "hippo", "mcp")
    (server,) = json.loads(bench.run("codex", "mcp", "list", "--json").stdout)
    assert (server["name"], server["enabled"], server["transport"]["command"]) == ("hippo", True, "hippo")


def test_the_plugin_installs_from_the_checkout_with_its_server(plugged: Bench) -> None:
    (plugin,) = json.loads(plugged.run("codex", "plugin", "list", "--json").stdout)["installed"]
    assert (plugin["pluginId"], plugin["enabled"]) == ("hippo@hippo", True)
    (server,) = json.loads(plugged.run("codex", "mcp", "list", "--json").stdout)
    assert server["transport"]["args"] == ["mcp"]


@pytest.mark.parametrize("way", ["plugin", "init"])
def test_a_session_is_shown_the_lesson_and_what_fails_in_it_is_remembered(
    way: str, bench: Bench, request: pytest.FixtureRequest
) -> None:
    if way == "plugin":
        request.getfixturevalue("plugged")
    else:
        bench.run("hippo", "hook", "install", "codex")
        trust(bench)
    bench.hippo("remember", "deploys to staging need the VPN on port 7001")
    fails = Use("exec_command", {"cmd": "echo cannot open the valve >&2; exit 3"})
    model = talk(bench, "how do deploys to staging reach the VPN", fails, Say("It failed."))
    assert "deploys to staging need the VPN on port 7001" in json.dumps(model.requests[0])
    assert waited_for(lambda: any("cannot open the valve" in text for text in bench.texts()))
    handoff, *_ = waited_for(lambda: bench.hippo("handoff", "list"))
    assert handoff["actor"] == "codex"


def test_the_tools_are_found_and_work_in_a_session(plugged: Bench) -> None:
    plugged.hippo("remember", "the valve opens to the left")
    search = {
        "type": "tool_search_call",
        "call_id": "call_search",
        "execution": "client",
        "status": "completed",
        "arguments": {"query": "recall memory of earlier sessions", "limit": 5},
    }
    script = (
        Use("exec_command", {"cmd": "sleep 5"}),  # the server may be slower than the first turn
        Raw(search),
        Use("recall", {"query": "valve"}, namespace="mcp__hippo"),
        Use("remember", {"text": "the pump hums at 50 Hz"}, namespace="mcp__hippo"),
    )
    model = talk(plugged, "look at the hall", *script)
    assert "hippo" in json.dumps(model.requests[2])
    assert "the pump hums at 50 Hz" in plugged.texts()
    assert "the valve opens to the left" in json.dumps(model.requests[-1])
