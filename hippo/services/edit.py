"""Edit: change the text, the tags, the confidence or the pin of one memory; what was before stays in its history."""

from __future__ import annotations

from hippo.core.encode import clean_tags
from hippo.core.value import replace, value
from hippo.core.waiting import still_waiting
from hippo.services.approval import require_person
from hippo.services.door import admit
from hippo.services.keeping import refuse_twin, write_text
from hippo.services.lookup import look_up
from hippo.services.writing import writing
from hippo.store.mirrors import write_mirrors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from hippo.core.memory import Confidence, Memory
    from hippo.services.occasion import Occasion
    from hippo.store.rows import Stored
    from hippo.store.store import Store


@value
class Edited:
    """The memory as it is now, and the names of what changed."""

    memory: Memory
    changed: tuple[str, ...]
    notes: tuple[str, ...] = ()


@value
class Edit:
    """What is to be other than it was; None leaves a thing alone."""

    text: str | None = None
    add_tags: tuple[str, ...] = ()
    remove_tags: tuple[str, ...] = ()
    confidence: Confidence | None = None
    pinned: bool | None = None
    redact: bool = False


def edit(stores: Sequence[Store], memory_id: str, change: Edit, *, occasion: Occasion) -> Edited:
    """Change one memory.

    Raises what `remember` raises for a bad text, MemoryNotFound, AmbiguousId, and Refused when another memory has
    the new text already.
    """
    require_person(occasion, "edit a memory")
    notes: tuple[str, ...] = ()
    flag: str | None = None
    if change.text is not None:
        admitted = admit(change.text, mask=change.redact, settings=occasion.settings.memory)
        change, flag, notes = replace(change, text=admitted.text), admitted.flag, admitted.notes
    store, _ = look_up(stores, memory_id)
    with writing(store, occasion):
        found = store.memories.find(memory_id)
        after = _changed(found.memory, change, flag)
        names = tuple(
            name
            for name in ("text", "tags", "confidence", "pinned")
            if getattr(after, name) != getattr(found.memory, name)
        )
        if names:
            refuse_twin(store, found.number, after.text)
            _write(store, found, replace(after, updated_at=occasion.now), names, occasion)
    troubles = write_mirrors(store, [found.number]) if names else []
    notes += tuple(map(str, troubles))
    return Edited(memory=after, changed=names, notes=notes)


def _changed(memory: Memory, change: Edit, flag: str | None) -> Memory:
    tags = {*memory.tags, *clean_tags(change.add_tags)} - set(clean_tags(change.remove_tags))
    after = replace(
        memory,
        text=memory.text if change.text is None else change.text,
        tags=tuple(sorted(tags)),
        confidence=change.confidence or memory.confidence,
        pinned=memory.pinned if change.pinned is None else change.pinned,
        flag=memory.flag if flag is None or change.text == memory.text else flag,
    )
    return still_waiting(memory, after)


def _write(store: Store, found: Stored, after: Memory, names: Sequence[str], occasion: Occasion) -> None:
    was = {name: getattr(found.memory, name) for name in names}
    write_text(store, found.number, after)
    store.events.add(found.memory.id, "edited", now=occasion.now, actor=occasion.actor, before=was)
