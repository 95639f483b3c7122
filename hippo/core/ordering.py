"""Which of the relevant memories come first: relevance, moved a little by age, use and confidence.

    score = relevance · (0.9 + 0.1 · strength + 0.1 · recency) · confidence factor

All factors together stay within 0.8 and 1.2: they order near-equals and never hide the exact match. A store whose
memories are all as old keeps the order of relevance.
"""

from __future__ import annotations

from hippo.core.decay import days_between, retention, strength
from hippo.core.memory import Confidence
from hippo.core.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime

    from hippo.core.memory import Memory

BASE, STRENGTH, RECENCY = 0.9, 0.1, 0.1
#: Days after which the bonus for being new is halved (chosen: a month is a long time in a repository).
RECENCY_HALF_LIFE_DAYS = 30.0
#: Factors that keep the product within 0.8 … 1.2 (chosen; 1.1 is the most that the other factors reach).
CONFIDENCE = {
    Confidence.VERIFIED: 1.05,
    Confidence.OBSERVED: 1.0,
    Confidence.INFERRED: 0.95,
    Confidence.STALE: 0.9,
}
#: A hit counts as retrieved from this share of the best hit's relevance, and only so many of one recall do.
#: Crediting whatever was listed made the live store two to four times larger (measured on six usage traces).
RETRIEVED_SHARE = 0.5
MOST_RETRIEVED = 5


@value
class Score:
    """A score with the parts it was made of, for `--why`."""

    total: float
    relevance: float
    strength: float
    recency: float
    confidence: float


def score(memory: Memory, relevance: float, now: datetime) -> Score:
    """The place of a memory among the hits of a recall."""
    alive = strength(memory, now)
    recency = retention(days_between(memory.created_at, now), half_life_days=RECENCY_HALF_LIFE_DAYS)
    confidence = CONFIDENCE[memory.confidence]
    return Score(
        total=relevance * (BASE + STRENGTH * alive + RECENCY * recency) * confidence,
        relevance=relevance,
        strength=alive,
        recency=recency,
        confidence=confidence,
    )
