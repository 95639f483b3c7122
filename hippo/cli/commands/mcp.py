"""hippo mcp"""

from __future__ import annotations

import os

from hippo.cli.declare import Command

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hippo.cli.app import App


def mcp(app: App) -> None:
    """Serve the memory to an agent over MCP.

    Agents start it; it speaks the Model Context Protocol on standard input and output until the input ends. It works
    on the store of the folder that the agent names as its root, else of the one it was started in. It needs the extra
    `mcp`.
    """
    from hippo.mcp.desk import Surroundings
    from hippo.mcp.serving import serve
    from hippo.services.warm import Warm

    if app.output.is_terminal():
        app.output.note("this speaks MCP on standard input; `claude mcp add hippo -- hippo mcp` lets an agent start it")
    surroundings = Surroundings(
        environ=app.environ,
        folder=app.folder,
        store_path=app.store_path,
        use_global=app.use_global,
        session=app.session,
        own_session=f"mcp-{os.urandom(4).hex()}",
        clock=app.clock,
        new_id=app.new_id,
        warm=Warm(app.environ),
    )
    serve(surroundings)


COMMAND = Command(handler=mcp)
