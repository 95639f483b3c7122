"""The server over the official SDK: what clients may ask, handed to the plain modules beside it.

Every call works in a thread of its own, so that one that waits for the store keeps no other waiting. Why the SDK's
low-level server and not its decorators: tools are declared here already, with their own reading and errors.
"""

from __future__ import annotations

import traceback
from functools import partial

import anyio
import anyio.to_thread
import mcp_types as types
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError
from pydantic import ValidationError

from hippo import __version__
from hippo.errors import HippoError, shortened
from hippo.mcp import reading, words
from hippo.mcp.calls import Outcome, acting, call, failure
from hippo.mcp.parameters import schema_of
from hippo.mcp.roots import chosen, fallback
from hippo.mcp.shapes import document
from hippo.mcp.table import TOOLS
from hippo.mcp.tool import Effect

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    from mcp.server.context import ServerRequestContext

    from hippo.mcp.desk import Desk, Surroundings
    from hippo.mcp.tool import Tool

    Context = ServerRequestContext[Any, Any]
    T = TypeVar("T")

#: Calls that work at one time (chosen: more only wait for one another's store).
_MOST_AT_ONCE = 8
#: How long a client may take to name its roots, in seconds (chosen: it knows them).
_ROOTS_WAIT_SECONDS = 3.0


def build(surroundings: Surroundings) -> Server[Any]:
    """A server that is ready to run on any transport."""
    return _Handlers(surroundings).server()


class _Handlers:
    """What a client may ask; the roots of the one client are asked for once, and again when they change."""

    def __init__(self, surroundings: Surroundings) -> None:
        self._surroundings = surroundings
        self._limiter = anyio.CapacityLimiter(_MOST_AT_ONCE)
        self._asking = anyio.Lock()
        self._folder: str | None = None

    def server(self) -> Server[Any]:
        server: Server[Any] = Server(
            "hippo",
            version=__version__,
            title="hippo",
            description="A memory for coding agents that strengthens with use and fades without it.",
            instructions=words.INSTRUCTIONS,
            on_list_tools=self.list_tools,
            on_call_tool=self.call_tool,
            on_list_resources=self.list_resources,
            on_list_resource_templates=self.list_templates,
            on_read_resource=self.read_resource,
            on_list_prompts=self.list_prompts,
            on_get_prompt=self.get_prompt,
        )
        server.add_notification_handler(
            "notifications/roots/list_changed", types.NotificationParams, self.roots_changed
        )
        return server

    async def list_tools(self, _: Context, __: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[_listed(tool) for tool in TOOLS.values()])

    async def call_tool(self, context: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        tool = TOOLS.get(params.name)
        if tool is None:
            known = ", ".join(TOOLS)
            raise MCPError(types.INVALID_PARAMS, f"unknown tool {shortened(params.name)!r}; there are {known}")
        folder = await self._whereabouts(context)
        act = partial(call, tool, params.arguments or {}, self._surroundings, folder=folder, client=_client(context))
        outcome = await self._in_a_thread(partial(_surviving, act))
        return types.CallToolResult(
            content=[types.TextContent(text=outcome.text)],
            structured_content=outcome.document,
            is_error=outcome.document is None,
        )

    async def list_resources(self, _: Context, __: types.PaginatedRequestParams | None) -> types.ListResourcesResult:
        pages = [
            types.Resource(
                uri=each.uri,
                name=each.name,
                title=each.title,
                description=each.description,
                mime_type=each.mime_type,
            )
            for each in reading.PAGES
        ]
        return types.ListResourcesResult(resources=pages)

    async def list_templates(
        self, _: Context, __: types.PaginatedRequestParams | None
    ) -> types.ListResourceTemplatesResult:
        each = reading.MEMORIES
        template = types.ResourceTemplate(
            uri_template=each.uri,
            name=each.name,
            title=each.title,
            description=each.description,
            mime_type=each.mime_type,
        )
        return types.ListResourceTemplatesResult(resource_templates=[template])

    async def read_resource(
        self, context: Context, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        found = await self._asked(context, lambda desk: reading.content(desk, str(params.uri)))
        contents = types.TextResourceContents(uri=params.uri, mime_type=found.mime_type, text=found.text)
        return types.ReadResourceResult(contents=[contents])

    async def list_prompts(self, _: Context, __: types.PaginatedRequestParams | None) -> types.ListPromptsResult:
        prompt = types.Prompt(
            name=words.PROMPT,
            title=words.PROMPT_TITLE,
            description=words.PROMPT_DESCRIPTION,
            arguments=[types.PromptArgument(name="task", description=words.TASK_DESCRIPTION, required=False)],
        )
        return types.ListPromptsResult(prompts=[prompt])

    async def get_prompt(self, context: Context, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        if params.name != words.PROMPT:
            raise MCPError(types.INVALID_PARAMS, f"unknown prompt {shortened(params.name)!r}; there is {words.PROMPT}")
        task = (params.arguments or {}).get("task", "")
        text = await self._asked(context, lambda desk: words.opening(desk, task))
        message = types.PromptMessage(role="user", content=types.TextContent(text=text))
        return types.GetPromptResult(description=words.PROMPT_DESCRIPTION, messages=[message])

    async def roots_changed(self, _: Context, __: types.NotificationParams) -> None:
        self._folder = None

    async def _asked(self, context: Context, ask: Callable[[Desk], T]) -> T:
        """What a desk answers; what it refuses is an error of the protocol, for only tools have errors of their own."""
        folder, client = await self._whereabouts(context), _client(context)
        try:
            return await self._in_a_thread(lambda: acting(self._surroundings, ask, folder=folder, client=client))
        except HippoError as error:
            raise MCPError(types.INVALID_PARAMS, failure(error)) from error

    async def _in_a_thread(self, act: Callable[[], T]) -> T:
        return await anyio.to_thread.run_sync(act, limiter=self._limiter)

    async def _whereabouts(self, context: Context) -> str:
        """The folder that the client works in."""
        async with self._asking:
            if self._folder is None:
                otherwise = fallback(self._surroundings.environ, self._surroundings.folder)
                roots = await _roots(context)
                self._folder = chosen(roots, self._surroundings.environ, otherwise=otherwise)
            return self._folder


async def _roots(context: Context) -> list[str]:
    """The addresses of the client's roots; none from a client that has none, cannot be asked or does not answer."""
    session = context.session
    capabilities = session.client_capabilities
    if capabilities is None or capabilities.roots is None or not session.can_send_request:
        return []
    try:
        found = await session.send_request(
            types.ListRootsRequest(), types.ListRootsResult, request_read_timeout_seconds=_ROOTS_WAIT_SECONDS
        )
    except (MCPError, ValidationError):
        return []
    return [str(root.uri) for root in found.roots]


def _client(context: Context) -> str:
    """What the client calls itself."""
    params = context.session.client_params
    return params.client_info.name if params else ""


def _surviving(act: Callable[[], Outcome]) -> Outcome:
    """The outcome of a call; a bug keeps its traceback, on standard error, and ends nothing."""
    try:
        return act()
    except Exception as error:  # noqa: BLE001 - the next call may well work
        traceback.print_exc()
        told = shortened(f"{type(error).__name__}: {error}", 200)
        return Outcome(text=f"bug: {told}\nhint: the server's standard error has the traceback; please report it")


def _listed(tool: Tool) -> types.Tool:
    return types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=schema_of(tool.parameters),
        output_schema=document(tool.shape),
        annotations=types.ToolAnnotations(
            title=tool.title,
            read_only_hint=tool.effect is Effect.READS,
            destructive_hint=tool.effect is Effect.RETIRES,
            idempotent_hint=tool.repeatable or tool.effect is Effect.READS,
            open_world_hint=False,
        ),
    )
