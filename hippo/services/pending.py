"""What waits for a person's word: memories that were not let in yet, that are flagged, or proposed for a core page.

Approving lets a memory in as it is, takes its flag away, or moves it to the core page. Turning down erases what waits
to the last byte, archives what is flagged, and keeps a memory from being proposed again.
"""

from __future__ import annotations

from enum import StrEnum
from functools import partial

from hippo.core.memory import State
from hippo.core.page_edits import Operation, Verb
from hippo.core.value import replace, value
from hippo.core.waiting import why
from hippo.errors import NotFound
from hippo.services.core_pages import Work, changing
from hippo.services.forget import forget
from hippo.services.keeping import approved, refuse_twin
from hippo.services.lookup import look_up
from hippo.services.supersede import retire_replaced
from hippo.services.writing import writing
from hippo.store.mirrors import write_mirrors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hippo.core.memory import Memory
    from hippo.core.page_edits import Change
    from hippo.core.pages import Page
    from hippo.services.core_pages import ShownPage
    from hippo.services.occasion import Occasion
    from hippo.store.rows import Stored
    from hippo.store.store import Store


class Kind(StrEnum):
    """For what a memory needs a word."""

    WAITING = "waiting"
    FLAGGED = "flagged"
    CORE_PAGE = "core page"


@value
class Pending:
    """A memory that needs a word, for what and why.

    One that is proposed for a core page helped on so many days, in so many sessions.
    """

    memory: Memory
    kind: Kind
    why: str
    scope: str
    days: int = 0
    sessions: int = 0


@value
class Approved:
    """The memories that were let in, and what became of the core pages."""

    memories: tuple[Memory, ...]
    changes: tuple[Change, ...]
    pages: tuple[ShownPage, ...]
    notes: tuple[str, ...] = ()


@value
class Rejected:
    """A memory that was turned down, as it was, and for what it had been pending."""

    memory: Memory
    kind: Kind


class NotPending(NotFound):
    """A memory needs no word."""

    code = "not-pending"

    def __init__(self, memory_id: str) -> None:
        super().__init__(f"{memory_id} waits for nothing", hint="`hippo pending` lists what does")


def pending(stores: Sequence[Store]) -> tuple[Pending, ...]:
    """What waits in all stores: first what was not let in, then what is flagged, then the proposals."""
    found = [each for store in stores for each in _pending(store)]
    return tuple(sorted(found, key=lambda each: list(Kind).index(each.kind)))


def approve(store: Store, names: Sequence[str], *, page: Page, occasion: Occasion, demote: bool = False) -> Approved:
    """Let memories in, or move the proposed ones to a core page, all or none: their ids stay.

    Raises NotPending, MemoryNotFound, AmbiguousId, PageFull, and Refused when a live memory has the text of one.
    """
    let_in: list[Memory] = []
    with changing(store, occasion, demote=demote) as work:
        for kind, found in _named(store, names):
            if kind is Kind.CORE_PAGE:
                _move(store, work, found, page, occasion)
                continue
            refuse_twin(store, found.number, found.memory.text)
            let_in.append(approved(store, found, occasion))
            work.numbers += [found.number, *retire_replaced(store, found.memory.id, occasion)]
    done = work.done()
    return Approved(memories=tuple(let_in), changes=done.changes, pages=done.pages, notes=done.notes)


def reject(store: Store, names: Sequence[str], *, occasion: Occasion) -> tuple[tuple[Rejected, ...], tuple[str, ...]]:
    """Turn memories down; what a person should know of it besides. Raises what `approve` raises for a name."""
    with writing(store, occasion):
        found = _named(store, names)
        for kind, each in found:
            if kind is Kind.CORE_PAGE:
                store.promotions.turn_down(each.number, now=occasion.now)
                store.events.add(each.memory.id, "turned down for a core page", now=occasion.now, actor=occasion.actor)
            elif kind is Kind.FLAGGED:
                _archive(store, each, f"turned down: {each.memory.flag}", occasion)
    notes = [*map(str, write_mirrors(store, [each.number for kind, each in found if kind is Kind.FLAGGED]))]
    waiting = [each.memory.id for kind, each in found if kind is Kind.WAITING]
    if waiting:
        gone = forget([store], waiting, occasion=occasion, purge=True)
        notes += [*gone.notes, *(f"{path} still holds what was turned down" for path in gone.in_backups)]
    return tuple(Rejected(memory=each.memory, kind=kind) for kind, each in found), tuple(notes)


def _pending(store: Store) -> Iterator[Pending]:
    for each in store.memories.waiting():
        yield Pending(memory=each.memory, kind=Kind.WAITING, why=why(each.memory), scope=store.scope)
    for each in store.memories.flagged():
        yield Pending(memory=each.memory, kind=Kind.FLAGGED, why=each.memory.flag, scope=store.scope)
    for proposed in store.promotions.listed():
        yield Pending(
            memory=proposed.stored.memory,
            kind=Kind.CORE_PAGE,
            why=f"helped on {proposed.days} days in {proposed.sessions} sessions",
            scope=store.scope,
            days=proposed.days,
            sessions=proposed.sessions,
        )


def _named(store: Store, names: Sequence[str]) -> list[tuple[Kind, Stored]]:
    """The memories that are meant, each once, and for what they are pending."""
    proposed = {each.stored.number for each in store.promotions.listed()}
    found = {each.number: each for each in (look_up([store], name)[1] for name in names)}
    return [(_kind(each, proposed), each) for each in found.values()]


def _kind(found: Stored, proposed: set[int]) -> Kind:
    if found.memory.state is State.WAITING:
        return Kind.WAITING
    if found.memory.state is State.LIVE and found.memory.flag:
        return Kind.FLAGGED
    if found.number in proposed:
        return Kind.CORE_PAGE
    raise NotPending(found.memory.id)


def _move(store: Store, work: Work, found: Stored, page: Page, occasion: Occasion) -> None:
    """Move a memory to a core page: what was a memory is archived."""
    operation = Operation(verb=Verb.ADD, text=found.memory.text, page=page)
    work.carry_out([operation], new_id=partial(str, found.memory.id))
    _archive(store, found, f"moved to the core page {page}", occasion)
    work.numbers.append(found.number)


def _archive(store: Store, found: Stored, reason: str, occasion: Occasion) -> None:
    gone = replace(
        found.memory,
        state=State.ARCHIVED,
        archived_at=occasion.now,
        archived_reason=reason,
        updated_at=occasion.now,
    )
    store.memories.change(found.number, gone)
    was = {"state": found.memory.state}
    store.events.add(found.memory.id, reason, now=occasion.now, actor=occasion.actor, before=was)
