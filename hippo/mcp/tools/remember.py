"""remember, supersede, forget: what is stored, replaced, put away."""

from __future__ import annotations

from hippo.core.memory import Confidence
from hippo.mcp.parameters import Kind, Parameter
from hippo.mcp.shapes import FLAG, MEMORY, MOMENT, NAME, TEXT, listed, maybe, one_of, record
from hippo.mcp.tool import Answer, Effect, Tool
from hippo.services import forget as forgetting
from hippo.services import remember as remembering
from hippo.services import supersede as superseding
from hippo.services.keeping import Keeping
from hippo.services.opening import GLOBAL, LOCAL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hippo.mcp.desk import Desk

REDACT = Parameter(name="redact", kind=Kind.FLAG, description="Mask secrets in the text instead of refusing it.")
SCOPE = Parameter(
    name="scope",
    description="local: this project's memory. global: the person's own, for what holds in every project.",
    choices=(LOCAL, GLOBAL),
    default=LOCAL,
)


def remember(
    desk: Desk,
    text: str,
    tags: tuple[str, ...],
    error: bool,
    pin: bool,
    confidence: str,
    scope: str,
    redact: bool,
) -> Answer:
    desk.turn_to(scope)
    store = desk.store()
    done = remembering.remember(
        store,
        text,
        occasion=desk.occasion(),
        tags=tags,
        error=error,
        pinned=pin,
        confidence=Confidence(confidence),
        redact=redact,
    )
    waits = ("it waits until a person approves it",) if done.keeping is Keeping.WAITING else ()
    return Answer(data=done, notes=(*done.notes, *waits))


def supersede(desk: Desk, memory_id: str, text: str, redact: bool) -> Answer:
    stores = desk.stores()
    done = superseding.supersede(stores, memory_id, text, occasion=desk.occasion(), redact=redact)
    return Answer(data=done, notes=done.notes)


def forget(desk: Desk, memory_ids: tuple[str, ...], dry_run: bool) -> Answer:
    stores = desk.stores()
    done = forgetting.forget(stores, memory_ids, occasion=desk.occasion(), dry_run=dry_run)
    return Answer(data=done, notes=done.notes)


REMEMBER = Tool(
    name="remember",
    title="Remember one thing",
    description=(
        "Store one fact or lesson for later sessions. Call it when something was learnt that the code does not say: "
        "why an error happened and what cured it (error=true), a decision and its reason, a convention, a correction "
        "or a wish of the person, a fact about the environment. One fact per call, in a sentence that is understood "
        "without this conversation. Not for secrets, nor for what can be read in the repository. The same text again "
        "strengthens the memory that has it. If the answer names rivals, ask which one holds and use supersede."
    ),
    parameters=(
        Parameter(name="text", description="The fact or lesson, in one or a few sentences.", required=True),
        Parameter(name="tags", kind=Kind.TEXTS, description="Words to find it by, such as a component's name."),
        Parameter(name="error", kind=Kind.FLAG, description="It is the lesson of an error: kept twice as long."),
        Parameter(name="pin", kind=Kind.FLAG, description="Never let it fade. Only where the person asks for it."),
        Parameter(
            name="confidence",
            description="verified: checked. observed: seen. inferred: concluded from something else.",
            choices=(Confidence.VERIFIED.value, Confidence.OBSERVED.value, Confidence.INFERRED.value),
            default=Confidence.OBSERVED.value,
        ),
        SCOPE,
        REDACT,
    ),
    call=remember,
    shape=record(
        memory=MEMORY,
        keeping=one_of(Keeping),
        fades_at=maybe(MOMENT),
        scope=TEXT,
        rivals=listed(record(memory_id=NAME, text=NAME, relation=NAME, reason=TEXT)),
        notes=listed(TEXT),
    ),
)

SUPERSEDE = Tool(
    name="supersede",
    title="Replace a memory",
    description=(
        "Replace a memory that no longer holds by what holds now. Call it when a recalled memory turns out to be out "
        "of date: better than a second memory that contradicts it. The old one leaves recall and can be restored."
    ),
    parameters=(
        Parameter(name="memory_id", description="The memory that no longer holds.", required=True),
        Parameter(name="text", description="What holds now.", required=True),
        REDACT,
    ),
    call=supersede,
    shape=record(memory=MEMORY, old=maybe(MEMORY), scope=TEXT, notes=listed(TEXT)),
    effect=Effect.RETIRES,
)

FORGET = Tool(
    name="forget",
    title="Put memories away",
    description=(
        "Archive memories that are wrong or useless and that nothing replaces (else use supersede). Call it when the "
        "person says to forget something. They leave recall and context; a person can restore or erase them."
    ),
    parameters=(
        Parameter(name="memory_ids", kind=Kind.TEXTS, description="The ids, such as mem_0123456789ab.", required=True),
        Parameter(name="dry_run", kind=Kind.FLAG, description="Say what would go, and do nothing."),
    ),
    call=forget,
    shape=record(memories=listed(MEMORY), purged=FLAG, dry_run=FLAG, in_backups=listed(TEXT), notes=listed(TEXT)),
    effect=Effect.RETIRES,
    repeatable=True,
)
