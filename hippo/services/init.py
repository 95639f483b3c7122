"""Init: make a store where there is none, and add what a store lacks."""

from __future__ import annotations

import os

from hippo.adapters import files, template
from hippo.adapters.places import global_folder, new_local_folder
from hippo.core.value import value
from hippo.services.opening import GLOBAL, LOCAL, open_folder
from hippo.store.store import DATABASE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


@value
class Initialised:
    """Where the store is, whether it is new, every file that was written, and how many memories it holds."""

    folder: str
    scope: str
    created: bool
    written: tuple[str, ...]
    memories: int
    notes: tuple[str, ...] = ()


def init(start: str, environ: Mapping[str, str], *, everywhere: bool = False, named: str = "") -> Initialised:
    """Make the project's store, or with `everywhere` the user's; a second time adds what is missing.

    Files that exist are left as they are.
    """
    folder = global_folder(environ) if everywhere else new_local_folder(start, environ, named=named)
    scope = GLOBAL if everywhere else LOCAL
    files.make_private_folder(folder)
    created = not os.path.exists(os.path.join(folder, DATABASE))
    written = template.copy_missing(folder)
    notes: list[str] = []
    opened = open_folder(folder, scope, warn=notes.append)
    try:
        memories = sum(opened.store.memories.counts().values())
    finally:
        opened.store.close()
    return Initialised(
        folder=folder,
        scope=scope,
        created=created,
        written=tuple([DATABASE] * created + written),
        memories=memories,
        notes=tuple(notes),
    )
