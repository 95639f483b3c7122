"""Invalidate: weaken the memories that speak of something that no longer is."""

from __future__ import annotations

import re

from hippo.core.memory import Confidence, Memory
from hippo.core.public import public
from hippo.core.value import replace, value
from hippo.errors import UsageError
from hippo.services.writing import writing
from hippo.store.mirrors import write_mirrors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from hippo.services.occasion import Occasion
    from hippo.store.rows import Stored
    from hippo.store.store import Store

#: What is left of the half-life of an invalidated memory: it fades within days unless it proves right after all
#: (chosen: a quarter, so that an ordinary one is archived at the next week's end).
REMAINING_SHARE = 0.25


@value
class Invalidated:
    """The memories that were weakened, or would be; those that match and are pinned, which stay as they are."""

    memories: tuple[Memory, ...]
    pinned: tuple[Memory, ...]
    dry_run: bool
    notes: tuple[str, ...] = ()


def invalidate(store: Store, pattern: str, *, occasion: Occasion, dry_run: bool = False) -> Invalidated:
    """Weaken the live memories whose text has the phrase, or, if none has it, all of its words; tags do not count.

    A weakened memory is stale and has a quarter of its half-life. Raises UsageError for a pattern without a word.
    """
    words = _words(pattern)
    if not words:
        raise UsageError("the pattern holds no word", hint='write it like `hippo invalidate "webpack config"`')
    found = list(_matching(store, words))
    weak = [each for each in found if not each.memory.pinned]
    pinned = tuple(each.memory for each in found if each.memory.pinned)
    if dry_run:
        return Invalidated(memories=tuple(each.memory for each in weak), pinned=pinned, dry_run=True)
    with writing(store, occasion):
        fresh = store.memories.by_numbers([each.number for each in weak])
        after = tuple(_weaken(store, each, pattern, occasion) for each in fresh)
    troubles = write_mirrors(store, [each.number for each in weak]) if weak else []
    return Invalidated(memories=after, pinned=pinned, dry_run=False, notes=tuple(map(str, troubles)))


def _matching(store: Store, words: list[str]) -> Iterator[Stored]:
    """Live memories with the words in a row, else those with all of them somewhere."""
    phrase = f" {' '.join(words)} "
    live = store.memories.listed()
    exact = [each for each in live if phrase in f" {' '.join(_words(each.memory.text))} "]
    yield from exact or (each for each in live if set(words) <= set(_words(each.memory.text)))


def _words(text: str) -> list[str]:
    return re.findall(r"\w+(?:[.\-]\w+)*", text.casefold())


def _weaken(store: Store, found: Stored, pattern: str, occasion: Occasion) -> Memory:
    memory = found.memory
    after = replace(
        memory,
        confidence=Confidence.STALE,
        half_life_days=memory.half_life_days * REMAINING_SHARE,
        updated_at=occasion.now,
    )
    store.memories.change(found.number, after)
    was = {"confidence": memory.confidence, "half_life_days": memory.half_life_days, "pattern": public(pattern)}
    store.events.add(memory.id, "invalidated", now=occasion.now, actor=occasion.actor, before=was)
    return after
