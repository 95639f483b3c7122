"""What a context tells of the thread of work: the handoff, the working memory, and what waits for a word."""

from __future__ import annotations

from datetime import timedelta

from hippo.core.handoff import current
from hippo.core.humane import ago
from hippo.services.context_block import Item, Part

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from hippo.core.handoff import Handoff
    from hippo.services.occasion import Occasion
    from hippo.store.store import Store

#: Handoffs looked at (chosen: nobody has more threads open).
_MOST_HANDOFFS = 20


def handoff_part(store: Store, occasion: Occasion) -> Part:
    """What other sessions left: the newest of each thread, how it stands first, then its steps and files."""
    shown_days = occasion.settings.handoff.shown_days
    since = occasion.now - timedelta(days=shown_days)
    left = store.handoffs.since(since, limit=_MOST_HANDOFFS)
    threads = current(left, now=occasion.now, shown_days=shown_days)
    items = [item for each in threads for item in _items(store, each, occasion.now)]
    return Part(name="handoff line", heading="Left to go on with (`hippo handoff resume`):", items=tuple(items))


def buffer_part(store: Store, scopes: Sequence[str]) -> Part:
    """The working memory of some scopes, the oldest entry first, the most important ones kept if there is no room."""
    entries = [each for scope in dict.fromkeys(scopes) for each in store.buffers.of(scope) if not each.flag]
    entries.sort(key=lambda each: (each.pushed_at, each.turn))
    places = range(len(entries))
    order = sorted(places, key=lambda place: (-entries[place].importance, -place))
    items = tuple(Item(text=each.text, facts="" if each.kind == "note" else each.kind) for each in entries)
    return Part(name="buffer entry", heading="Working memory:", items=items, order=tuple(order))


def waiting_part(stores: Sequence[Store]) -> Part:
    """What waits for a person: open contradictions, memories not let in yet, and those proposed for a core page."""
    conflicts = sum(store.conflicts.open_count() for store in stores)
    proposals = sum(store.promotions.count() for store in stores)
    items = []
    if conflicts:
        is_open = "contradiction is open" if conflicts == 1 else "contradictions are open"
        items.append(Item(text=f"{conflicts:,} {is_open}: `hippo conflicts`"))
    waiting = sum(store.memories.waiting_count() for store in stores)
    if waiting:
        they_wait = "memory waits" if waiting == 1 else "memories wait"
        items.append(Item(text=f"{waiting:,} {they_wait} for a person's word: `hippo pending`"))
    if proposals:
        is_proposed = "memory is proposed" if proposals == 1 else "memories are proposed"
        items.append(Item(text=f"{proposals:,} {is_proposed} for a core page: `hippo pending`"))
    return Part(name="waiting item", heading="Waiting:", items=tuple(items))


def _items(store: Store, handoff: Handoff, now: datetime) -> Iterator[Item]:
    from hippo.services.handoff import shown

    leaving = handoff.leaving
    facts = [handoff.id, f"from {handoff.actor}", ago(handoff.at, now)]
    facts += [f"on {handoff.branch}"] * bool(handoff.branch)
    facts += [f"taken up by {handoff.resumed_by}"] * bool(handoff.resumed_by)
    task = f"{leaving.task}: " if leaving.task else ""
    yield Item(text=task + leaving.summary, facts=", ".join(facts))
    for step in leaving.next_steps:
        yield Item(text=f"next: {step}")
    for each in shown(store, handoff).artifacts:
        yield Item(text=f"file: {each.path}", facts="" if each.exists else "it is not there")
