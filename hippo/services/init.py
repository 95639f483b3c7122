"""Init: make a store where there is none, add what a store lacks, and install for the agents that the project uses."""

from __future__ import annotations

import os

from hippo.adapters import files, template
from hippo.adapters.places import global_folder, new_local_folder
from hippo.adapters.projects import register
from hippo.core.value import value
from hippo.errors import StoreError, UsageError
from hippo.services.opening import GLOBAL, LOCAL, open_folder
from hippo.store.store import DATABASE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from hippo.services.hook_install import Done


@value
class Initialised:
    """Where the store is, whether it is new, every file of it that was written, and how many memories it holds.

    `nightly` says that it was added to the projects that the nightly run takes.
    """

    folder: str
    scope: str
    created: bool
    written: tuple[str, ...]
    memories: int
    agents: Done | None = None
    others: tuple[Other, ...] = ()
    nightly: bool = False
    notes: tuple[str, ...] = ()


@value
class Other:
    """An agent that is on this machine and not used in the project, and what would install for it."""

    title: str
    command: str


def init(
    start: str,
    environ: Mapping[str, str],
    *,
    everywhere: bool = False,
    named: str = "",
    hooks: bool = True,
    nightly: bool = True,
) -> Initialised:
    """Make the project's store, or with `everywhere` the user's; a second time adds what is missing.

    Files that exist are left as they are. With `hooks` hippo is installed for the agents that the project uses; a store
    that was named may lie anywhere, so that nothing around it is touched. With `nightly` the project is noted for the
    nightly run, which `hippo schedule install` sets up.
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
    is_named = everywhere or named or environ.get("HIPPO_DIR")
    agents, others = _agents(start, environ, notes) if hooks and not is_named else (None, ())
    return Initialised(
        folder=folder,
        scope=scope,
        created=created,
        written=tuple([DATABASE] * created + written),
        memories=memories,
        agents=agents,
        others=others,
        nightly=nightly and not everywhere and _note_for_nights(environ, folder, notes),
        notes=tuple(notes),
    )


def _note_for_nights(environ: Mapping[str, str], folder: str, notes: list[str]) -> bool:
    try:
        return register(global_folder(environ), folder)
    except (OSError, StoreError) as error:
        notes.append(f"not noted for the nightly sleep: {error}")
        return False


def _agents(start: str, environ: Mapping[str, str], notes: list[str]) -> tuple[Done | None, tuple[Other, ...]]:
    """Install for the agents that are used here, and name the others that are on this machine."""
    from hippo.core.agents.targets import TARGETS
    from hippo.services.hook_install import Place, detected, install, on_machine

    try:
        place = Place(start, environ, user=False)
    except UsageError as error:
        notes.append(f"{error.message}: no agent's files were touched")
        return None, ()
    used = detected(place)
    done = install(used, place)
    notes.extend(done.notes)
    others = tuple(
        Other(title=each.title, command=f"hippo hook install {each.name}")
        for each in TARGETS.values()
        if each not in used and on_machine(each, place)
    )
    return done, others
