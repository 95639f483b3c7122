"""hippo recall"""

from __future__ import annotations

from hippo.cli.declare import Command, Words, choice, flag, number, repeated
from hippo.cli.inputs import joined, moment
from hippo.core.encode import clean_tags
from hippo.core.humane import counted
from hippo.core.memory import Layer, State
from hippo.core.waits import since
from hippo.errors import UsageError
from hippo.services import recall as service
from hippo.store.search import Scope

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime, timedelta

    from hippo.cli.app import App


def recall(
    app: App,
    query: tuple[str, ...],
    budget: int | None,
    limit: int | None,
    why: bool,
    tags: tuple[str, ...],
    layer: str | None,
    since_when: datetime | timedelta | None,
    archived: bool,
    superseded: bool,
    lexical: bool,
) -> None:
    """Find memories and use them, which makes them stronger.

    QUERY is plain text, whatever characters it holds; - reads it from standard input. The best hits come first and
    count as used: each lives two days longer. Looking without using is `hippo context` or `hippo list`.
    """
    text = joined(query)
    stores = app.stores()
    occasion = app.occasion()
    scope = Scope(
        state=_state(archived, superseded),
        layer=Layer(layer) if layer else None,
        tags=clean_tags(tags),
        since=since(since_when, occasion.now),
    )
    settings = occasion.settings.recall
    limit_tokens = settings.budget_tokens if budget is None else budget
    recalled = service.recall(
        stores,
        text,
        occasion=occasion,
        budget_tokens=limit_tokens,
        limit=settings.limit if limit is None else limit,
        scope=scope,
        why=why,
        meaning=None if lexical else app.meaning,
    )
    app.output.show(
        [service.as_data(hit, why=why) for hit in recalled.hits],
        (hit.lines.removesuffix("\n") for hit in recalled.hits),
        notes=[*recalled.notes, *_nothing(recalled, limit_tokens, app.output.is_terminal())],
    )


def _nothing(recalled: service.Recalled, budget_tokens: int, is_seen: bool) -> list[str]:
    """What to say where nothing is printed."""
    if recalled.hits or not budget_tokens:
        return []
    if recalled.matches:
        return [f"{counted(recalled.matches, 'memory')} found, but none fits into {budget_tokens} tokens"]
    return ["nothing relevant is stored"] if is_seen else []


def _state(archived: bool, superseded: bool) -> State:
    if archived and superseded:
        raise UsageError("--archived and --superseded exclude each other")
    return State.ARCHIVED if archived else State.SUPERSEDED if superseded else State.LIVE


COMMAND = Command(
    handler=recall,
    words=(Words(name="query"),),
    options=(
        number("--budget", "budget", "Print at most so many tokens (4000).", low=0, metavar="TOKENS"),
        number("--limit", "limit", "Return at most so many memories (10).", low=1),
        flag("--why", "why", "Explain every score: relevance, strength, recency, confidence."),
        repeated("--tag", "tags", "Only memories with this tag; may be repeated.", "TAG"),
        choice("--layer", "layer", "Only memories of this layer.", tuple(Layer)),
        moment("--since", "since_when", "Only memories made since a date, or within a wait such as 7d."),
        flag("--archived", "archived", "Search what was forgotten; what is used comes back."),
        flag("--superseded", "superseded", "Search what was replaced by something newer."),
        flag("--lexical", "lexical", "Go by words alone, also where memories have vectors."),
    ),
)
