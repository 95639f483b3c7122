"""What is left in the working memory when nobody pushes any more: sleep keeps what deserves to be an episode.

A scope is over when its last push is `buffer.idle_hours` ago. Its entries that are important or hold a fact become
episodes, unless a memory says the same already (sleep strengthens nothing); the scope is cleared.
"""

from __future__ import annotations

from datetime import timedelta

from hippo.core.buffer import BufferEntry, Kind
from hippo.core.encode import DECISION_TAG, ERROR_TAG, encode
from hippo.core.memory import Origin, State
from hippo.core.value import replace, value
from hippo.services.keeping import keep, twin_of
from hippo.services.writing import writing
from hippo.store.buffer_mirrors import read_buffers, write_buffer
from hippo.store.mirrors import write_mirrors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from hippo.core.settings import Settings
    from hippo.services.keeping import Kept
    from hippo.services.occasion import Occasion
    from hippo.store.store import Store

#: Every episode that was an entry has it.
TAG = "buffer"
#: The kinds that are kept for longer, by the tag that says so.
_TAGS = {Kind.ERROR: ERROR_TAG, Kind.DECISION: DECISION_TAG}
#: How long it is kept what a session saw, in days (chosen: no session lasts longer).
_SEEN_DAYS = 7.0


@value
class Leftovers:
    """The scopes that are over, the entries that become episodes, those that go, and the new memories' ids."""

    scopes: tuple[str, ...] = ()
    kept: tuple[BufferEntry, ...] = ()
    dropped: tuple[BufferEntry, ...] = ()
    memory_ids: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def settle_leftovers(store: Store, occasion: Occasion, *, dry_run: bool, ended: Collection[str] = ()) -> Leftovers:
    """Clear the scopes that are over and keep what is worth it, in a transaction of its own.

    `ended` are scopes of which somebody knows that they are over.
    """
    plan = _plan(store, occasion, ended)
    seen_until = occasion.now - timedelta(days=_SEEN_DAYS)
    has_seen = store.core_pages.has_frozen(seen_until) or store.talks.has_older(seen_until)
    if dry_run or not (plan.scopes or has_seen):
        return plan
    with writing(store, occasion):
        plan = _plan(store, occasion, ended)
        kept = [keep_entry(store, entry, occasion) for entry in plan.kept]
        store.buffers.remove((*plan.kept, *plan.dropped))
        store.core_pages.thaw(seen_until)
        store.talks.forget_older(seen_until)
    troubles = [trouble for scope in plan.scopes for trouble in write_buffer(store, scope)]
    troubles += write_mirrors(store, [each.number for each in kept]) if kept else []
    ids = tuple(each.memory.id for each in kept)
    return replace(plan, memory_ids=ids, notes=tuple(map(str, troubles)))


def keep_entry(store: Store, entry: BufferEntry, occasion: Occasion) -> Kept:
    """Store an entry as an episode. The caller holds the transaction."""
    draft = encode(
        entry.text,
        tags=[TAG, *([_TAGS[entry.kind]] if entry.kind in _TAGS else [])],
        flag=entry.flag,
        origin=Origin(kind="buffer", reference=entry.scope, happened_at=entry.pushed_at),
        settings=occasion.settings.memory,
    )
    return keep(store, draft, occasion)


def restore_buffers(store: Store, settings: Settings) -> None:
    """Fill the buffers of a new store from their files. The caller holds the transaction."""
    from hippo.errors import HippoError
    from hippo.services.door import admit

    for entry in read_buffers(store.folder):
        try:
            admitted = admit(entry.text, mask=True, settings=settings.memory)
        except HippoError:
            continue
        store.buffers.put(replace(entry, text=admitted.text, flag=admitted.flag))


def _plan(store: Store, occasion: Occasion, ended: Collection[str]) -> Leftovers:
    before = occasion.now - timedelta(hours=occasion.settings.buffer.idle_hours)
    over = [scope.name for scope in store.buffers.scopes() if scope.last_push_at <= before or scope.name in ended]
    entries = [entry for scope in over for entry in store.buffers.of(scope)]
    kept = tuple(entry for entry in entries if entry.is_worth_keeping and not _is_known(store, entry))
    return Leftovers(scopes=tuple(over), kept=kept, dropped=tuple(entry for entry in entries if entry not in kept))


def _is_known(store: Store, entry: BufferEntry) -> bool:
    twin = twin_of(store, entry.text)
    return twin is not None and twin.memory.state is State.LIVE
