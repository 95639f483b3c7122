"""A memory and its parts: the values that every layer speaks of."""

from __future__ import annotations

from hippo.core.choice import Choice
from hippo.core.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime

ID_PREFIX = "mem_"
ID_DIGITS = 12
_SHORTEST_NAME = 4
_HEX = frozenset("0123456789abcdef")


class Layer(Choice):
    """Where a memory lives: what happened, or what it means."""

    EPISODIC = "episodic"
    SEMANTIC = "semantic"


class State(Choice):
    """Whether a memory takes part: live, forgotten but restorable, replaced by another, or not let in yet.

    What waits is found by no recall and shown to no agent until a person approves it.
    """

    LIVE = "live"
    ARCHIVED = "archived"
    SUPERSEDED = "superseded"
    WAITING = "waiting"


class Confidence(Choice):
    """How sure a memory is."""

    VERIFIED = "verified"
    OBSERVED = "observed"
    INFERRED = "inferred"
    STALE = "stale"


@value
class Origin:
    """Where a memory came from.

    `kind` is the way in (`cli`, `git`, an importer's name), `reference` the place inside it (a commit hash, a
    file and line). `key` is the identity of the thing learnt from, which never is learnt twice.
    `series` and `position` give memories of an ordered source (the turns of a talk) their neighbours.
    """

    kind: str = "cli"
    reference: str = ""
    key: str = ""
    author: str = ""
    happened_at: datetime | None = None
    files: tuple[str, ...] = ()
    series: str = ""
    position: int = 0


@value
class Draft:
    """A memory before it has a history: what `encode` makes of a text."""

    text: str
    layer: Layer = Layer.EPISODIC
    confidence: Confidence = Confidence.OBSERVED
    pinned: bool = False
    tags: tuple[str, ...] = ()
    half_life_days: float = 7.0
    flag: str = ""
    origin: Origin = Origin()


@value
class Memory:
    """One fact or lesson with its history.

    `last_used_at` is the last retrieval, repetition or restoring, at first the creation. `flag` names the rule of
    the door that the text broke; what is flagged stays out of every context.
    """

    id: str
    text: str
    layer: Layer = Layer.EPISODIC
    state: State = State.LIVE
    confidence: Confidence = Confidence.OBSERVED
    pinned: bool = False
    tags: tuple[str, ...] = ()
    half_life_days: float = 7.0
    created_at: datetime
    updated_at: datetime
    last_used_at: datetime
    retrieval_count: int = 0
    good: int = 0
    bad: int = 0
    archived_at: datetime | None = None
    archived_reason: str = ""
    flag: str = ""
    origin: Origin = Origin()


def is_id(text: str, prefix: str = ID_PREFIX) -> bool:
    """Whether a text is a whole id: the prefix of its kind and 12 hex digits."""
    digits = text.removeprefix(prefix)
    return len(text) == len(prefix) + ID_DIGITS and len(digits) == ID_DIGITS and _HEX.issuperset(digits)


def digits_of(name: str, prefix: str = ID_PREFIX) -> str:
    """The digits of an id, or of a beginning of one that is long enough to name it; nothing for what is neither."""
    digits = name.strip().lower().removeprefix(prefix)
    return digits if _SHORTEST_NAME <= len(digits) <= ID_DIGITS and _HEX.issuperset(digits) else ""
