"""conflicts and resolve: contradictions, and settling one."""

from __future__ import annotations

from hippo.errors import UsageError
from hippo.mcp.parameters import Kind, Parameter
from hippo.mcp.shapes import MEMORY, MOMENT, TEXT, listed, maybe, record
from hippo.mcp.tool import Answer, Effect, Tool
from hippo.services import conflicts as service

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hippo.mcp.desk import Desk


def conflicts(desk: Desk) -> Answer:
    return Answer(data=service.list_conflicts(desk.stores()))


def resolve(desk: Desk, conflict_id: str, keep: str | None, forget: bool, both: bool) -> Answer:
    if (keep is None) != both or (forget and both):
        raise UsageError(
            "resolve: say either keep, which may take forget, or both", hint="keep names the memory that holds"
        )
    stores = desk.stores()
    settled = service.resolve(stores, conflict_id, keep=keep, forget=forget, occasion=desk.occasion())
    return Answer(data=settled, notes=settled.notes)


CONFLICTS = Tool(
    name="conflicts",
    title="See contradictions",
    description=(
        "List pairs of memories that cannot both hold. Call it when context says that contradictions are open, or when "
        "recalled memories disagree. Settle one with resolve once you have checked which side holds."
    ),
    call=conflicts,
    shape=listed(record(id=TEXT, scope=TEXT, memories=listed(MEMORY), rule=TEXT, reason=TEXT, found_at=MOMENT)),
    effect=Effect.READS,
)

RESOLVE = Tool(
    name="resolve",
    title="Settle a contradiction",
    description=(
        "Say which side of a contradiction holds, or that both do. Call it after you have checked it in the code or "
        "with the person; never by guessing. The other side leaves recall and can be restored."
    ),
    parameters=(
        Parameter(name="conflict_id", description="The contradiction, such as con_0123456789ab.", required=True),
        Parameter(name="keep", description="The id of the memory that holds; the other one is superseded."),
        Parameter(name="forget", kind=Kind.FLAG, description="With keep: archive the other one instead."),
        Parameter(name="both", kind=Kind.FLAG, description="Both hold: it is no contradiction."),
    ),
    call=resolve,
    shape=record(id=TEXT, kept=maybe(MEMORY), lost=maybe(MEMORY), notes=listed(TEXT)),
    effect=Effect.RETIRES,
)
