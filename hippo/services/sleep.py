"""Sleep: let memories fade, archive what has faded, mark what is stale, and record it."""

from __future__ import annotations

import os
import time
from datetime import timedelta

from hippo.adapters import files
from hippo.core.forgetting import FADING_DAYS, SILENCE_GRACE_HOURS, SleepPlan, plan_sleep
from hippo.core.humane import counted, day
from hippo.core.memory import Confidence, State
from hippo.core.value import fields_of, replace, value
from hippo.errors import HippoError
from hippo.services.backup import back_up, is_due
from hippo.services.purge import purge_rows
from hippo.services.writing import writing
from hippo.store.mirrors import write_mirrors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime

    from hippo.core.memory import Memory
    from hippo.services.occasion import Occasion
    from hippo.store.rows import Stored
    from hippo.store.store import Store

DREAMS = "DREAMS.md"
#: Recalls older than this can no longer be voted on and are dropped, in days (chosen: a season).
KEEP_RECALLS_DAYS = 90.0
_SETTINGS_FACT = "sleep_settings"
_DREAMS_HEAD = "# Dreams\n\nWhat every `hippo sleep` did, the latest last.\n"


@value
class Slept:
    """What a sleep did, or would do; `skipped` says why it did not run."""

    plan: SleepPlan
    dry_run: bool
    duration_ms: int = 0
    skipped: str = ""
    notes: tuple[str, ...] = ()


def sleep(store: Store, *, occasion: Occasion, dry_run: bool = False, if_due: timedelta | None = None) -> Slept:
    """Consolidate a store once.

    With `if_due` nothing happens when the last sleep is not so long ago. Two sleeps at one moment are one.
    """
    started = time.monotonic()
    if if_due is not None and not _is_due(store, occasion.now, if_due):
        return Slept(plan=SleepPlan(now=occasion.now), dry_run=dry_run, skipped="the last sleep was not long ago")
    if dry_run:
        return Slept(plan=_plan(store, occasion), dry_run=True)
    with writing(store, occasion):
        plan = _plan(store, occasion)
        _follow_settings(store, occasion)
        _apply(store, plan, occasion)
        duration_ms = round((time.monotonic() - started) * 1000)
        recorded = _record(store, plan, duration_ms)
    troubles = write_mirrors(store)
    notes = [*map(str, troubles)]
    if recorded:
        notes += _write_dream(store.folder, plan, duration_ms)
    notes += _back_up_if_due(store.folder, occasion)
    return Slept(plan=plan, dry_run=False, duration_ms=duration_ms, notes=tuple(notes))


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


def _is_due(store: Store, now: datetime, wait: timedelta) -> bool:
    last = store.sleeps.last()
    return last is None or now - last.at >= wait or last.at > now


def _plan(store: Store, occasion: Occasion) -> SleepPlan:
    now, settings = occasion.now, occasion.settings.sleep
    kept_days = settings.keep_archived_days
    archived = store.memories.archived(now - timedelta(days=kept_days)) if kept_days else []
    return plan_sleep(
        [each.memory for each in _candidates(store, occasion)],
        [each.memory for each in archived],
        now=now,
        settings=settings,
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


def _apply(store: Store, plan: SleepPlan, occasion: Occasion) -> None:
    for going in plan.archived:
        after = replace(
            going.memory,
            state=State.ARCHIVED,
            archived_at=plan.now,
            archived_reason=going.reason,
            updated_at=plan.now,
        )
        _change(store, going.memory, after, "archived", occasion)
    for memory in plan.stale:
        after = replace(memory, confidence=Confidence.STALE, updated_at=plan.now)
        _change(store, memory, after, "stale", occasion)
    purge_rows(store, [store.memories.find(memory.id) for memory in plan.removed], keep_history=True)
    store.recalls.remove_before(plan.now - timedelta(days=KEEP_RECALLS_DAYS))


def _change(store: Store, before: Memory, after: Memory, kind: str, occasion: Occasion) -> None:
    store.memories.change(store.memories.find(before.id).number, after)
    was = {"state": before.state, "confidence": before.confidence, "reason": after.archived_reason}
    store.events.add(before.id, kind, now=occasion.now, actor=occasion.actor, before=was)


def _record(store: Store, plan: SleepPlan, duration_ms: int) -> bool:
    """Leave a row, but not a second one for the same moment when there was nothing to do."""
    last = store.sleeps.last()
    if last is not None and last.at == plan.now and not plan.changes_anything:
        return False
    report = {
        "archived": [going.memory.id for going in plan.archived],
        "stale": [memory.id for memory in plan.stale],
        "removed": [memory.id for memory in plan.removed],
        "fading": [fading.memory.id for fading in plan.fading],
    }
    store.sleeps.add(report, now=plan.now, duration_ms=duration_ms)
    return True


def _write_dream(folder: str, plan: SleepPlan, duration_ms: int) -> list[str]:
    """Append the entry of one sleep to DREAMS.md, which a person may also write in."""
    entry = "\n".join(["", *_dream_lines(plan, duration_ms), ""])
    try:
        files.append(os.path.join(folder, DREAMS), entry, head=_DREAMS_HEAD)
    except OSError as error:
        return [f"{DREAMS} was not written: {error.strerror}"]
    return []


def _dream_lines(plan: SleepPlan, duration_ms: int) -> list[str]:
    lines = [f"## {day(plan.now)} {plan.now:%H:%M} UTC", ""]
    lines += [f"- archived {going.memory.id}: {going.reason}" for going in plan.archived]
    lines += [f"- stale {memory.id}: not used since {day(memory.last_used_at)}" for memory in plan.stale]
    lines += [f"- removed {memory.id}: archived too long ago" for memory in plan.removed]
    lines += [f"- took nothing away: {plan.held_back}"] * bool(plan.held_back)
    if plan.fading:
        lines.append(f"- {counted(len(plan.fading), 'memory')} will fade within a week")
    return [*lines, f"- done in {duration_ms} ms" if len(lines) > 2 else f"- nothing to do ({duration_ms} ms)"]
