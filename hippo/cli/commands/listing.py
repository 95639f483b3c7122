"""hippo list"""

from __future__ import annotations

import click

from hippo.cli.command import command
from hippo.cli.inputs import Moment, since
from hippo.core.encode import clean_tags
from hippo.core.memory import Layer, State
from hippo.services import listing as service
from hippo.services.hit_text import headline, indented

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime, timedelta

    from hippo.cli.app import App

_ORDINARY_LIMIT = 50


@command("list", short_help="List memories, the newest first.")
@click.option("--limit", type=click.IntRange(1), default=_ORDINARY_LIMIT, show_default=True, help="List so many.")
@click.option("--all", "everything", is_flag=True, help="Also what was archived or superseded.")
@click.option("--state", type=click.Choice([state.value for state in State]), help="Only memories in this state.")
@click.option("--layer", type=click.Choice([layer.value for layer in Layer]), help="Only memories of this layer.")
@click.option("--tag", "tags", multiple=True, metavar="TAG", help="Only memories with this tag; may be repeated.")
@click.option("--since", "since_when", type=Moment(), metavar="WHEN", help="Only memories made since a date, or 7d ago.")
@click.pass_obj
def listing(
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
        raise click.UsageError("--all and --state exclude each other")
    store = app.store()
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
