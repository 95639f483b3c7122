"""hippo status"""

from __future__ import annotations

from hippo.cli.declare import Command
from hippo.core.humane import ago, bar, counted, size
from hippo.services import status as service
from hippo.services.opening import addressed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from hippo.cli.app import App

_TEXT_WIDTH = 48


def status(app: App) -> None:
    """Show what the store holds and what fades next.

    Counts by layer and state, the memories that will be archived first, the last sleep, and sizes.
    """
    stores = app.stores()
    occasion = app.occasion()
    found = service.status(stores, occasion=occasion, environ=app.environ)
    app.output.show({"stores": found}, lines(found, occasion.now))


def lines(found: tuple[service.StoreStatus, ...], now: datetime) -> Iterator[str]:
    for number, each in enumerate(found):
        if number:
            yield ""
        yield from _store_lines(each, now)


def _store_lines(each: service.StoreStatus, now: datetime) -> Iterator[str]:
    yield f"{each.scope} store  {each.folder}"
    yield f"  {'live memories':<14}{each.live:>7,}   {each.pinned:,} pinned, {each.stale:,} stale"
    for count in each.counts:
        yield f"    {count.layer + ' ' + count.state:<21}{count.count:>7,}"
    if each.last_sleep is None:
        yield "  last sleep    never; `hippo sleep --dry-run` shows what it would do"
    else:
        archived = len(each.last_sleep.report.get("archived", []))
        yield f"  last sleep    {ago(each.last_sleep.at, now)}, {counted(archived, 'memory')} archived"
    yield f"  size          {size(each.database_bytes)}, of it {size(each.text_bytes)} text; schema {each.schema}"
    if each.vectors is not None:
        behind, command = each.vectors.pending + each.vectors.stale, addressed("hippo embed", each.vectors.scope)
        left = f"; {behind:,} wait for `{command}`" if behind else ""
        if each.vectors.to_rebuild:
            left += f"; a rebuild has {each.vectors.to_rebuild:,} to go: `{command}`"
        yield f"  vectors       {each.vectors.current:,} of {counted(each.vectors.live, 'live memory')}{left}"
    if each.fading:
        yield "  fades next"
    for fading in each.fading:
        text = " ".join(fading.memory.text.split())
        shown = text if len(text) <= _TEXT_WIDTH else text[: _TEXT_WIDTH - 1] + "…"
        yield f"    {fading.memory.id}  {bar(fading.strength)}  {ago(fading.due_at, now)}  {shown}"


COMMAND = Command(handler=status)
