"""How hippo runs git: read only, and deaf to what the surroundings would change about it."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

#: What stays of git's own variables: the user's configuration, and where git and its repositories may be.
#: The others (GIT_DIR, GIT_INDEX_FILE, …) are set while a hook runs, and point git at that repository for good.
_KEPT = ("GIT_CONFIG_", "GIT_PYTHON_", "GIT_EXEC_PATH", "GIT_CEILING_DIRECTORIES", "GIT_DISCOVERY_ACROSS_FILESYSTEM")

#: No lock is taken, no password asked for, nothing fetched for a partial clone (older git knows only the
#: protocols), and errors are in English, by which they are told apart.
ADDED = {
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "",
    "LANGUAGE": "C",
    "LC_ALL": "C",
}

#: Options before the verb: a repository's own settings start no program.
OPTIONS = ("--no-pager", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null")


def answer(folder: str | os.PathLike[str], arguments: Sequence[str], *, seconds: float) -> str | None:
    """What git prints in a folder; None on any trouble, and when it takes longer."""
    from hippo.adapters.child_output import output_of

    command = ["git", "-C", os.path.abspath(folder), *OPTIONS, *arguments]
    printed = output_of(command, environment(os.environ), seconds=seconds)
    return None if printed is None else printed.decode("utf-8", "replace")


def environment(surroundings: Mapping[str, str]) -> dict[str, str]:
    """The environment of a git child."""
    return {name: text for name, text in surroundings.items() if not misleading(name)} | ADDED


def misleading(variable: str) -> bool:
    """Whether a variable would make git read something else than it was pointed at."""
    return variable.startswith("GIT_") and not variable.startswith(_KEPT)
