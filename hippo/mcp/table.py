"""All tools, in the order in which a session needs them.

What a person alone decides is none of them: to approve a proposal, to erase for good, to change settings, to sleep.
"""

from __future__ import annotations

from hippo.mcp.tools.buffer import BUFFER
from hippo.mcp.tools.conflicts import CONFLICTS, RESOLVE
from hippo.mcp.tools.core import CORE
from hippo.mcp.tools.handoff import HANDOFF
from hippo.mcp.tools.learn import LEARN
from hippo.mcp.tools.recall import CONTEXT, OUTCOME, RECALL, STATUS
from hippo.mcp.tools.remember import FORGET, REMEMBER, SUPERSEDE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from hippo.mcp.tool import Tool

TOOLS: Mapping[str, Tool] = {
    tool.name: tool
    for tool in (
        CONTEXT,
        RECALL,
        REMEMBER,
        OUTCOME,
        SUPERSEDE,
        FORGET,
        CONFLICTS,
        RESOLVE,
        BUFFER,
        HANDOFF,
        CORE,
        LEARN,
        STATUS,
    )
}
