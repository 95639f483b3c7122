"""Supersede: let a new text take the place of an old memory; decide: store a decision, with its reason."""

from __future__ import annotations

from hippo.core.encode import DECISION_TAG, encode
from hippo.core.memory import Memory, State
from hippo.core.value import replace, value
from hippo.errors import Refused
from hippo.services.door import admit
from hippo.services.keeping import Keeping, keep, refuse_waiting
from hippo.services.lookup import look_up
from hippo.services.writing import writing
from hippo.store.links import LinkKind
from hippo.store.mirrors import write_mirrors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from hippo.core.memory import Draft
    from hippo.services.occasion import Occasion
    from hippo.store.rows import Stored
    from hippo.store.store import Store


@value
class Superseded:
    """The memory that holds now, and the one it replaced, if it replaced one."""

    memory: Memory
    old: Memory | None
    scope: str
    notes: tuple[str, ...] = ()


def retire_replaced(store: Store, new_id: str, occasion: Occasion) -> list[int]:
    """Let a memory that was approved take the place of those it is to replace; the rows that were written."""
    replaced = [store.memories.known(each) for each in store.links.from_memory(new_id).get(LinkKind.SUPERSEDES, ())]
    live = [each.number for each in replaced if each is not None and each.memory.state is State.LIVE]
    for number in live:
        _retire(store, number, new_id, occasion)
    return live


def supersede(
    stores: Sequence[Store], old_id: str, text: str, *, occasion: Occasion, redact: bool = False
) -> Superseded:
    """Store a text that replaces a memory; tags and pin go over to it.

    Raises what `remember` raises for the text, MemoryNotFound, AmbiguousId, and Refused where a memory would replace
    itself.
    """
    store, old = look_up(stores, old_id)
    admitted = admit(text, mask=redact, settings=occasion.settings.memory)
    draft = encode(
        admitted.text,
        tags=old.memory.tags,
        pinned=old.memory.pinned,
        flag=admitted.flag,
        settings=occasion.settings.memory,
    )
    return _replace(store, draft, old, occasion, admitted.notes)


def decide(
    stores: Sequence[Store],
    text: str,
    *,
    occasion: Occasion,
    context: str = "",
    supersedes: str | None = None,
    redact: bool = False,
) -> Superseded:
    """Store a decision, which lives for a season, with the reason below it; it may replace an earlier memory.

    Raises what `supersede` raises.
    """
    store, old = (stores[0], None) if supersedes is None else look_up(stores, supersedes)
    whole = f"{text}\n\nWhy: {context}" if context else text
    admitted = admit(whole, mask=redact, settings=occasion.settings.memory)
    tags = (DECISION_TAG, *(old.memory.tags if old else ()))
    draft = encode(admitted.text, tags=tags, flag=admitted.flag, settings=occasion.settings.memory)
    return _replace(store, draft, old, occasion, admitted.notes)


def _replace(store: Store, draft: Draft, old: Stored | None, occasion: Occasion, notes: tuple[str, ...]) -> Superseded:
    with writing(store, occasion):
        if old:
            refuse_waiting(old.memory)
        kept = keep(store, draft, occasion)
        waits = kept.keeping is Keeping.WAITING
        if old and waits:
            store.links.add(kept.memory.id, LinkKind.SUPERSEDES, old.memory.id, now=occasion.now)
            notes = (*notes, f"{old.memory.id} holds until {kept.memory.id} is approved")
        gone = _retire(store, old.number, kept.memory.id, occasion) if old and not waits else None
    numbers = [kept.number, *([old.number] if old else [])]
    troubles = write_mirrors(store, numbers)
    return Superseded(memory=kept.memory, old=gone, scope=store.scope, notes=(*notes, *map(str, troubles)))


def _retire(store: Store, number: int, new_id: str, occasion: Occasion) -> Memory:
    old = store.memories.get(number)
    if old.id == new_id:
        raise Refused(f"{new_id} has this text already", hint="a memory cannot replace itself")
    after = replace(old, state=State.SUPERSEDED, updated_at=occasion.now)
    store.memories.change(number, after)
    store.links.add(new_id, LinkKind.SUPERSEDES, old.id, now=occasion.now)
    was = {"state": old.state, "by": new_id}
    store.events.add(old.id, "superseded", now=occasion.now, actor=occasion.actor, before=was)
    return after
