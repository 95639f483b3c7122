"""Making a store from its mirrors: a fresh clone, or a lost database."""

from __future__ import annotations

import os
import zlib

from hippo.adapters import files
from hippo.core.humane import counted
from hippo.services.keeping import add_memory
from hippo.store.events import Actor
from hippo.store.mirror_state import Written
from hippo.store.mirror_text import links_in
from hippo.store.mirrors import read_mirrors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hippo.core.memory import Memory
    from hippo.store.store import Store


def rebuild(store: Store) -> list[str]:
    """Add every memory that a Markdown file shows; returns what a person should know.

    The caller holds the transaction. A file that is no mirror is named and stops nothing. The actor of the events is
    the file, their time the memory's own.
    """
    found, troubles = read_mirrors(store.folder)
    written = []
    for name, memory in found:
        number = add_memory(store, memory)
        store.events.add(memory.id, "read from its mirror", now=memory.updated_at, actor=Actor(name="mirror"))
        digest = zlib.crc32(files.read_bytes(store.folder, name))
        written.append(Written(number=number, version=1, name=name, digest=digest))
    for name, memory in found:
        add_links(store, name, memory)
    store.mirrors.wrote(written)
    notes = [f"made the store from {counted(len(found), 'Markdown file')}"] if found else []
    return notes + [str(trouble) for trouble in troubles]


def add_links(store: Store, name: str, memory: Memory) -> None:
    """Tie a memory to what its mirror names, as far as it is there. The caller holds the transaction."""
    text = files.read_text(os.path.join(store.folder, name)) or ""
    for kind, ids in links_in(text).items():
        for other in ids:
            store.links.add(memory.id, kind, other, now=memory.updated_at)
