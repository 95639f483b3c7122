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
#: As much of a file of git's as is worth reading: a `.git` file is one line with a path.
_MOST_CHARACTERS = 8192
_WORKTREE = r'^\s*worktree\s*=\s*"?(.+?)"?\s*$'


def global_folder(environ: Mapping[str, str]) -> str:
    """The user's store: HIPPO_HOME, else ~/.hippo."""
    return _path(environ.get("HIPPO_HOME") or os.path.join(_home(environ), FOLDER), environ)


def local_folder(start: str, environ: Mapping[str, str], *, named: str = "") -> str:
    """The project's store seen from a folder: `named`, else HIPPO_DIR, else the nearest one upwards.

    Raises NoStore.
    """
    explicit = _explicit(start, environ, named)
    if explicit:
        if not _may_be_a_store(explicit):
            raise NoStore(explicit)
        return explicit
    for folder in _upwards(start):
        for place in (_main_checkout(folder), folder):
            candidate = os.path.join(place, FOLDER)
            if place and os.path.isdir(candidate) and not _is_users(candidate, environ):
                return candidate
    raise NoStore(start)


def _may_be_a_store(folder: str) -> bool:
    """Whether a named folder is a store or the remains of one: no command but `init` makes one in any other."""
    return os.path.isdir(folder) and (
        os.path.basename(folder) == FOLDER
        or any(os.path.exists(os.path.join(folder, name)) for name in ("hippo.db", "config.toml", "episodic"))
    )


def new_local_folder(start: str, environ: Mapping[str, str], *, named: str = "") -> str:
    """Where `init` makes a project's store: at the top of the repository, else in the folder itself.

    Raises UsageError where the user's own store is.
    """
    explicit = _explicit(start, environ, named)
    if explicit:
        return explicit
    for place in (_project(start), os.path.abspath(start)):
        folder = os.path.join(place, FOLDER)
        if not _is_users(folder, environ):
            return folder
    raise UsageError(f"{start} is where your own store is", hint="`hippo init --global` makes that one")


def project_folder(start: str, environ: Mapping[str, str]) -> str:
    """The top of the checkout that a folder is in, a linked worktree's own; without git where the store is, or itself.

    Raises UsageError for the user's home, whose files serve all projects.
    """
    for folder in _upwards(start):
        store = os.path.join(folder, FOLDER)
        if os.path.exists(os.path.join(folder, ".git")) or (os.path.isdir(store) and not _is_users(store, environ)):
            break
    else:
        folder = os.path.abspath(start)
    if same_folder(folder, _home(environ)):
        raise UsageError(f"{folder} is your home, no project", hint="`--user` is for what serves all your projects")
    return folder


def home_folder(environ: Mapping[str, str]) -> str:
    """The user's home."""
    return _home(environ)


def same_folder(one: str, other: str) -> bool:
    """Whether two paths lead to one folder, also through links or before it is made."""
    return os.path.realpath(one) == os.path.realpath(other)


def _explicit(start: str, environ: Mapping[str, str], named: str) -> str:
    """The store that an option or a variable names, nothing if none does; a project's folder stands for its store."""
    given = named or environ.get("HIPPO_DIR", "")
    if not given:
        return ""
    folder = _path(given, environ, start)
    inside = os.path.join(folder, FOLDER)
    return inside if os.path.isdir(inside) else folder


def _is_users(folder: str, environ: Mapping[str, str]) -> bool:
    """Whether a folder is the user's store, or the one it would be without HIPPO_HOME."""
    return any(same_folder(folder, own) for own in (global_folder(environ), os.path.join(_home(environ), FOLDER)))


def _home(environ: Mapping[str, str]) -> str:
    """The user's home; an empty HOME names none, though Python takes it for the root of the file system."""
    named = environ.get("HOME") or os.environ.get("HOME")
    if named or os.name == "nt":
        return named or os.path.expanduser("~")
    from pwd import getpwuid

    try:
        return getpwuid(os.getuid()).pw_dir
    except KeyError:  # a user whom the system does not know, as in some containers
        return os.path.expanduser("~")


def _path(given: str, environ: Mapping[str, str], start: str = "") -> str:
    """A path that a person wrote, absolute; `~` is the home, also where no shell has replaced it."""
    if "\0" in given or len(given) > 4096:
        raise UsageError("the path of the store is not usable: it is too long or holds a NUL character")
    if given == "~" or given.startswith("~/"):
        given = _home(environ) + given[1:]
    return os.path.abspath(os.path.join(start, given))


def _upwards(start: str) -> Iterator[str]:
    folder = os.path.abspath(start)
    while True:
        yield folder
        parent = os.path.dirname(folder)
        if parent == folder:
            return
        folder = parent


def _project(start: str) -> str:
    """The top of the repository that a folder is in, for a linked worktree that of the main checkout."""
    for folder in _upwards(start):
        shared = _main_checkout(folder)
        if shared or os.path.exists(os.path.join(folder, ".git")):
            return shared or folder
    return os.path.abspath(start)


def _main_checkout(folder: str) -> str:
    """The main checkout behind a linked worktree (a bare repository itself), or nothing for any other folder."""
    pointer = _text(os.path.join(folder, ".git")).partition("\n")[0]
    if not pointer.startswith("gitdir:"):
        return ""
    own = os.path.join(folder, pointer.removeprefix("gitdir:").strip())
    common = _text(os.path.join(own, "commondir")).strip()
    if not common:
        return ""
    repository = os.path.normpath(os.path.join(own, common))
    if os.path.basename(repository) == ".git":
        checkout = os.path.dirname(repository)
    else:
        # A submodule keeps its repository elsewhere, and says in its config where it is checked out.
        import re

        elsewhere = re.search(_WORKTREE, _text(os.path.join(repository, "config")), re.MULTILINE)
        checkout = os.path.normpath(os.path.join(repository, elsewhere[1])) if elsewhere else repository
    return checkout if os.path.isdir(repository) and os.path.isdir(checkout) else ""


def _text(path: str) -> str:
    """The beginning of a regular file; nothing for anything else, or for a file that cannot be read."""
    try:
        if not os.path.isfile(path):
            return ""
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            return file.read(_MOST_CHARACTERS)
    except (OSError, ValueError):
        return ""
