"""recall, outcome, context, status: asking the memory, and telling it what the answer was worth."""

from __future__ import annotations

from hippo.core import waits
from hippo.core.budget import Allowance
from hippo.core.buffer import shown_scopes
from hippo.core.encode import clean_tags
from hippo.core.memory import Confidence, Layer, State
from hippo.core.settings import FRAMINGS
from hippo.errors import UsageError
from hippo.mcp.parameters import Kind, Parameter
from hippo.mcp.shapes import FLAG, MEMORY, MOMENT, NAME, NUMBER, TEXT, WHOLE, listed, maybe, one_of, partial, record
from hippo.mcp.tool import Answer, Effect, Tool
from hippo.services import context as contexts
from hippo.services import outcome as outcomes
from hippo.services import recall as recalls
from hippo.services import status as statuses
from hippo.services.plain import plain
from hippo.store.search import Scope

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime
    from typing import Any

    from hippo.core.memory import Memory
    from hippo.mcp.desk import Desk

_BUDGET = Parameter(name="budget", kind=Kind.WHOLE, description="At most so many tokens of text.")
#: What is told of a memory that was recalled. Clients show the data, not the text beside it, to their model (seen with
#: Claude Code), so it must fit the budget: whole memories cost ten times their text.
_OF_MEMORY = ("id", "layer", "state", "confidence", "tags", "created_at")
#: The rest of a hit, as long as it gets.
_NUMBERS = '{"memory":,"text":,"scope":"global","score":10.123,"strength":0.123,"cut":false,"retrieved":false}'
#: What waits for a person's word is shown to no agent before.
_STATES = (State.LIVE.value, State.ARCHIVED.value, State.SUPERSEDED.value)
_GOOD = "good"
_BAD = "bad"


def recall(
    desk: Desk,
    query: str,
    budget: int | None,
    limit: int | None,
    tags: tuple[str, ...],
    layer: str | None,
    since: str | None,
    state: str,
) -> Answer:
    stores = desk.stores()
    occasion = desk.occasion()
    settings = occasion.settings.recall
    found = recalls.recall(
        stores,
        query,
        occasion=occasion,
        budget_tokens=settings.budget_tokens if budget is None else budget,
        limit=settings.limit if limit is None else limit,
        scope=Scope(
            state=State(state),
            layer=Layer(layer) if layer else None,
            tags=clean_tags(tags),
            since=_since(since, occasion.now),
        ),
        around=_around,
        meaning=desk.meaning,
    )
    data = [_as_shown(hit) for hit in found.hits]
    return Answer(data=data, notes=found.notes, text="".join(hit.lines for hit in found.hits))


def _as_shown(hit: recalls.Hit) -> dict[str, Any]:
    """A hit as `--json` has it, without what only programs want; with as much of its text as is shown."""
    return {
        "memory": {name: getattr(hit.memory, name) for name in _OF_MEMORY} | {"text": hit.text},
        "scope": hit.scope,
        "score": round(hit.score, 3),
        "strength": round(hit.strength, 3),
        "cut": hit.cut,
        "retrieved": hit.retrieved,
        "source_of": hit.source_of,
        "conflicts": hit.conflicts,
    }


def _around(memory: Memory) -> str:
    """What stands around the text of a hit in the data; what stands beside it is counted with the text."""
    import json

    return json.dumps(plain({name: getattr(memory, name) for name in _OF_MEMORY}), ensure_ascii=False) + _NUMBERS


def outcome(desk: Desk, verdict: str, memory_ids: tuple[str, ...]) -> Answer:
    stores = desk.stores()
    judged = outcomes.outcome(stores, good=verdict == _GOOD, memory_ids=memory_ids, occasion=desk.occasion())
    return Answer(data=judged)


def context(
    desk: Desk, query: str, auto: bool, budget: int | None, max_chars: int | None, framing: str | None, refresh: bool
) -> Answer:
    from hippo.adapters.git_state import task_of

    stores = desk.stores()
    occasion = desk.occasion()
    settings = occasion.settings.recall
    shown = contexts.context(
        stores,
        occasion=occasion,
        query=query,
        task=task_of(desk.folder) if auto else "",
        scopes=shown_scopes(desk.session, desk.branch),
        allowance=Allowance(tokens=settings.context_budget_tokens if budget is None else budget, characters=max_chars),
        framing=framing or settings.framing,
        refresh=refresh,
        meaning=desk.meaning,
    )
    data = {"text": shown.text, "framing": shown.framing, "left_out": shown.left_out}
    return Answer(data=data, notes=shown.notes, text=shown.text)


def status(desk: Desk) -> Answer:
    stores = desk.stores()
    return Answer(data={"stores": statuses.status(stores, occasion=desk.occasion(), environ=desk.environ)})


def _since(typed: str | None, now: datetime) -> datetime | None:
    try:
        return waits.since(waits.read_moment(typed), now) if typed else None
    except ValueError as error:
        raise UsageError(f"recall: 'since': {error}") from None


RECALL = Tool(
    name="recall",
    title="Find what is known",
    description=(
        "Search the memory of earlier sessions. Call it before you start a task, before you debug an error (with its "
        "message as the query), before you decide something that may have been decided, and whenever the person "
        "refers to earlier work. The best hits come first and count as used, which keeps them alive. Nothing relevant "
        "gives an empty list. When the work is done, say with outcome whether the hits helped."
    ),
    parameters=(
        Parameter(name="query", description="What to look for: words, a question, an error message.", required=True),
        _BUDGET,
        Parameter(name="limit", kind=Kind.WHOLE, low=1, description="At most so many memories (10)."),
        Parameter(name="tags", kind=Kind.TEXTS, description="Only memories with all of these tags."),
        Parameter(
            name="layer",
            description="episodic: what happened. semantic: what it means. Both unless you say.",
            choices=tuple(each.value for each in Layer),
        ),
        Parameter(name="since", description="Only memories made since a date (2026-11-30) or within a wait (7d)."),
        Parameter(
            name="state",
            description="live; archived: what was forgotten, a hit comes back; superseded: what was replaced.",
            choices=tuple(each.value for each in State if each is not State.WAITING),
            default=State.LIVE.value,
        ),
    ),
    call=recall,
    shape=listed(
        record(
            memory=record(
                id=NAME,
                text=TEXT,
                layer=one_of(Layer),
                state=one_of(State),
                confidence=one_of(Confidence),
                tags=listed(TEXT),
                created_at=MOMENT,
            ),
            scope=NAME,
            score=NUMBER,
            strength=NUMBER,
            cut=FLAG,
            retrieved=FLAG,
            source_of=TEXT,
            conflicts=listed(TEXT),
        )
    ),
)

OUTCOME = Tool(
    name="outcome",
    title="Say whether a recall helped",
    description=(
        "Tell whether what was recalled helped or misled. Call it once at the end of work that began with recall: "
        "what helped lives longer, what misled fades sooner. It judges the last recall of this session, or the "
        "memories you name."
    ),
    parameters=(
        Parameter(name="verdict", description="good: it helped. bad: it misled.", choices=(_GOOD, _BAD), required=True),
        Parameter(name="memory_ids", kind=Kind.TEXTS, description="Judge these instead of the last recall's."),
    ),
    call=outcome,
    shape=listed(record(memory=MEMORY, effective_half_life_days=NUMBER, changed=FLAG)),
    repeatable=True,
)

CONTEXT = Tool(
    name="context",
    title="Read what to know before starting",
    description=(
        "Read the core pages, what the last session left, the working memory and the memories that matter, as one "
        "block. Call it first in a session, unless such a block (<hippo-memory>) was given to you already. Nothing "
        "counts as used; use recall for a question of its own."
    ),
    parameters=(
        Parameter(
            name="query", description="What you are going to do; without it, the strongest memories.", default=""
        ),
        Parameter(name="auto", kind=Kind.FLAG, description="Take the task from git: branch, changed files, commits."),
        _BUDGET,
        Parameter(name="max_chars", kind=Kind.WHOLE, description="At most so many characters of text."),
        Parameter(name="framing", description="Speak of notes, of advice, or of facts.", choices=FRAMINGS),
        Parameter(name="refresh", kind=Kind.FLAG, description="Show the core pages as they are now, from here on."),
    ),
    call=context,
    shape=record(text=TEXT, framing=one_of(FRAMINGS), left_out=WHOLE),
    effect=Effect.READS,
)

STATUS = Tool(
    name="status",
    title="See how the memory is",
    description=(
        "Counts by layer and state, what fades next, the last sleep, the size. Call it when the person asks about the "
        "memory itself, or to see which stores are in use."
    ),
    call=status,
    shape=record(
        stores=listed(
            record(
                scope=TEXT,
                folder=TEXT,
                live=WHOLE,
                counts=listed(record(layer=TEXT, state=TEXT, count=WHOLE)),
                pinned=WHOLE,
                stale=WHOLE,
                fading=listed(record(memory=MEMORY, due_at=MOMENT, strength=NUMBER)),
                last_sleep=maybe(record(at=MOMENT, duration_ms=WHOLE, report=partial())),
                schema=WHOLE,
                database_bytes=WHOLE,
                text_bytes=WHOLE,
                vectors=maybe(partial()),
            )
        )
    ),
    effect=Effect.READS,
)
