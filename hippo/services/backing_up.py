"""Restoring a backup as a whole: the database, and then the Markdown files that show it."""

from __future__ import annotations

import os

from hippo.adapters import files
from hippo.core.value import value
from hippo.services import backup
from hippo.services.opening import open_folder
from hippo.store.mirror_folder import mirror_files
from hippo.store.mirror_text import BrokenMirror, is_untouched, parsed
from hippo.store.mirrors import write_mirrors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime

    from hippo.store.store import Store


@value
class Restored:
    """The backup, how many memories the store now has, where what it was is kept, files left alone."""

    path: str
    memories: int
    safety: str
    notes: tuple[str, ...] = ()


def restore_backup(folder: str, path: str, *, scope: str, now: datetime) -> Restored:
    """Make a store what a backup was, its Markdown files included.

    Files of memories that the backup does not know are removed if hippo wrote them (the safety copy has the
    memories), and left if a person did. Raises what `backup.restore` raises.
    """
    done = backup.restore(folder, path, now=now)
    notes: list[str] = []
    with open_folder(folder, scope, warn=notes.append).store as store:
        known = store.mirrors.known()
        notes += _remove_unknown(store, {each.memory_id for each in known})
        notes += [str(trouble) for trouble in write_mirrors(store, [each.number for each in known], overwrite=True)]
    return Restored(path=done.path, memories=done.memories, safety=done.safety, notes=tuple(notes))


def _remove_unknown(store: Store, known: set[str]) -> list[str]:
    notes = []
    for name in list(mirror_files(store.folder)):
        path = os.path.join(store.folder, name)
        text = files.read_text(path) or ""
        try:
            if parsed(text).id in known:
                continue
        except BrokenMirror:
            continue
        if is_untouched(text):
            files.remove(path)
        else:
            notes.append(f"{name} was changed by hand and is left; `hippo sync` makes a memory of it")
    return notes
