"""Sleep: let memories fade, archive what has faded, mark what is stale, and record it."""

from __future__ import annotations

import time
from datetime import timedelta

from hippo.adapters.leftovers import remove_leftovers
from hippo.core.consolidation.outcome import Consolidation
from hippo.core.forgetting import FADING_DAYS, SILENCE_GRACE_HOURS, SleepPlan, plan_sleep
from hippo.core.humane import counted
from hippo.core.memory import Confidence, State
from hippo.core.value import fields_of, replace, value
from hippo.errors import HippoError
from hippo.services import consolidating
from hippo.services.backup import back_up, is_due
from hippo.services.buffer_keeping import Leftovers, settle_leftovers
from hippo.services.dreams import write_dream
from hippo.services.purge import purge_rows
from hippo.services.traces import erase_left_traces
from hippo.services.writing import writing
from hippo.store.conflict_mirrors import write_conflicts
from hippo.store.conflicts import memories_in
from hippo.store.mirrors import write_mirrors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence
    from datetime import datetime

    from hippo.core.memory import Memory
    from hippo.services.consolidating import Planned
    from hippo.services.embedding import Embedding
    from hippo.services.occasion import Occasion
    from hippo.store.rows import Stored
    from hippo.store.store import Store

#: Recalls older than this can no longer be voted on and are dropped, in days (chosen: a season).
KEEP_RECALLS_DAYS = 90.0
_SETTINGS_FACT = "sleep_settings"


@value
class Slept:
    """What a sleep did, or would do; `skipped` says why it did not run.

    `archived_ids` are all that leave the live memories for the archive, faded or folded.
    """

    plan: SleepPlan
    consolidation: Consolidation = Consolidation()
    archived_ids: tuple[str, ...] = ()
    buffer: Leftovers = Leftovers()
    dry_run: bool
    duration_ms: int = 0
    skipped: str = ""
    notes: tuple[str, ...] = ()


def sleep(
    store: Store,
    *,
    occasion: Occasion,
    dry_run: bool = False,
    if_due: timedelta | None = None,
    ended: Collection[str] = (),
    embedding: Callable[[], Embedding] | None = None,
) -> Slept:
    """Consolidate a store once.

    With `if_due` nothing happens when the last sleep is not so long ago. Two sleeps at one moment are one. `ended` are
    scopes of the working memory that are over, however short a time ago something was pushed to them. Of a store that
    has vectors, `embedding` makes those that are missing, as far as that is quick.
    """
    started = time.monotonic()
    if if_due is not None and not _is_due(store, occasion.now, if_due):
        return Slept(plan=SleepPlan(now=occasion.now), dry_run=dry_run, skipped="the last sleep was not long ago")
    leftovers = settle_leftovers(store, occasion, dry_run=dry_run, ended=ended)
    plan = _plan(store, occasion)
    planned = consolidating.plan(store, now=occasion.now, leaving=_leaving(plan))
    if dry_run:
        return _slept(plan, planned, leftovers, dry_run=True, notes=_uncounted(store))
    with writing(store, occasion):
        plan = _plan(store, occasion)
        _follow_settings(store, occasion)
        _archive(store, plan, occasion)
        consolidating.carry_out(store, planned, occasion)
        _finish(store, plan, occasion)
        duration_ms = round((time.monotonic() - started) * 1000)
        recorded = _record(store, plan, planned.consolidation, duration_ms)
    remove_leftovers(store.folder)
    troubles = [*write_mirrors(store), *write_conflicts(store)]
    notes = [*map(str, troubles)]
    if recorded:
        notes += write_dream(store.folder, plan, planned.consolidation, duration_ms)
    notes += erase_left_traces(store)
    notes += _embed(store, embedding)
    notes += _back_up_if_due(store.folder, occasion)
    return _slept(plan, planned, leftovers, duration_ms=duration_ms, notes=[*leftovers.notes, *notes])


def _slept(
    plan: SleepPlan,
    planned: Planned,
    leftovers: Leftovers,
    *,
    dry_run: bool = False,
    duration_ms: int = 0,
    notes: Sequence[str] = (),
) -> Slept:
    folded = (memory_id for folding in planned.consolidation.duplicates for memory_id in folding.folded_ids)
    return Slept(
        plan=plan,
        consolidation=planned.consolidation,
        archived_ids=(*(going.memory.id for going in plan.archived), *folded),
        buffer=leftovers,
        dry_run=dry_run,
        duration_ms=duration_ms,
        notes=tuple(notes),
    )


def _uncounted(store: Store) -> list[str]:
    """What a dry run cannot foresee, for counting recalls is writing."""
    count = len(store.spool.waiting(None))
    return [f"{counted(count, 'recall')} not counted yet: a sleep counts first what was used"] if count else []


def _leaving(plan: SleepPlan) -> set[str]:
    return {going.memory.id for going in plan.archived}


def _back_up_if_due(folder: str, occasion: Occasion) -> list[str]:
    """Take the weekly backup; trouble with it is told and spoils no sleep."""
    settings = occasion.settings.backup
    if not settings.every_days or not is_due(folder, now=occasion.now, every=timedelta(days=settings.every_days)):
        return []
    try:
        done = back_up(folder, now=occasion.now, keep=settings.keep)
    except HippoError as error:
        return [f"no backup was taken: {error.message}"]
    return [f"backed up to {done.backup.path}"]


def _embed(store: Store, embedding: Callable[[], Embedding] | None) -> list[str]:
    """Make the vectors that are missing in a store that has some."""
    if embedding is None or not store.vectors_mark():
        return []
    from hippo.services.embed import embed_asleep

    return embed_asleep(store, embedding())


def _is_due(store: Store, now: datetime, wait: timedelta) -> bool:
    last = store.sleeps.last()
    return last is None or now - last.at >= wait or last.at > now


def _plan(store: Store, occasion: Occasion) -> SleepPlan:
    now, settings = occasion.now, occasion.settings.sleep
    kept_days = settings.keep_archived_days
    archived = store.memories.archived(now - timedelta(days=kept_days)) if kept_days else []
    kept = memories_in(store.conflicts.open())
    return plan_sleep(
        [each.memory for each in _candidates(store, occasion)],
        [each.memory for each in archived],
        now=now,
        settings=settings,
        kept_ids=kept,
        last_sign_of_life=_last_sign_of_life(store, now - timedelta(hours=SILENCE_GRACE_HOURS)),
    )


def _candidates(store: Store, occasion: Occasion) -> list[Stored]:
    """The live memories that a sleep may touch; all of them when the due dates were worked out by other settings."""
    if store.facts.get(_SETTINGS_FACT) != _settings_mark(occasion):
        return store.memories.listed()
    due = store.memories.due(occasion.now + timedelta(days=FADING_DAYS))
    unused = store.memories.unused(occasion.now - timedelta(days=occasion.settings.sleep.stale_after_days))
    return list({each.number: each for each in (*due, *unused)}.values())


def _last_sign_of_life(store: Store, until: datetime) -> datetime | None:
    signs = (store.events.last_until(until), store.sleeps.last_until(until))
    return max((sign for sign in signs if sign is not None), default=None)


def _follow_settings(store: Store, occasion: Occasion) -> None:
    """Due dates are worked out when a memory changes; other settings since then make them wrong."""
    if store.facts.get(_SETTINGS_FACT) != _settings_mark(occasion):
        store.memories.refresh_expiry()
        store.facts.set(_SETTINGS_FACT, _settings_mark(occasion))


def _settings_mark(occasion: Occasion) -> str:
    return repr(tuple(fields_of(occasion.settings.sleep)))


def _archive(store: Store, plan: SleepPlan, occasion: Occasion) -> None:
    for going in plan.archived:
        after = replace(
            going.memory,
            state=State.ARCHIVED,
            archived_at=plan.now,
            archived_reason=going.reason,
            updated_at=plan.now,
        )
        _change(store, going.memory, after, "archived", occasion)


def _finish(store: Store, plan: SleepPlan, occasion: Occasion) -> None:
    """Mark what is stale, unless it has been replaced or folded meanwhile, and remove what was kept long enough."""
    for memory in plan.stale:
        found = store.memories.find(memory.id).memory
        if found.state is State.LIVE:
            after = replace(found, confidence=Confidence.STALE, updated_at=plan.now)
            _change(store, found, after, "stale", occasion)
    purge_rows(store, [store.memories.find(memory.id) for memory in plan.removed], keep_history=True)
    store.recalls.remove_before(plan.now - timedelta(days=KEEP_RECALLS_DAYS))


def _change(store: Store, before: Memory, after: Memory, kind: str, occasion: Occasion) -> None:
    store.memories.change(store.memories.find(before.id).number, after)
    was = {
        name: getattr(before, name) for name in ("state", "confidence") if getattr(before, name) != getattr(after, name)
    }
    told = was | ({"reason": after.archived_reason} if after.archived_reason else {})
    store.events.add(before.id, kind, now=occasion.now, actor=occasion.actor, before=told)


def _record(store: Store, plan: SleepPlan, consolidation: Consolidation, duration_ms: int) -> bool:
    """Leave a row, but not a second one for the same moment when there was nothing to do."""
    last = store.sleeps.last()
    idle = not plan.changes_anything and not consolidation.changes_anything
    if last is not None and last.at == plan.now and idle:
        return False
    report = {
        "archived": [going.memory.id for going in plan.archived],
        "stale": [memory.id for memory in plan.stale],
        "removed": [memory.id for memory in plan.removed],
        "fading": [fading.memory.id for fading in plan.fading],
        "superseded": [update.old_id for update in consolidation.updates],
        "folded": [memory_id for folding in consolidation.duplicates for memory_id in folding.folded_ids],
        "conflicts": [[conflict.one_id, conflict.other_id] for conflict in consolidation.conflicts],
        "patterns": [list(pattern.member_ids) for pattern in consolidation.patterns],
        "rewritten": [rewriting.pattern_id for rewriting in consolidation.rewritings],
    }
    store.sleeps.add(report, now=plan.now, duration_ms=duration_ms)
    return True
