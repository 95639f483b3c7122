"""Gemini CLI takes the server, and its tools work in a session."""

from __future__ import annotations

from tests.integration.conftest import Bench
from tests.integration.model_stub import ModelStub, Say, Use


def test_the_server_is_added_by_one_line_and_connects(bench: Bench) -> None:
    bench.run("gemini", "mcp", "add", "hippo", "hippo", "mcp", GEMINI_CLI_TRUST_WORKSPACE="true")
    listed = bench.run("gemini", "mcp", "list", GEMINI_CLI_TRUST_WORKSPACE="true")
    assert "hippo" in listed.stdout + listed.stderr
    assert "Connected" in listed.stdout + listed.stderr


def test_the_tools_work_in_a_session(bench: Bench) -> None:
    bench.run("gemini", "mcp", "add", "--trust", "hippo", "hippo", "mcp", GEMINI_CLI_TRUST_WORKSPACE="true")
    script = (Use("mcp_hippo_remember", {"text": "the pump hums at 50 Hz"}), Say("Done."))
    with ModelStub(script) as model:
        bench.run(
            *("gemini", "-m", "gemini-3-pro-preview", "-p", "remember the pump", "--yolo", "-o", "json"),
            GEMINI_API_KEY="none",
            GOOGLE_GEMINI_BASE_URL=model.url,
            GEMINI_CLI_TRUST_WORKSPACE="true",
        )
    assert bench.texts() == ["the pump hums at 50 Hz"]
