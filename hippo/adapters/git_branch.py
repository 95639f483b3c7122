"""The branch that is checked out, read from git's own file: asked at every push, so no process is started."""

from __future__ import annotations

import os
import re

#: As much of a file of git's as is worth reading: HEAD and a `.git` file are one line each.
_MOST_BYTES = 4096
_ON_BRANCH = re.compile(r"ref: refs/heads/(.+)")
#: What HEAD says where references are kept in tables.
_ELSEWHERE = ".invalid"


def branch_of(folder: str) -> str:
    """The branch of the repository that a folder is in; nothing outside of one, or when no branch is checked out."""
    place = os.path.abspath(folder)
    while True:
        head = _head(os.path.join(place, ".git"))
        if head:
            found = _ON_BRANCH.fullmatch(head)
            return found[1] if found and found[1] != _ELSEWHERE else ""
        above = os.path.dirname(place)
        if above == place:
            return ""
        place = above


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
