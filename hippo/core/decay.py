"""How memories fade and grow stronger."""

from __future__ import annotations

import math
from datetime import timedelta

from hippo.core.memory import Confidence, Layer, Memory, State
from hippo.core.value import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime

    from hippo.core.settings import MemorySettings

SECONDS_PER_DAY = 86_400.0
#: Retrievals of one memory that count in full within CRAM_HOURS (chosen: plain +2 days made fifty
#: recalls in one minute last for sixteen months).
FULL_RETRIEVALS = 3
CRAM_HOURS = 12.0


def days_between(earlier: datetime, later: datetime) -> float:
    """Days from one moment to another; 0 if the clock was set back in between."""
    return max(0.0, (later - earlier).total_seconds() / SECONDS_PER_DAY)


def retention(elapsed_days: float, *, half_life_days: float) -> float:
    """Share of a memory left after a wait, 0 to 1.

    retention = 2 ** (-elapsed_days / half_life_days)
    Two waits fade as much as one wait of their sum.
    Source: half-life regression, Settles & Meeder (2016).
    """
    return float(2.0 ** (-elapsed_days / half_life_days))


def reward(good: int, bad: int) -> float:
    """Factor on the half-life from outcomes, in (0.5, 1.5).

    reward = 1 + 0.5 (good - bad) / (good + bad + 2)
    The 2 stands for one vote of each kind before the first (Laplace's rule of succession).
    """
    return 1.0 + 0.5 * (good - bad) / (good + bad + 2)


def effective_half_life_days(memory: Memory) -> float:
    """The half-life with what outcomes taught, in days."""
    return memory.half_life_days * reward(memory.good, memory.bad)


def decays(memory: Memory) -> bool:
    """Whether time weakens this memory: pinned and semantic ones it does not."""
    return not memory.pinned and memory.layer is Layer.EPISODIC


def strength(memory: Memory, now: datetime) -> float:
    """Retention since the last use, 0 to 1; always 1 for what does not decay."""
    if not decays(memory):
        return 1.0
    return retention(days_between(memory.last_used_at, now), half_life_days=effective_half_life_days(memory))


def retrieval_gain_days(recent_retrievals: int, settings: MemorySettings) -> float:
    """Days that one more retrieval adds to the half-life.

    `recent_retrievals` is how often the memory was retrieved within the last CRAM_HOURS. The
    first three give the full gain, the next ones a half, a quarter, … of it, so that cramming adds
    at most four gains.
    """
    beyond = max(0, recent_retrievals - FULL_RETRIEVALS + 1)
    return settings.retrieval_gain_days * 0.5**beyond


def strengthened_half_life_days(half_life_days: float, gain_days: float, settings: MemorySettings) -> float:
    """The half-life after a retrieval; it never passes the longest, nor does a longer one shrink."""
    return max(half_life_days, min(half_life_days + gain_days, settings.longest_half_life_days))


def days_until_strength(memory: Memory, threshold: float) -> float:
    """Days after the last use at which strength falls to a threshold between 0 and 1."""
    return effective_half_life_days(memory) * math.log2(1.0 / threshold)


def cram_window_starts_at(now: datetime) -> datetime:
    """The moment after which earlier retrievals lessen the gain of one made now."""
    return now - timedelta(hours=CRAM_HOURS)


def retrieved(memory: Memory, *, recent_retrievals: int, now: datetime, settings: MemorySettings) -> Memory:
    """The memory after one retrieval: stronger, awake, and live again if it was archived."""
    gain_days = retrieval_gain_days(recent_retrievals, settings)
    return replace(
        memory,
        half_life_days=strengthened_half_life_days(memory.half_life_days, gain_days, settings),
        retrieval_count=memory.retrieval_count + 1,
        last_used_at=max(memory.last_used_at, now),
        confidence=Confidence.OBSERVED if memory.confidence is Confidence.STALE else memory.confidence,
        state=State.LIVE if memory.state is State.ARCHIVED else memory.state,
        archived_at=None if memory.state is State.ARCHIVED else memory.archived_at,
        archived_reason="" if memory.state is State.ARCHIVED else memory.archived_reason,
        updated_at=now,
    )
