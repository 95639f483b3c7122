"""handoff: what one session leaves for the next."""

from __future__ import annotations

from hippo.core.handoff import Leaving
from hippo.errors import UsageError
from hippo.mcp.parameters import Kind, Parameter
from hippo.mcp.shapes import FLAG, MOMENT, TEXT, listed, maybe, partial, record
from hippo.mcp.tool import Answer, Tool
from hippo.mcp.tools.remember import REDACT
from hippo.services import handoff as service
from hippo.services.buffer import scope_of
from hippo.services.handoff_making import known_leaving

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hippo.mcp.desk import Desk

_SHOW, _SAVE, _RESUME, _LIST = "show", "save", "resume", "list"
_LATEST = "latest"


def handoff(
    desk: Desk,
    action: str,
    summary: str | None,
    task: str | None,
    next_steps: tuple[str, ...],
    artifacts: tuple[str, ...],
    auto: bool,
    handoff_id: str,
    redact: bool,
) -> Answer:
    if action == _SAVE:
        leaving = Leaving(summary=summary or "", task=task or "", next_steps=next_steps, artifacts=artifacts)
        return _save(desk, leaving, auto=auto, redact=redact)
    store = desk.store()
    if action == _LIST:
        return Answer(data={"handoffs": service.list_handoffs(store)})
    if action == _RESUME:
        return Answer(data=service.resume(store, handoff_id, occasion=desk.occasion()))
    if handoff_id == _LATEST and not service.list_handoffs(store):
        return Answer(data={}, notes=("no handoff was left here",))
    return Answer(data=service.show(store, handoff_id))


def _save(desk: Desk, leaving: Leaving, *, auto: bool, redact: bool) -> Answer:
    store = desk.store()
    branch = desk.branch
    if auto:
        scope = scope_of(None, session=desk.session, branch=branch)
        leaving = known_leaving(store, desk.folder, scope=scope, given=leaving)
    elif not leaving.summary:
        raise UsageError("handoff: say in 'summary' how things stand, or let auto=true gather what is known")
    done = service.save(store, leaving, occasion=desk.occasion(), branch=branch, folder=desk.folder, redact=redact)
    return Answer(data=done, notes=done.notes)


_HANDOFF = record(
    id=TEXT,
    at=MOMENT,
    actor=TEXT,
    session=TEXT,
    branch=TEXT,
    leaving=record(summary=TEXT, task=TEXT, next_steps=listed(TEXT), artifacts=listed(TEXT)),
    flag=TEXT,
    resumed_at=maybe(MOMENT),
    resumed_by=TEXT,
)

HANDOFF = Tool(
    name="handoff",
    title="Hand the work over",
    description=(
        "Leave what the next session needs to go on, or take it up. Save when the person stops, when work is left half "
        "done, or before the conversation is compacted: how things stand, the next steps, the files worth a look. It "
        "opens the next context. Resume at the start of a session that goes on with it."
    ),
    parameters=(
        Parameter(
            name="action",
            description="show one, save one, resume one (show it and note who took it up), or list them.",
            choices=(_SHOW, _SAVE, _RESUME, _LIST),
            default=_SHOW,
        ),
        Parameter(name="summary", description="For save: how things stand."),
        Parameter(name="task", description="For save: what it is about; a newer one of the same task covers it."),
        Parameter(name="next_steps", kind=Kind.TEXTS, description="For save: what to do next."),
        Parameter(name="artifacts", kind=Kind.TEXTS, description="For save: paths worth a look."),
        Parameter(name="auto", kind=Kind.FLAG, description="For save: take what is not said from buffer and git."),
        Parameter(name="handoff_id", description="For show and resume: which one.", default=_LATEST),
        REDACT,
    ),
    call=handoff,
    shape=partial(
        handoff=_HANDOFF,
        artifacts=listed(record(path=TEXT, exists=FLAG)),
        handoffs=listed(_HANDOFF),
        notes=listed(TEXT),
    ),
)
