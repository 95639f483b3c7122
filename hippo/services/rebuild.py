"""Making a store from its mirrors: a fresh clone, or a lost database."""

from __future__ import annotations

import zlib

from hippo.adapters import files
from hippo.core.humane import counted
from hippo.services.keeping import add_memory
from hippo.store.events import Actor
from hippo.store.mirror_state import Written
from hippo.store.mirrors import read_mirrors

TYPE_CHECKING = False
if TYPE_CHECKING:
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
    store.mirrors.wrote(written)
    notes = [f"made the store from {counted(len(found), 'Markdown file')}"] if found else []
    return notes + [str(trouble) for trouble in troubles]
