"""The branch that is checked out, read from git's own file: asked at every push, so no process is started."""

from __future__ import annotations

import os

#: As much of a file of git's as is worth reading: HEAD and a `.git` file are one line each.
_MOST_BYTES = 4096
_ON_BRANCH = "ref: refs/heads/"
#: What HEAD says where references are kept in tables.
_ELSEWHERE = ".invalid"


def branch_of(folder: str) -> str:
    """The branch of the repository that a folder is in; nothing outside of one, or when no branch is checked out."""
    place = os.path.abspath(folder)
    while True:
        head = _head(os.path.join(place, ".git"))
        if head:
            name = head.removeprefix(_ON_BRANCH)
            return name if name not in (head, _ELSEWHERE) else ""
        above = os.path.dirname(place)
        if above == place:
            return ""
        place = above


def is_in_repository(folder: str | os.PathLike[str]) -> bool:
    """Whether git may find a checkout from a folder: what it looks for stands there or above."""
    try:
        place = os.path.realpath(folder)
    except ValueError:
        return False
    while not os.path.lexists(os.path.join(place, ".git")):
        place, below = os.path.dirname(place), place
        if place == below:
            return False
    return True


def _head(git: str) -> str:
    """What HEAD says, `git` being the repository itself or, in a worktree, a file that names it."""
    if os.path.isdir(git):
        return _line(os.path.join(git, "HEAD"))
    pointer = _line(git)
    if not pointer.startswith("gitdir:"):
        return ""
    return _line(os.path.join(os.path.dirname(git), pointer.removeprefix("gitdir:").strip(), "HEAD"))


def _line(path: str) -> str:
    try:
        if not os.path.isfile(path):
            return ""
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.readline(_MOST_BYTES).strip()
    except (OSError, ValueError):
        return ""
