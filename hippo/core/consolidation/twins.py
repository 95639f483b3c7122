"""Memories of one text, found without comparing: the same words and signs, whatever the Unicode form and white space.

They are folded before anything is compared, so that a thousand copies crowd out no neighbour.
"""

from __future__ import annotations

from hippo.core.consolidation.outcome import Folding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from hippo.core.memory import Memory

SAME_TEXT = "is the same text"


def same_texts(memories: Iterable[Memory]) -> list[Folding]:
    """The memories to fold because an older one has their text; a pinned one is kept, and so is every other pinned."""
    by_text: dict[str, list[Memory]] = {}
    for memory in memories:
        by_text.setdefault(_normal(memory.text), []).append(memory)
    found = []
    for group in by_text.values():
        keep, *others = sorted(group, key=keeping_order)
        folded = tuple(sorted(memory.id for memory in others if not memory.pinned))
        if folded:
            found.append(Folding(keep_id=keep.id, folded_ids=folded, reason=SAME_TEXT))
    return sorted(found, key=lambda folding: folding.keep_id)


def keeping_order(memory: Memory) -> tuple[bool, datetime, str]:
    """Which of several twins is kept: the pinned, else the oldest."""
    return not memory.pinned, memory.created_at, memory.id


def joined(foldings: Sequence[Folding]) -> tuple[Folding, ...]:
    """Foldings with each chain drawn together: what is folded into one that is itself folded goes to the last."""
    into = {each: folding.keep_id for folding in foldings for each in folding.folded_ids}
    reasons = {folding.keep_id: folding.reason for folding in foldings}
    groups: dict[str, list[str]] = {}
    for each, first in into.items():
        keep = first
        while keep in into:
            keep = into[keep]
        groups.setdefault(keep, []).append(each)
    return tuple(
        Folding(keep_id=keep, folded_ids=tuple(sorted(folded)), reason=reasons[keep])
        for keep, folded in sorted(groups.items())
    )


def _normal(text: str) -> str:
    from unicodedata import normalize

    return " ".join((text if text.isascii() else normalize("NFC", text)).split())
