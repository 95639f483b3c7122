"""buffer: the working memory.

It cannot be cleared from here: what is in it is nowhere else, and it makes room by itself.
"""

from __future__ import annotations

from hippo.core.buffer import Kind as Subject
from hippo.errors import UsageError
from hippo.mcp.parameters import Kind, Parameter
from hippo.mcp.shapes import FLAG, MEMORY, MOMENT, NUMBER, TEXT, WHOLE, listed, one_of, partial, record
from hippo.mcp.tool import Answer, Tool
from hippo.mcp.tools.remember import REDACT
from hippo.services import buffer as service

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hippo.mcp.desk import Desk

_SHOW, _PUSH, _PROMOTE = "show", "push", "promote"


def buffer(
    desk: Desk,
    action: str,
    text: str | None,
    kind: str,
    importance: float | None,
    entry_id: str | None,
    scope: str | None,
    redact: bool,
) -> Answer:
    store = desk.store()
    occasion = desk.occasion()
    where = service.scope_of(scope, session=desk.session, branch=desk.branch)
    if action == _SHOW:
        return Answer(data=service.show(store, scope=where, occasion=occasion))
    if action == _PROMOTE:
        promoted = service.promote(store, _needed(entry_id, "entry_id", action), occasion=occasion)
        return Answer(data=promoted, notes=promoted.notes)
    pushed = service.push(
        store,
        _needed(text, "text", action),
        scope=where,
        occasion=occasion,
        kind=Subject(kind),
        importance=importance,
        redact=redact,
    )
    return Answer(data=pushed, notes=pushed.notes)


def _needed(content: str | None, name: str, action: str) -> str:
    if content is None:
        raise UsageError(f"buffer: {action} needs {name!r}")
    return content


_ENTRY = record(
    id=TEXT,
    scope=TEXT,
    kind=one_of(Subject),
    text=TEXT,
    importance=NUMBER,
    pushed_at=MOMENT,
    turn=WHOLE,
    flag=TEXT,
)

BUFFER = Tool(
    name="buffer",
    title="Keep a thought at hand",
    description=(
        "The working memory of this session or branch: a few notes that do not fade and stand in every context. Push "
        "what you must not lose before a long detour or a compaction (kind=task: what you are doing); promote an entry "
        "that proved worth keeping to a memory. A near copy refreshes its twin; the least important makes room."
    ),
    parameters=(
        Parameter(
            name="action",
            description="show the entries, push a text, or promote an entry to a memory.",
            choices=(_SHOW, _PUSH, _PROMOTE),
            default=_SHOW,
        ),
        Parameter(name="text", description="For push: the thought."),
        Parameter(
            name="kind",
            description="For push: what it is about.",
            choices=tuple(each.value for each in Subject),
            default=Subject.NOTE.value,
        ),
        Parameter(name="importance", kind=Kind.SHARE, description="For push: instead of what kind and facts give."),
        Parameter(name="entry_id", description="For promote: the entry, such as buf_0123456789ab."),
        Parameter(name="scope", description="The scope, instead of this session's or branch's."),
        REDACT,
    ),
    call=buffer,
    shape=partial(
        scope=TEXT,
        entries=listed(_ENTRY),
        room=WHOLE,
        entry=_ENTRY,
        kept=FLAG,
        refreshed=FLAG,
        evicted=listed(_ENTRY),
        memory=MEMORY,
        notes=listed(TEXT),
    ),
)
