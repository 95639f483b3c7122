"""Gemini CLI takes the server and the hooks, and a session of it remembers."""

from __future__ import annotations

import json

from tests.integration.conftest import Bench, waited_for
from tests.integration.model_stub import ModelStub, Say, Step, Use

TRUSTED = {"GEMINI_CLI_TRUST_WORKSPACE": "true"}


def talk(bench: Bench, prompt: str, *script: Step) -> ModelStub:
    """A session of one prompt; a model is named, or the client asks another one which to take."""
    settings = bench.home / ".gemini" / "settings.json"
    settings.parent.mkdir(exist_ok=True)
    settings.write_text('{"security": {"auth": {"selectedType": "gemini-api-key"}}}', encoding="utf-8")
    with ModelStub(script) as model:
        bench.run(
            *("gemini", "-m", "gemini-3-pro-preview", "-p", prompt, "--yolo", "-o", "json"),
            **TRUSTED,
            GEMINI_API_KEY="none",
            GOOGLE_GEMINI_BASE_URL=model.url,
        )
    return model


def test_the_server_is_added_by_one_line_and_connects(bench: Bench) -> None:
    bench.run("gemini", "mcp", "add", "hippo", "hippo", "mcp")

    def is_connected() -> bool:
        """The list gives a server five seconds, which a machine under load does not grant it each time."""
        return "hippo: hippo mcp (stdio) - Connected" in bench.run("gemini", "mcp", "list", **TRUSTED).stderr

    assert waited_for(is_connected)


def test_the_tools_work_in_a_session(bench: Bench) -> None:
    bench.run("gemini", "mcp", "add", "--trust", "hippo", "hippo", "mcp")
    bench.hippo("remember", "the valve opens to the left")
    script = (
        Use("mcp_hippo_recall", {"query": "valve"}),
        Use("mcp_hippo_remember", {"text": "the pump hums at 50 Hz"}),
        Say("Done."),
    )
    model = talk(bench, "look at the hall", *script)
    assert "the valve opens to the left" in model.shown
    assert "the pump hums at 50 Hz" in bench.texts()


def test_a_session_is_shown_the_lesson_and_what_fails_in_it_is_remembered(bench: Bench) -> None:
    bench.run("hippo", "hook", "install", "gemini")
    bench.hippo("remember", "deploys to staging need the VPN on port 7001")
    fails = Use("run_shell_command", {"command": "echo cannot open the valve >&2; exit 3", "description": "Open it"})
    model = talk(bench, "how do deploys to staging reach the VPN", fails, Say("It failed."))
    assert "deploys to staging need the VPN on port 7001" in json.dumps(model.requests[0])
    assert waited_for(lambda: any("cannot open the valve" in text for text in bench.texts()))
    handoff, *_ = waited_for(lambda: bench.hippo("handoff", "list"))
    assert handoff["actor"] == "gemini"
