"""The projects that the nightly run takes in turn: one small file for each, in the user's hippo home.

One file for each, because several processes may add and drop projects at once and none of them then waits for another.
"""

from __future__ import annotations

import os
import zlib

from hippo.adapters import files

_FOLDER = "projects"
_MOST_BYTES = 8192


def register(home: str, store: str) -> bool:
    """Note the store of a project; True if it was not noted before. Raises OSError."""
    path = _path(home, store)
    if files.read_bytes(home, os.path.relpath(path, home)) == os.fsencode(store):
        return False
    files.make_private_folder(os.path.dirname(path))
    files.write_whole(path, os.fsencode(store))
    return True


def registered(home: str) -> list[str]:
    """The stores that are noted, in order."""
    folder = os.path.join(home, _FOLDER)
    try:
        names = os.listdir(folder)
    except OSError:
        return []
    stores = (os.fsdecode(files.read_bytes(folder, name)[:_MOST_BYTES]) for name in names)
    return sorted({store for store in stores if os.path.isabs(store)})


def drop(home: str, store: str) -> None:
    """Forget a store. Raises OSError."""
    files.remove(_path(home, store))


def _path(home: str, store: str) -> str:
    data = os.fsencode(store)
    # Two checks over different bytes: two paths that agree in both are not met.
    return os.path.join(home, _FOLDER, f"{zlib.crc32(data):08x}{zlib.adler32(data):08x}")
