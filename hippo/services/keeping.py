"""Keeping one draft: a new memory, or a stronger old one. Callers hold the transaction."""

from __future__ import annotations

from enum import StrEnum
from itertools import islice

from hippo.core.decay import cram_window_starts_at, retrieved
from hippo.core.derived import derived
from hippo.core.identity import fingerprint, identity
from hippo.core.memory import Confidence, Layer, Memory, State
from hippo.core.public import public, public_origin
from hippo.core.value import changed, fields_of, replace, value
from hippo.core.waiting import is_automatic, is_doubtful
from hippo.errors import Refused
from hippo.store.events import APPROVED, REMEMBERED, REPEATED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TypeVar

    from hippo.core.memory import Draft
    from hippo.services.occasion import Occasion
    from hippo.store.rows import Stored
    from hippo.store.store import Store

    Written = TypeVar("Written", Memory, Draft)

#: Memories that are added together (chosen: what was worked out of them is held in memory until then).
_AT_ONCE = 500
#: What a use may change and the history keeps as it was.
_USED = ("half_life_days", "state", "confidence", "archived_reason")


class Keeping(StrEnum):
    """What became of a draft."""

    STORED = "stored"
    STRENGTHENED = "strengthened"
    RESTORED = "restored"
    WAITING = "waiting"


@value
class Kept:
    """A draft in the store: the row, the memory as it is now, and what was done."""

    number: int
    memory: Memory
    keeping: Keeping


def keep(store: Store, draft: Draft, occasion: Occasion) -> Kept:
    """Store a draft; the same text again strengthens the memory that has it.

    A draft that must wait for a person's word neither wakes nor enriches a memory that has its text. One that need not
    wait is such a word for the memory of its text that waits.
    """
    waits = must_wait(draft, occasion)
    twin = twin_of(store, draft.text, gone=not waits)
    if twin is None:
        return _add(store, draft, occasion)
    if waits:
        return _pass_by(store, twin, occasion)
    return _repeat(store, twin, draft, occasion)


def born(draft: Draft, occasion: Occasion) -> Memory:
    """The memory that a draft becomes whose text is new."""
    return Memory(
        id=occasion.new_id(),
        text=draft.text,
        state=State.WAITING if must_wait(draft, occasion) else State.LIVE,
        layer=draft.layer,
        confidence=draft.confidence,
        pinned=draft.pinned,
        tags=tuple(sorted(set(draft.tags))),
        half_life_days=draft.half_life_days,
        created_at=occasion.now,
        updated_at=occasion.now,
        last_used_at=occasion.now,
        flag=draft.flag,
        origin=draft.origin,
    )


def keeping_of(new: Memory) -> Keeping:
    """What became of a draft whose text was new."""
    return Keeping.WAITING if new.state is State.WAITING else Keeping.STORED


def use(store: Store, found: Stored, kind: str, occasion: Occasion) -> Memory:
    """Strengthen a memory for one retrieval or repetition, and note it."""
    memory, now = found.memory, occasion.now
    recent = store.events.retrievals_since(memory.id, cram_window_starts_at(now))
    after = retrieved(memory, recent_retrievals=recent, now=now, settings=occasion.settings.memory)
    store.memories.change(found.number, after)
    was = {name: getattr(memory, name) for name in _USED if getattr(memory, name) != getattr(after, name)}
    store.events.add(memory.id, kind, now=now, actor=occasion.actor, before=was)
    return after


def write_text(store: Store, number: int, memory: Memory) -> None:
    """Write a memory whose text or tags have changed, with all that is worked out of them."""
    memory = beside(memory)
    store.memories.change_text(number, memory, derived(memory.text, tags=memory.tags, origin=memory.origin))


def add_memory(store: Store, memory: Memory) -> int:
    """Insert a whole memory, with all that is worked out of its text, and return its row number."""
    [number] = add_memories(store, [memory])
    return number


def add_memories(store: Store, memories: Iterable[Memory]) -> list[int]:
    """The same of several memories, in few statements."""
    numbers: list[int] = []
    left = map(beside, memories)
    while shown := list(islice(left, _AT_ONCE)):
        found = [(each, derived(each.text, tags=each.tags, origin=each.origin)) for each in shown]
        numbers += store.memories.add(found)
    return numbers


def beside(memory: Written) -> Written:
    """A memory or draft whose text has passed the door, with what stands beside the text passed through it as well."""
    shown = {"origin": public_origin(memory.origin), "flag": public(memory.flag)}
    if isinstance(memory, Memory):
        shown["archived_reason"] = public(memory.archived_reason)
    return changed(memory, shown)


def refuse_twin(store: Store, number: int, text: str) -> None:
    """Two live memories of one text would be one memory: raises Refused when another row has the text already.

    A pattern may have the words of one of its sources.
    """
    same = identity(text)
    layer = store.memories.get(number).layer
    for found in store.memories.with_fingerprint(fingerprint(text)):
        twin = found.memory
        is_other = found.number != number and twin.state is State.LIVE and twin.layer is layer
        if is_other and identity(twin.text) == same:
            raise Refused(
                f"{twin.id} has this text already; nothing was changed",
                hint=f"`hippo forget {twin.id}` makes room for it",
            )


def twin_of(store: Store, text: str, *, gone: bool = True) -> Stored | None:
    """The memory with the same text; a live one before others. What was superseded is not taken back.

    Without `gone` an archived one is none either.
    """
    states = (State.LIVE, State.WAITING, *((State.ARCHIVED,) if gone else ()))
    same = identity(text)
    twins = [
        found
        for found in store.memories.with_fingerprint(fingerprint(text))
        if found.memory.state in states and identity(found.memory.text) == same
    ]
    return min(twins, key=lambda found: (found.memory.state is not State.LIVE, found.number), default=None)


def refuse_waiting(memory: Memory) -> None:
    """Raise Refused for a memory that waits: nothing but `approve` and `reject` moves it."""
    if memory.state is State.WAITING:
        raise Refused(
            f"{memory.id} waits for a person's word", hint=f"`hippo approve {memory.id}` or `hippo reject {memory.id}`"
        )


def approved(store: Store, found: Stored, occasion: Occasion) -> Memory:
    """Let a memory in that waits or is flagged, by a person's word; its life begins now."""
    memory = found.memory
    after = replace(
        memory,
        state=State.LIVE if memory.state is State.WAITING else memory.state,
        flag="",
        last_used_at=max(occasion.now, memory.last_used_at),
        updated_at=occasion.now,
    )
    store.memories.change(found.number, after)
    was = {"state": memory.state, "flag": memory.flag}
    store.events.add(memory.id, APPROVED, now=occasion.now, actor=occasion.actor, before=was)
    return after


def must_wait(draft: Draft, occasion: Occasion) -> bool:
    """Whether a draft would be kept only until a person says whether it counts."""
    if is_doubtful(draft.flag):
        return True
    return occasion.settings.door.write_approval and is_automatic(draft.origin, occasion.actor.name)


def _pass_by(store: Store, twin: Stored, occasion: Occasion) -> Kept:
    """What must wait has come before: while it waits that says nothing, and later it is a repetition."""
    if twin.memory.state is State.WAITING:
        return Kept(number=twin.number, memory=twin.memory, keeping=Keeping.WAITING)
    memory = use(store, twin, REPEATED, occasion)
    return Kept(number=twin.number, memory=memory, keeping=Keeping.STRENGTHENED)


def _flag_of(store: Store, memory: Memory, draft: Draft) -> str:
    """What a memory is flagged with when its text comes again: nothing that a person has approved."""
    was_approved = not memory.flag and any(each.kind == APPROVED for each in store.events.as_noted(memory.id))
    return "" if was_approved else draft.flag or memory.flag


def _add(store: Store, draft: Draft, occasion: Occasion) -> Kept:
    memory = born(draft, occasion)
    number = add_memory(store, memory)
    store.events.add(memory.id, REMEMBERED, now=occasion.now, actor=occasion.actor)
    return Kept(number=number, memory=memory, keeping=keeping_of(memory))


def _repeat(store: Store, twin: Stored, draft: Draft, occasion: Occasion) -> Kept:
    """Strengthen the twin, and let it take what the draft says beyond its text."""
    was_archived = twin.memory.state is State.ARCHIVED
    if twin.memory.state is State.WAITING:
        twin = replace(twin, memory=approved(store, twin, occasion))
    after = use(store, twin, REPEATED, occasion)
    richer = replace(
        after,
        tags=tuple(sorted({*after.tags, *draft.tags})),
        pinned=after.pinned or draft.pinned,
        half_life_days=max(after.half_life_days, draft.half_life_days),
        confidence=Confidence.VERIFIED if draft.confidence is Confidence.VERIFIED else after.confidence,
        flag=_flag_of(store, after, draft) if draft.flag else after.flag,
        layer=Layer.SEMANTIC if draft.layer is Layer.SEMANTIC else after.layer,
    )
    if richer != after:
        write_text(store, twin.number, richer)
        was = {name: getattr(after, name) for name, content in fields_of(richer) if content != getattr(after, name)}
        store.events.add(richer.id, "enriched", now=occasion.now, actor=occasion.actor, before=was)
    return Kept(number=twin.number, memory=richer, keeping=Keeping.RESTORED if was_archived else Keeping.STRENGTHENED)
