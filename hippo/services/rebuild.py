"""Making a store from its mirrors: a fresh clone, or a lost database."""

from __future__ import annotations

import os
import zlib

from hippo.adapters import files
from hippo.core.humane import counted
from hippo.core.value import replace
from hippo.errors import HippoError
from hippo.services.door import admit
from hippo.services.keeping import add_memory
from hippo.store.events import Actor
from hippo.store.mirror_state import Written
from hippo.store.mirror_text import links_in
from hippo.store.mirrors import MirrorTrouble, read_mirrors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hippo.core.memory import Memory
    from hippo.core.settings import MemorySettings
    from hippo.store.store import Store


def rebuild(store: Store, *, settings: MemorySettings) -> list[str]:
    """Add every memory that a Markdown file shows; returns what a person should know.

    The caller holds the transaction. A file that is no mirror, or whose text the door does not let in, is named and
    stops nothing. The actor of the events is the file, their time the memory's own.
    """
    found, troubles = read_mirrors(store.folder)
    notes: list[str] = []
    taken: list[tuple[str, Memory]] = []
    for name, memory in found:
        try:
            taken.append((name, _take(store, name, memory, settings, notes)))
        except HippoError as error:
            troubles.append(MirrorTrouble(name=name, reason=error.message))
    for name, memory in taken:
        add_links(store, name, memory)
    if taken:
        notes.insert(0, f"made the store from {counted(len(taken), 'Markdown file')}")
    return notes + [str(trouble) for trouble in troubles]


def _take(store: Store, name: str, shown: Memory, settings: MemorySettings, notes: list[str]) -> Memory:
    """Add the memory that a file shows, as the door lets it in; a file that shows it otherwise is behind."""
    admitted = admit(shown.text, mask=True, settings=settings)
    memory = replace(shown, text=admitted.text, flag=admitted.flag)
    notes += [f"{name}: {note}" for note in admitted.notes if memory != shown]
    number = add_memory(store, memory)
    store.events.add(memory.id, "read from its mirror", now=memory.updated_at, actor=Actor(name="mirror"))
    digest = zlib.crc32(files.read_bytes(store.folder, name))
    store.mirrors.wrote([Written(number=number, version=int(memory == shown), name=name, digest=digest)])
    return memory


def add_links(store: Store, name: str, memory: Memory) -> None:
    """Tie a memory to what its mirror names, as far as it is there. The caller holds the transaction."""
    text = files.read_text(os.path.join(store.folder, name)) or ""
    for kind, ids in links_in(text).items():
        for other in ids:
            store.links.add(memory.id, kind, other, now=memory.updated_at)
