"""The working memory: pushing, looking, clearing, and making an episode of an entry."""

from __future__ import annotations

from hippo.core.buffer import ID_PREFIX, PROJECT, BufferEntry, Kind, importance_of, pushed
from hippo.core.public import public
from hippo.core.value import value
from hippo.errors import UsageError, shortened
from hippo.services.buffer_keeping import keep_entry
from hippo.services.door import admit
from hippo.services.writing import writing
from hippo.store.buffer_mirrors import write_buffer
from hippo.store.mirrors import write_mirrors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hippo.core.memory import Memory
    from hippo.services.occasion import Occasion
    from hippo.store.store import Store

_LONGEST_SCOPE = 200


@value
class Shown:
    """The entries of a scope, the oldest first, and the room that it has."""

    scope: str
    entries: tuple[BufferEntry, ...]
    room: int


@value
class Pushing:
    """What a push did; `kept` is false when the newcomer itself was the least important."""

    scope: str
    entry: BufferEntry
    kept: bool
    refreshed: bool
    evicted: tuple[BufferEntry, ...]
    notes: tuple[str, ...] = ()


@value
class Cleared:
    """The entries that a scope had."""

    scope: str
    entries: tuple[BufferEntry, ...]
    notes: tuple[str, ...] = ()


@value
class Promoted:
    """The entry that left the buffer, and the memory it became."""

    entry: BufferEntry
    memory: Memory
    notes: tuple[str, ...] = ()


def scope_of(named: str | None, *, session: str, branch: str) -> str:
    """The scope that is meant: the named one, else the session, else the branch, else the project's.

    Raises UsageError for a name that cannot be one.
    """
    scope = public((session or branch or PROJECT) if named is None else named.strip())
    if not scope or len(scope) > _LONGEST_SCOPE or not scope.isprintable():
        raise UsageError(
            f"not a scope: {shortened(scope, 40)!r}",
            hint=f"a scope is a printable name of 1 to {_LONGEST_SCOPE} characters",
        )
    return scope


def push(
    store: Store,
    text: str,
    *,
    scope: str,
    occasion: Occasion,
    kind: Kind = Kind.NOTE,
    importance: float | None = None,
    redact: bool = False,
) -> Pushing:
    """Put a text into a scope. Raises what the door raises."""
    admitted = admit(text, mask=redact, settings=occasion.settings.memory)
    with writing(store, occasion):
        entries = store.buffers.of(scope)
        newcomer = BufferEntry(
            id=ID_PREFIX + occasion.new_id().partition("_")[2],
            scope=scope,
            kind=kind,
            text=admitted.text,
            importance=importance_of(admitted.text, kind, entries) if importance is None else importance,
            pushed_at=occasion.now,
            turn=store.buffers.next_turn(),
            flag=admitted.flag,
        )
        done = pushed(entries, newcomer, room=occasion.settings.buffer.entries)
        store.buffers.put(done.entry)
        store.buffers.remove(done.evicted)
    troubles = write_buffer(store, scope)
    return Pushing(
        scope=scope,
        entry=done.entry,
        kept=done.entry not in done.evicted,
        refreshed=done.refreshed,
        evicted=done.evicted,
        notes=(*admitted.notes, *map(str, troubles)),
    )


def show(store: Store, *, scope: str, occasion: Occasion) -> Shown:
    """What a scope holds."""
    return Shown(scope=scope, entries=tuple(store.buffers.of(scope)), room=occasion.settings.buffer.entries)


def clear(store: Store, *, scope: str, occasion: Occasion) -> Cleared:
    """Empty a scope."""
    with writing(store, occasion):
        entries = tuple(store.buffers.of(scope))
        store.buffers.remove(entries)
    return Cleared(scope=scope, entries=entries, notes=tuple(map(str, write_buffer(store, scope))))


def promote(store: Store, name: str, *, occasion: Occasion) -> Promoted:
    """Make an entry an episode and take it out of the buffer. Raises EntryNotFound or AmbiguousId."""
    with writing(store, occasion):
        entry = store.buffers.find(name)
        kept = keep_entry(store, entry, occasion)
        store.buffers.remove([entry])
    troubles = [*write_buffer(store, entry.scope), *write_mirrors(store, [kept.number])]
    return Promoted(entry=entry, memory=kept.memory, notes=tuple(map(str, troubles)))
