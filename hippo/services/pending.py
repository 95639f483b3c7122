"""What waits for a word: memories that are proposed for a core page; approving and turning them down."""

from __future__ import annotations

from functools import partial

from hippo.core.memory import State
from hippo.core.page_edits import Operation, Verb
from hippo.core.value import replace, value
from hippo.errors import NotFound
from hippo.services.core_pages import Changed, changing
from hippo.services.lookup import look_up
from hippo.services.writing import writing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from hippo.core.memory import Memory
    from hippo.core.pages import Page
    from hippo.services.occasion import Occasion
    from hippo.store.rows import Stored
    from hippo.store.store import Store


@value
class Proposal:
    """A memory that helped on so many days, in so many sessions, and is not on a core page yet."""

    memory: Memory
    scope: str
    days: int
    sessions: int


class NotPending(NotFound):
    """A memory is not proposed for anything."""

    code = "not-pending"

    def __init__(self, memory_id: str) -> None:
        super().__init__(f"{memory_id} is not proposed for a core page", hint="`hippo pending` lists what is")


def pending(stores: Sequence[Store]) -> tuple[Proposal, ...]:
    """The proposals of all stores."""
    return tuple(
        Proposal(memory=each.stored.memory, scope=store.scope, days=each.days, sessions=each.sessions)
        for store in stores
        for each in store.promotions.listed()
    )


def approve(store: Store, names: Sequence[str], *, page: Page, occasion: Occasion, demote: bool = False) -> Changed:
    """Move memories to a core page, all or none: their ids stay, and what was a memory is archived.

    Raises NotPending, MemoryNotFound, AmbiguousId, and PageFull.
    """
    with changing(store, occasion, demote=demote) as work:
        for found in _proposed(store, names):
            operation = Operation(verb=Verb.ADD, text=found.memory.text, page=page)
            work.carry_out([operation], new_id=partial(str, found.memory.id))
            work.numbers.append(_archive(store, found, page, occasion))
    return work.done()


def reject(store: Store, names: Sequence[str], *, occasion: Occasion) -> tuple[Memory, ...]:
    """Never propose these memories again; they stay what they are. Raises what `approve` raises for a name."""
    with writing(store, occasion):
        found = _proposed(store, names)
        for each in found:
            store.promotions.turn_down(each.number, now=occasion.now)
            store.events.add(each.memory.id, "turned down for a core page", now=occasion.now, actor=occasion.actor)
    return tuple(each.memory for each in found)


def _proposed(store: Store, names: Sequence[str]) -> list[Stored]:
    """The memories that are meant, each once; all of them must be proposed."""
    proposed = {each.stored.number for each in store.promotions.listed()}
    found = {each.number: each for each in (look_up([store], name)[1] for name in names)}
    for number, each in found.items():
        if number not in proposed:
            raise NotPending(each.memory.id)
    return list(found.values())


def _archive(store: Store, found: Stored, page: Page, occasion: Occasion) -> int:
    gone = replace(
        found.memory,
        state=State.ARCHIVED,
        archived_at=occasion.now,
        archived_reason=f"moved to the core page {page}",
        updated_at=occasion.now,
    )
    store.memories.change(found.number, gone)
    kind, was = f"moved to the core page {page}", {"state": found.memory.state}
    store.events.add(found.memory.id, kind, now=occasion.now, actor=occasion.actor, before=was)
    return found.number
