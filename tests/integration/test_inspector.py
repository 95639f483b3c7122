"""The MCP Inspector, a client of the protocol's own makers, finds the server well-formed and calls every tool."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hippo.mcp.table import TOOLS
from tests.integration.conftest import Bench

TOOL_ERROR = 5


class Inspector:
    """The Inspector's command line over `hippo mcp`."""

    def __init__(self, bench: Bench, era: str) -> None:
        self.bench = bench
        self._words = ("mcp-inspector", "--cli", "hippo", "mcp", "--protocol-era", era, "--format", "json", "--quiet")

    def __call__(self, method: str, *words: str, status: int = 0) -> Any:
        done = self.bench.run(*self._words, "--method", method, *words, status=status)
        return json.loads(done.stdout)["result"] if status == 0 else done.stdout + done.stderr

    def call(self, tool: str, **arguments: Any) -> Any:
        """The data of a tool's answer."""
        result = self("tools/call", "--tool-name", tool, "--tool-args-json", json.dumps(arguments))
        return result["structuredContent"]["data"]


@pytest.fixture(params=["legacy", "modern"])
def inspector(bench: Bench, request: pytest.FixtureRequest) -> Inspector:
    """The Inspector in one era of the protocol."""
    return Inspector(bench, request.param)


@pytest.fixture
def modern(bench: Bench) -> Inspector:
    """The Inspector in the newest era."""
    return Inspector(bench, "modern")


def test_the_schemas_are_portable(inspector: Inspector) -> None:
    assert [tool["name"] for tool in inspector("tools/list", "--strict")["tools"]] == [*TOOLS]


def test_every_tool_can_be_called(modern: Inspector) -> None:
    project = modern.bench.project
    (project / "valve.py").write_text("is_open = False\n")
    modern.bench.run("git", "add", "valve.py")
    modern.bench.run("git", "commit", "-q", "-m", "fix: close the valve before the pump starts")
    for text in ("never deploy on Fridays", "always deploy on Fridays"):
        modern.bench.hippo("remember", text)
    modern.bench.hippo("sleep")
    answers: dict[str, Any] = {}
    answers["learn"] = modern.call("learn", days=30)
    answers["remember"] = modern.call("remember", text="the valve opens to the left", tags=["valve"])
    memory_id = answers["remember"]["memory"]["id"]
    answers["recall"] = modern.call("recall", query="which way does the valve open")
    assert memory_id in {hit["memory"]["id"] for hit in answers["recall"]}
    answers["outcome"] = modern.call("outcome", verdict="good", memory_ids=[memory_id])
    answers["supersede"] = modern.call("supersede", memory_id=memory_id, text="the valve opens to the right")
    answers["forget"] = modern.call("forget", memory_ids=[answers["supersede"]["memory"]["id"]])
    (conflict,) = answers["conflicts"] = modern.call("conflicts")
    answers["resolve"] = modern.call("resolve", conflict_id=conflict["id"], keep=conflict["memories"][0]["id"])
    answers["buffer"] = modern.call("buffer", action="push", text="ask the shop about oil")
    answers["handoff"] = modern.call("handoff", action="save", summary="the belt is ordered", next_steps=["fit it"])
    answers["core"] = modern.call("core", action="add", text="the shop closes at six")
    answers["context"] = modern.call("context", query="deploys")
    assert "the shop closes at six" in answers["context"]["text"]
    answers["status"] = modern.call("status")
    assert answers.keys() == TOOLS.keys()
    assert all(answers.values())


def test_a_misspelt_parameter_is_a_tools_error(inspector: Inspector) -> None:
    said = inspector(
        "tools/call", "--tool-name", "recall", "--tool-args-json", '{"querry": "valve"}', status=TOOL_ERROR
    )
    assert "it does not take 'querry', did you mean 'query'?" in said


def test_resources_and_the_prompt_are_read(modern: Inspector) -> None:
    memory_id = modern.bench.hippo("remember", "the valve opens to the left")["memory"]["id"]
    modern.bench.hippo("core", "add", "the shop closes at six")
    assert [each["name"] for each in modern("resources/list")["resources"]] == ["core-memory", "core-user"]
    (template,) = modern("resources/templates/list")["resourceTemplates"]
    assert template["uriTemplate"] == "hippo://memory/{id}"
    (page,) = modern("resources/read", "--uri", "hippo://core/memory")["contents"]
    assert page["text"] == "- the shop closes at six\n"
    (memory,) = modern("resources/read", "--uri", f"hippo://memory/{memory_id}")["contents"]
    assert json.loads(memory["text"])["data"]["memory"]["id"] == memory_id
    assert [each["name"] for each in modern("prompts/list")["prompts"]] == ["recall-before-you-start"]
    begun = modern("prompts/get", "--prompt-name", "recall-before-you-start", "--prompt-args", "task=valve")
    assert "the valve opens to the left" in begun["messages"][0]["content"]["text"]


def test_two_hundred_calls_ten_at_a_time_all_succeed(modern: Inspector) -> None:
    modern.bench.hippo("remember", "the valve opens to the left")
    how = ("--tool-name", "recall", "--tool-args-json", '{"query": "valve"}', "--load", "--load-requests", "200")
    report = modern("tools/call", *how)
    assert report["errors"] == 0
    assert report["requests"] == 200
