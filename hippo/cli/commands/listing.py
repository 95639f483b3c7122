"""hippo list"""

from __future__ import annotations

from hippo.cli.declare import Command, choice, flag, number, repeated
from hippo.cli.inputs import moment
from hippo.core.encode import clean_tags
from hippo.core.memory import Layer, State
from hippo.core.waits import since
from hippo.errors import UsageError
from hippo.services import listing as service
from hippo.services.hit_text import headline, indented

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime, timedelta

    from hippo.cli.app import App

_ORDINARY_LIMIT = 50


def list_memories(
    app: App,
    limit: int,
    everything: bool,
    state: str | None,
    layer: str | None,
    tags: tuple[str, ...],
    since_when: datetime | timedelta | None,
) -> None:
    """List memories, the newest first.

    The project's live memories, or with --global yours. Listing strengthens nothing.
    """
    if everything and state:
        raise UsageError("--all and --state exclude each other")
    store = app.existing_store()
    now = app.occasion().now
    listed = service.list_memories(
        store,
        now=now,
        states=tuple(State) if everything else (State(state or "live"),),
        layer=Layer(layer) if layer else None,
        tags=clean_tags(tags),
        since=since(since_when, now),
        limit=limit,
    )
    app.output.show(listed.memories, lines(listed, now), notes=_more(listed))


def lines(listed: service.Listing, now: datetime) -> Iterator[str]:
    for each in listed.memories:
        yield headline(each.memory, strength=each.strength, now=now, scope=each.scope)
        yield indented(each.memory.text)


def _more(listed: service.Listing) -> list[str]:
    left = listed.total - len(listed.memories)
    return [f"{left:,} more; --limit {listed.total} lists them all"] if left > 0 else []


COMMAND = Command(
    handler=list_memories,
    options=(
        number("--limit", "limit", f"List so many ({_ORDINARY_LIMIT}).", low=1, default=_ORDINARY_LIMIT),
        flag("--all", "everything", "Also what was archived or superseded."),
        choice("--state", "state", "Only memories in this state.", tuple(State)),
        choice("--layer", "layer", "Only memories of this layer.", tuple(Layer)),
        repeated("--tag", "tags", "Only memories with this tag; may be repeated.", "TAG"),
        moment("--since", "since_when", "Only memories made since a date, or within a wait such as 7d."),
    ),
)
