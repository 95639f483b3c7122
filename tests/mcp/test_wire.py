"""The end of the input waits for the answers that are owed, but not for ever."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import anyio
import mcp_types as types
import pytest
from mcp.shared.message import SessionMessage
from pydantic import ValidationError

from hippo.mcp import wire
from hippo.mcp.wire import patient

#: Longer than any of these takes, in seconds.
LONG = 20


def message(content: Any) -> SessionMessage:
    return SessionMessage(content)


def request(number: int) -> SessionMessage:
    return message(types.JSONRPCRequest(jsonrpc="2.0", id=number, method="tools/call"))


def answer(number: int) -> SessionMessage:
    return message(types.JSONRPCResponse(jsonrpc="2.0", id=number, result={}))


def refusal(number: int) -> SessionMessage:
    error = types.ErrorData(code=-32601, message="Method not found")
    return message(types.JSONRPCError(jsonrpc="2.0", id=number, error=error))


def cancelled(number: int) -> SessionMessage:
    params = {"requestId": number}
    return message(types.JSONRPCNotification(jsonrpc="2.0", method="notifications/cancelled", params=params))


Server = Callable[[Any, Any], Awaitable[None]]


def served(sent: list[Any], server: Server) -> list[Any]:
    """What a client gets that sends some messages and then goes, from a server that reads and writes the streams."""
    given: list[Any] = []

    async def run() -> None:
        to_wire, incoming = anyio.create_memory_object_stream[Any](len(sent))
        outgoing, from_wire = anyio.create_memory_object_stream[Any](10)
        for each in sent:
            to_wire.send_nowait(each)
        to_wire.close()
        with anyio.fail_after(LONG):
            async with patient(incoming, outgoing) as (at_server, from_server):
                await server(at_server, from_server)
                await from_server.aclose()
        async with from_wire:
            given.extend([each async for each in from_wire])

    anyio.run(run)
    return given


async def slow(at_server: Any, from_server: Any) -> None:
    """A server that stops work at the end of its input, as the SDK's does, and whose work takes a while."""
    async with anyio.create_task_group() as group, at_server:

        async def work(asked: SessionMessage) -> None:
            await anyio.sleep(0.05)
            await from_server.send(answer(asked.message.id))  # type: ignore[union-attr]

        async for each in at_server:
            if isinstance(each, SessionMessage) and isinstance(each.message, types.JSONRPCRequest):
                group.start_soon(work, each)
        group.cancel_scope.cancel()


def test_everything_that_was_asked_is_answered_before_the_end() -> None:
    assert served([request(1), ValueError("no JSON"), request(2)], slow) == [answer(1), answer(2)]


def unreadable(line: str) -> Exception:
    """What the SDK passes on in place of a line that it cannot read."""
    with pytest.raises(ValidationError) as caught:
        types.jsonrpc_message_adapter.validate_json(line, by_name=False)
    return caught.value


def test_half_a_character_reaches_the_server_as_a_stand_in() -> None:
    seen: list[Any] = []

    async def noting(at_server: Any, from_server: Any) -> None:
        async with at_server:
            async for each in at_server:
                seen.append(each.message.params)
                await from_server.send(answer(each.message.id))

    line = (
        r'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"cut": "a \ud83d", "whole": "\ud83d\ude00"}}'
    )
    assert served([unreadable(line)], noting) == [answer(1)]
    assert seen == [{"cut": "a \ufffd", "whole": "\U0001f600"}]


@pytest.mark.parametrize(
    ("line", "code", "number"),
    [
        ("garbage", -32700, None),
        ("[" * 100_000, -32700, None),
        ('{"jsonrpc": "2.0", "id": 4, "method": "ping"', -32700, None),
        ("5", -32600, None),
        ('[{"jsonrpc": "2.0", "id": 1, "method": "ping"}]', -32600, None),
        ('{"jsonrpc": "1.0", "id": 3, "method": "ping"}', -32600, 3),
        ('{"jsonrpc": "2.0", "id": "a", "method": 5}', -32600, "a"),
        ('{"jsonrpc": "2.0", "id": true, "method": 5}', -32600, None),
        (r'{"jsonrpc": "1.0", "id": 7, "method": "\ud800"}', -32600, 7),
    ],
)
def test_a_line_that_is_no_message_is_answered(line: str, code: int, number: int | str | None) -> None:
    (told,) = served([unreadable(line)], slow)
    assert (told.message.error.code, told.message.id) == (code, number)


@pytest.mark.parametrize("line", ["", "  ", '{"jsonrpc": "1.0", "id": 3, "result": {}}', '{"id": 3, "error": 5}'])
def test_an_empty_line_and_a_broken_answer_are_not_answered(line: str) -> None:
    assert served([unreadable(line), request(1)], slow) == [answer(1)]


@pytest.mark.parametrize("last", [refusal(1), answer(1)])
def test_an_answer_and_a_refusal_are_both_answers(last: SessionMessage) -> None:
    async def at_once(at_server: Any, from_server: Any) -> None:
        async with at_server:
            async for _ in at_server:
                await from_server.send(last)

    assert served([request(1)], at_once) == [last]


def test_nobody_waits_for_what_is_not_wanted_any_more() -> None:
    async def silent(at_server: Any, _: Any) -> None:
        async with at_server:
            async for _each in at_server:
                continue

    assert served([request(1), cancelled(1)], silent) == []


def test_nobody_waits_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "_PATIENCE_SECONDS", 0.05)

    async def silent(at_server: Any, _: Any) -> None:
        async with at_server:
            async for _each in at_server:
                continue

    assert served([request(1)], silent) == []
