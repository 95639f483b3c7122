"""From a text and what is said about it to a draft of a memory."""

from __future__ import annotations

from hippo.core.memory import Confidence, Draft, Origin
from hippo.core.secrets import find_secrets
from hippo.errors import Refused, UsageError, shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from hippo.core.settings import MemorySettings

ERROR_TAG = "error"
DECISION_TAG = "decision"
#: Longest tag in characters (chosen: a label, not a text).
LONGEST_TAG = 64


def encode(
    text: str,
    *,
    tags: Iterable[str] = (),
    pinned: bool = False,
    confidence: Confidence = Confidence.OBSERVED,
    flag: str = "",
    origin: Origin = Origin(),
    settings: MemorySettings,
) -> Draft:
    """The draft of a memory with its half-life at birth, which its tags alone decide.

    Raises UsageError for a tag that is none.
    """
    names = clean_tags(tags)
    return Draft(
        text=text,
        confidence=confidence,
        pinned=pinned,
        tags=names,
        half_life_days=birth_half_life_days(names, settings),
        flag=flag,
        origin=origin,
    )


def birth_half_life_days(tags: Iterable[str], settings: MemorySettings) -> float:
    """The half-life of a new memory: an error is kept twice as long, a decision for a season."""
    names = set(tags)
    if DECISION_TAG in names:
        return settings.decision_half_life_days
    return settings.error_half_life_days if ERROR_TAG in names else settings.half_life_days


def clean_tags(tags: Iterable[str]) -> tuple[str, ...]:
    """Tags without a leading #, each once, in alphabetical order.

    Raises UsageError for one that is empty, too long, or not printable, Refused for one that holds a secret.
    """
    names = set()
    for tag in tags:
        name = " ".join(tag.split()).lstrip("# ")
        if not name or len(name) > LONGEST_TAG or not name.isprintable():
            raise UsageError(
                f"not a tag: {shortened(tag, 40)!r}", hint=f"a tag is a printable word of 1 to {LONGEST_TAG} characters"
            )
        if find_secrets(name):
            raise Refused("a tag holds a secret; nothing was stored", hint="give it a tag that may be read")
        names.add(name)
    return tuple(sorted(names))
