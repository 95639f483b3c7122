"""Every setting with its default; `adapters.config` fills it from config.toml."""

from __future__ import annotations

from hippo.core.value import value


@value
class MemorySettings:
    """How long memories live."""

    half_life_days: float = 7.0
    error_half_life_days: float = 14.0
    decision_half_life_days: float = 90.0
    retrieval_gain_days: float = 2.0
    longest_half_life_days: float = 180.0
    text_limit_bytes: int = 16 * 1024


@value
class SleepSettings:
    """When sleep archives, marks stale and removes for good."""

    stale_after_days: float = 30.0
    archive_half_lives: float = 2.0
    archive_below_strength: float = 0.05
    keep_archived_days: float = 180.0


@value
class RecallSettings:
    """What recall returns when it is not told."""

    budget_tokens: int = 4000
    limit: int = 10
    context_budget_tokens: int = 1500
    framing: str = "observe"


@value
class Settings:
    """All of them, by section of config.toml."""

    memory: MemorySettings = MemorySettings()
    sleep: SleepSettings = SleepSettings()
    recall: RecallSettings = RecallSettings()
