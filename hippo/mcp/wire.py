"""Standard input and output as the SDK reads and writes them, but the end of the input waits for what is owed.

Why: the SDK drops the calls that are under way when the input ends, so that `hippo mcp < requests` would answer some
requests and others not. A line that it cannot read is mended or answered here.
"""

from __future__ import annotations

from contextlib import asynccontextmanager

import anyio
import mcp_types as types
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage

from hippo.mcp.unread import answer_to, mended

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from typing import Any

    from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
    from mcp.shared._stream_protocols import ReadStream, WriteStream

    Message = SessionMessage | Exception
    Incoming = ReadStream[Message]
    Outgoing = WriteStream[SessionMessage]

#: How long the end of the input waits for answers, in seconds (chosen: longer than a call that waits for nobody).
_PATIENCE_SECONDS = 5.0
_CANCELLED = "notifications/cancelled"


class _Owed:
    """The requests that have no answer yet."""

    def __init__(self) -> None:
        self._ids: set[str | int] = set()
        self._paid = anyio.Event()

    def took(self, message: Message) -> None:
        """Note a request, or that one is not wanted any more."""
        told = message.message if isinstance(message, SessionMessage) else None
        if isinstance(told, types.JSONRPCRequest):
            self._ids.add(told.id)
        elif isinstance(told, types.JSONRPCNotification) and told.method == _CANCELLED:
            self._strike((told.params or {}).get("requestId"))

    def gave(self, message: SessionMessage) -> None:
        """Note an answer."""
        if isinstance(message.message, types.JSONRPCResponse | types.JSONRPCError):
            self._strike(message.message.id)

    async def paid(self) -> None:
        """Wait until nothing is owed, but not for ever."""
        with anyio.move_on_after(_PATIENCE_SECONDS):
            while self._ids:
                await self._paid.wait()

    def _strike(self, request: Any) -> None:
        self._ids.discard(request)
        self._paid.set()
        self._paid = anyio.Event()


@asynccontextmanager
async def standard_streams() -> AsyncIterator[tuple[Incoming, Outgoing]]:
    """The two streams of a server that is alone with standard input and output."""
    async with stdio_server() as (incoming, outgoing), patient(incoming, outgoing) as streams:
        yield streams


@asynccontextmanager
async def patient(incoming: Incoming, outgoing: Outgoing) -> AsyncIterator[tuple[Incoming, Outgoing]]:
    """Streams over others; the end of the incoming one waits for the answers that are owed."""
    owed = _Owed()
    to_server, at_server = anyio.create_memory_object_stream[SessionMessage | Exception](0)
    from_server, to_client = anyio.create_memory_object_stream[SessionMessage](0)
    async with anyio.create_task_group() as group:
        group.start_soon(_take, incoming, to_server, from_server.clone(), owed)
        group.start_soon(_give, to_client, outgoing, owed)
        yield at_server, from_server


async def _take(
    incoming: Incoming,
    to_server: MemoryObjectSendStream[Message],
    to_client: MemoryObjectSendStream[SessionMessage],
    owed: _Owed,
) -> None:
    async with incoming, to_server, to_client:
        async for came in incoming:
            message = mended(came) or came if isinstance(came, Exception) else came
            answer = answer_to(message) if isinstance(message, Exception) else None
            if answer is not None:
                await to_client.send(answer)
                continue
            owed.took(message)
            await to_server.send(message)
        await owed.paid()


async def _give(to_client: MemoryObjectReceiveStream[SessionMessage], outgoing: Outgoing, owed: _Owed) -> None:
    async with to_client, outgoing:
        async for message in to_client:
            await outgoing.send(message)
            owed.gave(message)
