"""Keeping many drafts at once: as one by one, and new memories that follow each other are written together."""

from __future__ import annotations

from hippo.core.derived import derived
from hippo.core.value import value
from hippo.services.keeping import Kept, beside, born, keep, keeping_of
from hippo.store.events import REMEMBERED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hippo.core.derived import Derived
    from hippo.core.memory import Draft
    from hippo.services.occasion import Occasion
    from hippo.store.store import Store


@value
class Prepared:
    """A draft, the same as it may be stored, and what was worked out of that."""

    draft: Draft
    public: Draft
    found: Derived


def prepared(drafts: Iterable[Draft]) -> list[Prepared]:
    """Work out what storing these drafts takes. That is most of the work, and needs no transaction."""
    return [_prepared(draft) for draft in drafts]


def keep_all(store: Store, drafts: Sequence[Prepared], occasion: Occasion) -> list[Kept]:
    """Store drafts in their order, each as `keep` does; the caller holds the transaction."""
    taken = store.memories.fingerprints_among([each.found.fingerprint for each in drafts])
    kept: list[Kept] = []
    new: list[Prepared] = []
    for each in drafts:
        if each.found.fingerprint not in taken:
            taken.add(each.found.fingerprint)
            new.append(each)
            continue
        kept += _add(store, new, occasion)
        new = []
        kept.append(keep(store, each.draft, occasion))
    return kept + _add(store, new, occasion)


def _prepared(draft: Draft) -> Prepared:
    public = beside(draft)
    tags = tuple(sorted(set(draft.tags)))
    return Prepared(draft=draft, public=public, found=derived(draft.text, tags=tags, origin=public.origin))


def _add(store: Store, new: Sequence[Prepared], occasion: Occasion) -> list[Kept]:
    """Store drafts whose texts no memory has."""
    if not new:
        return []
    memories = [born(each.public, occasion) for each in new]
    numbers = store.memories.add([(memory, each.found) for memory, each in zip(memories, new, strict=True)])
    store.events.add_to_all((each.id for each in memories), REMEMBERED, now=occasion.now, actor=occasion.actor)
    return [
        Kept(number=number, memory=memory, keeping=keeping_of(memory))
        for number, memory in zip(numbers, memories, strict=True)
    ]
