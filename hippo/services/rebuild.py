"""Making a store from its mirrors: a fresh clone, or a lost database."""

from __future__ import annotations

import os
import zlib

from hippo.adapters import files
from hippo.core.humane import counted
from hippo.core.value import replace, value
from hippo.core.waiting import staged
from hippo.errors import HippoError
from hippo.services.door import admit
from hippo.services.keeping import add_memories
from hippo.store.events import Actor
from hippo.store.mirror_folder import MirrorTrouble
from hippo.store.mirror_state import Written
from hippo.store.mirror_text import links_in
from hippo.store.mirrors import read_mirrors
from hippo.store.versions import READ

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hippo.core.memory import Memory
    from hippo.core.settings import MemorySettings
    from hippo.store.store import Store


@value
class _Taken:
    """A memory that was read from a file, and whether the door let it in as the file shows it."""

    name: str
    memory: Memory
    as_shown: bool


def rebuild(store: Store, *, settings: MemorySettings) -> list[str]:
    """Add every memory that a Markdown file shows; returns what a person should know.

    The caller holds the transaction. A file that is no mirror, or whose text the door does not let in, is named and
    stops nothing. The actor of the events is the file, their time the memory's own.
    """
    found, troubles = read_mirrors(store.folder)
    notes: list[str] = []
    taken: list[_Taken] = []
    for name, memory in found:
        try:
            taken.append(_admitted(name, memory, settings, notes))
        except HippoError as error:
            troubles.append(MirrorTrouble(name=name, reason=error.message))
    numbers = add_memories(store, (each.memory for each in taken))
    for each in taken:
        store.events.add(each.memory.id, READ, now=each.memory.updated_at, actor=Actor(name="mirror"))
    for each in taken:
        _add_links(store, each)
    _note(store, dict(zip(numbers, taken, strict=True)))
    if taken:
        notes.insert(0, f"made the store from {counted(len(taken), 'Markdown file')}")
    return notes + [str(trouble) for trouble in troubles]


def _admitted(name: str, shown: Memory, settings: MemorySettings, notes: list[str]) -> _Taken:
    """The memory that a file shows, as the door lets it in."""
    admitted = admit(shown.text, mask=True, settings=settings)
    memory = staged(replace(shown, text=admitted.text, flag=admitted.flag))
    notes += [f"{name}: {note}" for note in admitted.notes if memory != shown]
    return _Taken(name=name, memory=memory, as_shown=memory == shown)


def _add_links(store: Store, taken: _Taken) -> None:
    """Tie a memory to what its mirror names, as far as it is there."""
    text = files.read_text(os.path.join(store.folder, taken.name)) or ""
    for kind, ids in links_in(text).items():
        for other in ids:
            store.links.add(taken.memory.id, kind, other, now=taken.memory.updated_at)


def _note(store: Store, taken: dict[int, _Taken]) -> None:
    """Note the files as they are, by the rows of their memories; one that shows its memory otherwise is behind."""
    store.mirrors.wrote(
        [
            Written(
                number=each.stored.number,
                version=each.version if taken[each.stored.number].as_shown else 0,
                name=taken[each.stored.number].name,
                digest=zlib.crc32(files.read_bytes(store.folder, taken[each.stored.number].name)),
            )
            for each in store.mirrors.of(list(taken))
        ]
    )
