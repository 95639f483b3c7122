"""What sleep does to single memories: which fade out, which turn stale, which are removed for good."""

from __future__ import annotations

from datetime import timedelta

from hippo.core.decay import days_between, days_until_strength, decays, effective_half_life_days, strength
from hippo.core.memory import Confidence, Memory, State
from hippo.core.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from datetime import datetime

    from hippo.core.settings import SleepSettings

#: How far ahead a sleep looks for what it will soon archive (chosen: a week is time to pin or use it).
FADING_DAYS = 7.0


#: After so long without a sign of life a sleep takes nothing away: either the clock is wrong, or somebody comes back to
#: a project that was put aside and should find it as it was left (chosen: longer than any kept archive).
SILENCE_DAYS = 300.0
#: Signs of life within this time do not count: they are the clock's, whose word is in doubt.
SILENCE_GRACE_HOURS = 12.0


@value
class Archiving:
    """A memory that sleep archives, and why."""

    memory: Memory
    reason: str
    strength: float


@value
class Fading:
    """A memory that will be archived soon unless it is used or pinned."""

    memory: Memory
    due_at: datetime
    strength: float


@value
class SleepPlan:
    """Everything one sleep does, in the order in which it is done; `held_back` says why it takes nothing away."""

    now: datetime
    fading: tuple[Fading, ...] = ()
    archived: tuple[Archiving, ...] = ()
    stale: tuple[Memory, ...] = ()
    removed: tuple[Memory, ...] = ()
    held_back: str = ""

    @property
    def changes_anything(self) -> bool:
        """Whether carrying it out changes a memory."""
        return bool(self.archived or self.stale or self.removed)


def due_at(memory: Memory, settings: SleepSettings) -> datetime | None:
    """The moment from which sleep may archive a memory, None for one that does not fade before the year 10,000.

    Never retrieved: two half-lives after its creation (or restoring). Retrieved: when its strength
    has fallen to the threshold.
    """
    if memory.state is not State.LIVE or not decays(memory):
        return None
    if memory.retrieval_count == 0:
        wait_days = settings.archive_half_lives * effective_half_life_days(memory)
    else:
        wait_days = days_until_strength(memory, settings.archive_below_strength)
    try:
        return memory.last_used_at + timedelta(days=wait_days)
    except OverflowError:
        return None


def turns_stale(memory: Memory, *, now: datetime, settings: SleepSettings) -> bool:
    """Whether a memory was left unused for so long that its truth is in doubt."""
    if memory.state is not State.LIVE or memory.pinned:
        return False
    if memory.confidence in (Confidence.STALE, Confidence.VERIFIED):
        return False
    return days_between(memory.last_used_at, now) >= settings.stale_after_days


def plan_sleep(
    memories: Iterable[Memory],
    archived: Iterable[Memory],
    *,
    now: datetime,
    settings: SleepSettings,
    kept_ids: Collection[str] = (),
    last_sign_of_life: datetime | None = None,
) -> SleepPlan:
    """Decide one sleep.

    `memories` are the live ones that may be due, fading or unused, `archived` the forgotten ones that may have been
    kept long enough; giving more of either changes nothing. `kept_ids` are never archived: the sides of open
    conflicts. `last_sign_of_life` is the last thing that happened in the store before the grace hours.
    """
    if last_sign_of_life is not None and days_between(last_sign_of_life, now) >= SILENCE_DAYS:
        silent = round(days_between(last_sign_of_life, now))
        return SleepPlan(now=now, held_back=f"nothing happened here for {silent} days, or the clock is wrong")
    kept_long_enough = [memory for memory in archived if _kept_long_enough(memory, now, settings)]
    going: list[Archiving] = []
    fading: list[Fading] = []
    stale: list[Memory] = []
    for memory in memories:
        due = None if memory.id in kept_ids else due_at(memory, settings)
        if due is not None and due <= now:
            going.append(Archiving(memory=memory, reason=_reason(memory, now), strength=strength(memory, now)))
            continue
        if due is not None and days_between(now, due) <= FADING_DAYS:
            fading.append(Fading(memory=memory, due_at=due, strength=strength(memory, now)))
        if turns_stale(memory, now=now, settings=settings):
            stale.append(memory)
    return SleepPlan(
        now=now,
        fading=tuple(sorted(fading, key=lambda entry: (entry.due_at, entry.memory.id))),
        archived=tuple(sorted(going, key=lambda entry: (entry.strength, entry.memory.id))),
        stale=tuple(sorted(stale, key=lambda memory: (memory.last_used_at, memory.id))),
        removed=tuple(sorted(kept_long_enough, key=lambda memory: memory.id)),
    )


def _reason(memory: Memory, now: datetime) -> str:
    days = round(days_between(memory.last_used_at, now))
    if memory.retrieval_count == 0:
        return f"never used in {days} days"
    return f"strength fell to {strength(memory, now):.2f}, last used {days} days ago"


def _kept_long_enough(memory: Memory, now: datetime, settings: SleepSettings) -> bool:
    if memory.state is not State.ARCHIVED or memory.archived_at is None or settings.keep_archived_days <= 0:
        return False
    return days_between(memory.archived_at, now) >= settings.keep_archived_days
