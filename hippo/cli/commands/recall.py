"""hippo recall"""

from __future__ import annotations

import click

from hippo.cli.command import command
from hippo.cli.inputs import Moment, joined, since
from hippo.core.encode import clean_tags
from hippo.core.memory import Layer
from hippo.services import recall as service
from hippo.store.search import Scope

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime, timedelta

    from hippo.cli.app import App


@command(short_help="Find memories and use them, which makes them stronger.")
@click.argument("query", nargs=-1, required=True)
@click.option("--budget", type=click.IntRange(0), metavar="TOKENS", help="Print at most so many tokens (4000).")
@click.option("--limit", type=click.IntRange(1), metavar="N", help="Return at most so many memories (10).")
@click.option("--why", is_flag=True, help="Explain every score: relevance, strength, recency, confidence.")
@click.option("--tag", "tags", multiple=True, metavar="TAG", help="Only memories with this tag; may be repeated.")
@click.option("--layer", type=click.Choice([layer.value for layer in Layer]), help="Only memories of this layer.")
@click.option("--since", "since_when", type=Moment(), metavar="WHEN", help="Only memories made since a date, or 7d ago.")
@click.option("--archived", is_flag=True, help="Search what was forgotten; what is used comes back.")
@click.pass_obj
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
) -> None:
    """Find memories and use them, which makes them stronger.

    QUERY is plain text, whatever characters it holds; - reads it from standard input. The best hits come first and
    count as used: each lives two days longer. Looking without using is `hippo context` or `hippo list`.
    """
    text = joined(query)
    stores = app.stores()
    occasion = app.occasion()
    scope = Scope(
        live=not archived,
        layer=Layer(layer) if layer else None,
        tags=clean_tags(tags),
        since=since(since_when, occasion.now),
    )
    settings = occasion.settings.recall
    recalled = service.recall(
        stores,
        text,
        occasion=occasion,
        budget_tokens=settings.budget_tokens if budget is None else budget,
        limit=settings.limit if limit is None else limit,
        scope=scope,
        why=why,
    )
    app.output.show(
        [service.as_data(hit, why=why) for hit in recalled.hits],
        (hit.lines.removesuffix("\n") for hit in recalled.hits),
        notes=recalled.notes,
    )
