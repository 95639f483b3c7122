"""core: the two pages that are always in context."""

from __future__ import annotations

from hippo.core.page_edits import Operation, Verb
from hippo.core.pages import Page
from hippo.errors import UsageError
from hippo.mcp.parameters import Kind, Parameter
from hippo.mcp.shapes import MOMENT, TEXT, WHOLE, listed, one_of, partial, record
from hippo.mcp.tool import Answer, Effect, Tool
from hippo.mcp.tools.remember import REDACT, SCOPE
from hippo.services import core_pages as service

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hippo.mcp.desk import Desk

_SHOW = "show"
_NEEDED = {Verb.ADD: ("text",), Verb.REPLACE: ("match", "text"), Verb.REMOVE: ("match",)}


def core(
    desk: Desk,
    action: str,
    page: str | None,
    text: str | None,
    match: str | None,
    part: str | None,
    scope: str,
    demote: bool,
    redact: bool,
) -> Answer:
    desk.turn_to(scope)
    if action == _SHOW:
        stores = desk.stores()
        pages, notes = service.show(stores, occasion=desk.occasion())
        return Answer(data={"pages": pages}, notes=notes)
    verb = Verb(action)
    given = {"text": text, "match": match}
    missing = [name for name in _NEEDED[verb] if given[name] is None]
    if missing:
        raise UsageError(f"core: {verb} needs {' and '.join(map(repr, missing))}")
    operation = Operation(verb=verb, text=text or "", match=match or "", part=part, page=Page(page) if page else None)
    store = desk.store()
    done = service.change(store, [operation], occasion=desk.occasion(), demote=demote, redact=redact)
    return Answer(data=done, notes=done.notes)


_ENTRY = record(
    id=TEXT,
    page=one_of(Page),
    text=TEXT,
    flag=TEXT,
    uses=WHOLE,
    created_at=MOMENT,
    last_used_at=MOMENT,
)

CORE = Tool(
    name="core",
    title="Keep the core pages",
    description=(
        "The two short pages that stand in every context: memory (what every session must know about this project) and "
        "user (how the person wants to work). Change them only for what matters nearly always, such as a standing "
        "order of the person; everything else belongs into remember. A page that is full says what could go."
    ),
    parameters=(
        Parameter(
            name="action",
            description="show the pages, or add, replace, remove an entry.",
            choices=(_SHOW, *(each.value for each in Verb)),
            default=_SHOW,
        ),
        Parameter(
            name="page",
            description="The page; memory unless you say, for replace and remove either.",
            choices=tuple(each.value for each in Page),
        ),
        Parameter(name="text", description="For add and replace: the new text, as a fact, in a line or two."),
        Parameter(name="match", description="For replace and remove: an id, or words that one entry alone has."),
        Parameter(name="part", description="For replace: change only these words of the entry."),
        SCOPE,
        Parameter(name="demote", kind=Kind.FLAG, description="Make room: move what is least used out of the page."),
        REDACT,
    ),
    call=core,
    shape=partial(
        pages=listed(record(page=one_of(Page), scope=TEXT, file=TEXT, used=WHOLE, limit=WHOLE, entries=listed(_ENTRY))),
        changes=listed(record(what=TEXT, entry=_ENTRY, before=TEXT)),
        notes=listed(TEXT),
    ),
    effect=Effect.RETIRES,
)
