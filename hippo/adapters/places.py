"""Where stores are: the project's, found upwards like `.git`, and the user's.

Linked worktrees share the store of the main checkout, because what was learnt in a worktree must outlive it; the
worktrees of a bare repository share one that lies inside it. Nothing here asks git: it may not be installed.
"""

from __future__ import annotations

import os

from hippo.errors import NoStore, UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

FOLDER = ".hippo"
#: The longest `.git` file worth reading: one line with a path.
_GIT_FILE_BYTES = 8192


def global_folder(environ: Mapping[str, str]) -> str:
    """The user's store: HIPPO_HOME, else ~/.hippo."""
    return os.path.abspath(environ.get("HIPPO_HOME") or os.path.join(_home(environ), FOLDER))


def local_folder(start: str, environ: Mapping[str, str], *, named: str = "") -> str:
    """The project's store seen from a folder: `named`, else HIPPO_DIR, else the nearest one upwards.

    Raises NoStore.
    """
    explicit = named or environ.get("HIPPO_DIR", "")
    if explicit:
        folder = _usable_path(os.path.join(start, explicit))
        if not os.path.isdir(folder):
            raise NoStore(folder)
        return folder
    homes = {global_folder(environ), os.path.join(_home(environ), FOLDER)}
    for folder in _upwards(start):
        shared = _main_checkout(folder)
        for candidate in (os.path.join(place, FOLDER) for place in (shared, folder) if place):
            if candidate not in homes and os.path.isdir(candidate):
                return candidate
    raise NoStore(start)


def new_local_folder(start: str, environ: Mapping[str, str], *, named: str = "") -> str:
    """Where `init` makes a project's store: at the top of the repository, else in the folder itself."""
    explicit = named or environ.get("HIPPO_DIR", "")
    if explicit:
        return _usable_path(os.path.join(start, explicit))
    for folder in _upwards(start):
        shared = _main_checkout(folder)
        if shared or os.path.exists(os.path.join(folder, ".git")):
            return os.path.join(shared or folder, FOLDER)
    return os.path.join(os.path.abspath(start), FOLDER)


def _home(environ: Mapping[str, str]) -> str:
    return environ.get("HOME") or os.path.expanduser("~")


def _usable_path(path: str) -> str:
    if "\0" in path or len(path) > 4096:
        raise UsageError("the path of the store is not usable: it is too long or holds a NUL character")
    return os.path.abspath(path)


def _upwards(start: str) -> Iterator[str]:
    folder = os.path.abspath(start)
    while True:
        yield folder
        parent = os.path.dirname(folder)
        if parent == folder:
            return
        folder = parent


def _main_checkout(folder: str) -> str:
    """The main checkout behind a linked worktree (a bare repository itself), or nothing for any other folder."""
    pointer = _first_line(os.path.join(folder, ".git"))
    if not pointer.startswith("gitdir:"):
        return ""
    own = os.path.join(folder, pointer.removeprefix("gitdir:").strip())
    common = _first_line(os.path.join(own, "commondir"))
    if not common:
        return ""
    shared = os.path.normpath(os.path.join(own, common))
    return os.path.dirname(shared) if os.path.basename(shared) == ".git" else shared


def _first_line(path: str) -> str:
    """The first line of a small file; nothing for a folder, a missing file or an unreadable one."""
    try:
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            return file.read(_GIT_FILE_BYTES).partition("\n")[0].strip()
    except (OSError, ValueError):
        return ""
