"""Which folder a client works in: the roots that it names, else what its environment says, else where it started us."""

from __future__ import annotations

import os

from hippo.adapters.places import local_folder
from hippo.errors import HippoError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

#: Set by Claude Code for the programs it starts.
_PROJECT = "CLAUDE_PROJECT_DIR"


def fallback(environ: Mapping[str, str], started_in: str) -> str:
    """The folder where a client names no roots."""
    named = environ.get(_PROJECT, "")
    return named if os.path.isdir(named) else started_in


def chosen(uris: Sequence[str], environ: Mapping[str, str], *, otherwise: str) -> str:
    """The first root that has a store, else the first that is a folder, else what is given."""
    folders = [folder for uri in uris if os.path.isdir(folder := _path(uri))]
    return next((folder for folder in folders if _has_store(folder, environ)), next(iter(folders), otherwise))


def _path(uri: str) -> str:
    """The path of a `file://` address of this machine; nothing for any other."""
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    try:
        parts = urlsplit(uri)
    except ValueError:
        return ""
    is_here = parts.scheme == "file" and parts.netloc in {"", "localhost"}
    path = url2pathname(parts.path) if is_here else ""
    return "" if "\0" in path else path


def _has_store(folder: str, environ: Mapping[str, str]) -> bool:
    try:
        local_folder(folder, environ)
    except HippoError:
        return False
    return True
