"""Serving on standard input and output until the input ends or whoever started us is gone."""

from __future__ import annotations

import gc
import os
import signal

from hippo.core.extras import how_to_install
from hippo.errors import HippoError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from mcp.server.lowlevel import Server

    from hippo.mcp.desk import Surroundings

#: How often it is looked whether the parent still lives, in seconds (chosen: the end of the input nearly always comes
#: first; this is for a pipe that a sibling holds open).
_PARENT_SECONDS = 2.0
#: The modules whose absence means that the extra is not installed.
_EXTRA = frozenset({"anyio", "mcp", "mcp_types", "pydantic"})


class NoServer(HippoError):
    """The SDK is not installed."""

    code = "missing-extra"

    def __init__(self) -> None:
        super().__init__("the MCP server needs the extra `mcp`", hint=f"{how_to_install('mcp')} adds it")


def serve(surroundings: Surroundings) -> None:
    """Serve one client. Raises NoServer."""
    server = _built(surroundings)
    import anyio

    _end_with(os.getppid())
    # An interrupt would wait for the thread that reads the input, which only an end of input wakes.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        anyio.run(_run, server)
    except* (BrokenPipeError, ConnectionResetError):  # the client went away while it was being answered
        pass


def _built(surroundings: Surroundings) -> Server[Any]:
    """The server. No garbage is collected while the SDK is imported: it makes none, and looking costs a tenth."""
    was_collecting = gc.isenabled()
    gc.disable()
    try:
        from hippo.mcp.server import build
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in _EXTRA:
            raise
        raise NoServer from error
    finally:
        if was_collecting:
            gc.enable()
    return build(surroundings)


async def _run(server: Server[Any]) -> None:
    from hippo.mcp.wire import standard_streams

    async with standard_streams() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())


def _end_with(parent: int) -> None:
    """End this process when its parent is gone. What was acknowledged is on the disk by then."""
    import threading

    pause = threading.Event()

    def watch() -> None:
        while os.getppid() == parent:
            pause.wait(_PARENT_SECONDS)
        os._exit(0)

    threading.Thread(target=watch, name="parent", daemon=True).start()
