"""By what a failed command is known when it fails again, and when it passes: the command, and the folder it ran in."""

from __future__ import annotations

import os

from hippo.core.command_text import without_variables
from hippo.core.digest import digest
from hippo.core.failure_text import FIXED_TAG
from hippo.core.memory import State

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hippo.adapters.git_head import Head
    from hippo.store.rows import Stored
    from hippo.store.store import Store

#: How the keys of all failures begin.
BEGINNING = "watch:"


def key_of(store: Store, command: str, folder: str, head: Head | None) -> str:
    """How the keys of all failures of a command in a folder begin; the same in every worktree of a repository."""
    place = folder
    if store.scope == "local":
        place = head.folder if head else _inside(os.path.dirname(store.folder), folder)
    told = f"{without_variables(command)}\0{place}"
    return f"{BEGINNING}{digest(told)}:"


def _inside(project: str, folder: str) -> str:
    """A folder as git will name it from the first commit on: relative to the project; whole where it is outside."""
    top, place = os.path.realpath(project), os.path.realpath(folder)
    if place == top:
        return ""
    below = os.path.join(top, "")
    return place.removeprefix(below).replace(os.sep, "/") if place.startswith(below) else folder


def open_failures(store: Store, beginning: str = BEGINNING) -> list[Stored]:
    """The live failures with such keys of which nobody knows that they are fixed."""
    found = store.memories.with_key(beginning)
    return [each for each in found if each.memory.state is State.LIVE and FIXED_TAG not in each.memory.tags]
