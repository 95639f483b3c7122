"""The server as the SDK's own client sees it, in both eras of the protocol."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import anyio
import mcp_types as types
import pytest
from mcp import Client, MCPError

from hippo import __version__
from hippo.core.value import replace
from hippo.mcp import server as server_module
from hippo.mcp.server import build
from hippo.mcp.table import TOOLS
from hippo.mcp.words import INSTRUCTIONS, PROMPT
from tests.mcp.conftest import Served
from tests.support import Hippo

ERAS = ("legacy", "auto")


def talk(served: Served, work: Callable[[Client], Awaitable[Any]], mode: str = "legacy", **how: Any) -> Any:
    """What a client gets by some work."""

    async def run() -> Any:
        async with Client(build(served.surroundings), mode=mode, **how) as client:
            return await work(client)

    return anyio.run(run)


@pytest.mark.parametrize("mode", ERAS)
def test_the_server_says_who_it_is_and_how_to_work_with_it(mode: str, served: Served) -> None:
    async def work(client: Client) -> tuple[Any, ...]:
        info = client.server_info
        return info and info.name, info and info.version, client.instructions

    assert talk(served, work, mode) == ("hippo", __version__, INSTRUCTIONS)
    assert len(INSTRUCTIONS) < 1000


@pytest.mark.parametrize("mode", ERAS)
def test_tools_are_listed_with_schemas_and_hints(mode: str, served: Served) -> None:
    found = talk(served, Client.list_tools, mode).tools
    assert [tool.name for tool in found] == [*TOOLS]
    hints = {
        tool.name: (
            tool.annotations.read_only_hint,
            tool.annotations.destructive_hint,
            tool.annotations.open_world_hint,
        )
        for tool in found
    }
    assert hints["context"] == (True, False, False)
    assert hints["remember"] == (False, False, False)
    assert hints["forget"] == (False, True, False)
    assert all(tool.output_schema and tool.input_schema["additionalProperties"] is False for tool in found)


@pytest.mark.parametrize("mode", ERAS)
def test_a_call_gives_text_and_data_that_the_client_finds_valid(mode: str, served: Served) -> None:
    served("remember", text="the valve opens to the left")

    async def work(client: Client) -> types.CallToolResult:
        return await client.call_tool("recall", {"query": "valve"})

    result = talk(served, work, mode)
    assert not result.is_error
    assert result.structured_content["data"][0]["memory"]["text"] == "the valve opens to the left"
    assert "the valve opens to the left" in result.content[0].text


@pytest.mark.parametrize("mode", ERAS)
def test_an_error_is_the_tools_and_the_server_lives_on(mode: str, served: Served) -> None:
    async def work(client: Client) -> list[Any]:
        wrong = await client.call_tool("recall", {"querry": "valve"})
        return [wrong, await client.call_tool("status", {})]

    wrong, right = talk(served, work, mode)
    assert wrong.is_error
    assert wrong.content[0].text.startswith("usage: recall: it does not take 'querry', did you mean 'query'?")
    assert not right.is_error


def test_a_bug_is_the_tools_error_and_its_traceback_the_servers(
    served: Served, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("by nought")

    monkeypatch.setattr(server_module, "call", broken)

    async def work(client: Client) -> types.CallToolResult:
        return await client.call_tool("status", {})

    result = talk(served, work)
    assert result.is_error
    assert result.content[0].text == (
        "bug: ZeroDivisionError: by nought\nhint: the server's standard error has the traceback; please report it"
    )
    assert "Traceback" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("ask", "told"),
    [
        (lambda client: client.call_tool("purge", {}), "unknown tool 'purge'; there are context, recall"),
        (lambda client: client.read_resource("hippo://core/none"), "resource-not-found: nothing has the address"),
        (lambda client: client.get_prompt("begin"), "unknown prompt 'begin'; there is recall-before-you-start"),
    ],
)
def test_what_is_not_there_is_an_error_of_the_protocol(ask: Any, told: str, served: Served) -> None:
    with pytest.RaisesGroup(pytest.RaisesExc(MCPError, match=told), allow_unwrapped=True, flatten_subgroups=True):
        talk(served, ask)


@pytest.mark.parametrize("mode", ERAS)
def test_resources_and_the_prompt_are_listed_and_read(mode: str, served: Served) -> None:
    memory_id = served("remember", text="the valve opens to the left")["memory"]["id"]
    served("core", action="add", text="the shop closes at six")

    async def work(client: Client) -> list[Any]:
        return [
            [each.uri for each in (await client.list_resources()).resources],
            [each.uri_template for each in (await client.list_resource_templates()).resource_templates],
            (await client.read_resource("hippo://core/memory")).contents[0],
            (await client.read_resource(f"hippo://memory/{memory_id}")).contents[0],
            [each.name for each in (await client.list_prompts()).prompts],
            (await client.get_prompt(PROMPT, {"task": "mend the valve"})).messages[0],
            (await client.get_prompt(PROMPT)).messages[0],
        ]

    pages, templates, page, memory, prompts, begun, bare = talk(served, work, mode)
    assert (pages, templates) == (["hippo://core/memory", "hippo://core/user"], ["hippo://memory/{id}"])
    assert (page.text, page.mime_type) == ("- the shop closes at six\n", "text/markdown")
    assert memory.mime_type == "application/json"
    assert '"text": "the valve opens to the left"' in memory.text
    assert prompts == [PROMPT]
    assert "Before you start: mend the valve" in begun.content.text
    assert bare.content.text.startswith("Before you start\n")


# --- the folder ------------------------------------------------------------------------------


def stores(result: types.CallToolResult) -> list[str]:
    assert not result.is_error, result.content
    return [each["folder"] for each in result.structured_content["data"]["stores"]]


def test_the_roots_of_the_client_name_the_project_also_when_they_change(
    served: Served, tmp_path_factory: pytest.TempPathFactory
) -> None:
    other = Hippo(tmp_path_factory.mktemp("other"))
    assert other("init", "--no-hooks", "--no-schedule").status == 0
    roots = [[served.hippo.project], [other.project, served.hippo.project]]
    asked: list[int] = []

    async def list_roots(_: Any) -> types.ListRootsResult:
        asked.append(1)
        found = roots[min(len(asked), 2) - 1]
        return types.ListRootsResult(roots=[types.Root(uri=path.as_uri()) for path in found])

    async def work(client: Client) -> list[Any]:
        first = await client.call_tool("status", {})
        again = await client.call_tool("status", {})
        with pytest.warns(Warning, match="deprecated"):
            await client.send_roots_list_changed()
        while len(asked) < 2:
            moved = await client.call_tool("status", {})
        return [stores(first), stores(again), stores(moved)]

    served.surroundings = replace(served.surroundings, folder="/")
    first, again, moved = talk(served, work, list_roots_callback=list_roots)
    assert first == again == [str(served.hippo.store_folder)]
    assert moved == [str(other.store_folder)]


@pytest.mark.parametrize("trouble", ["error", "silence"])
def test_a_client_that_does_not_name_its_roots_gets_the_folder_it_started_us_in(
    trouble: str, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_module, "_ROOTS_WAIT_SECONDS", 0.05)

    async def list_roots(_: Any) -> types.ListRootsResult | types.ErrorData:
        if trouble == "silence":
            await anyio.sleep(1)
        return types.ErrorData(code=-32601, message="not supported")

    async def work(client: Client) -> types.CallToolResult:
        return await client.call_tool("status", {})

    assert stores(talk(served, work, list_roots_callback=list_roots)) == [str(served.hippo.store_folder)]


def test_many_calls_at_once_are_all_answered(served: Served) -> None:
    async def work(client: Client) -> list[bool]:
        failed: list[bool] = []

        async def one(number: int) -> None:
            failed.append((await client.call_tool("remember", {"text": f"valve {number}"})).is_error)

        async with anyio.create_task_group() as group:
            for number in range(30):
                group.start_soon(one, number)
        return failed

    assert talk(served, work) == [False] * 30
    assert served("status")["stores"][0]["live"] == 30


def test_the_name_of_the_client_is_who_acts(served: Served) -> None:
    async def work(client: Client) -> types.CallToolResult:
        return await client.call_tool("remember", {"text": "the valve opens to the left"})

    info = types.Implementation(name="robot", version="1")
    memory_id = talk(served, work, client_info=info).structured_content["data"]["memory"]["id"]
    assert served.hippo.inspect(memory_id)["events"][0]["actor"]["name"] == "robot"


def test_the_folder_of_the_tests_is_not_touched() -> None:
    assert not (Path(__file__).parent / ".hippo").exists()
