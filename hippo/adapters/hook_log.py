"""Where hooks tell of trouble, since they must not tell the programs that call them.

A line is the moment, the event and what went wrong; nothing of what a person or an agent said. The log is bounded: a
full one becomes `hooks.log.1`.
"""

from __future__ import annotations

import os
import time

FOLDER = "logs"
FILE = "hooks.log"
_LARGEST_BYTES = 256 * 1024
_LONGEST_MESSAGE = 500


def note_trouble(folders: tuple[str, ...], event: str, trouble: str, *, name: str = FILE) -> None:
    """Add a line to the log in the first of some folders that takes it; a folder that is not there takes none."""
    message = " ".join(trouble.split())[:_LONGEST_MESSAGE]
    line = f"{time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime())} {event}: {message}\n"
    for folder in folders:
        if folder and os.path.isdir(folder) and _add(os.path.join(folder, FOLDER), name, line):
            return


def _add(folder: str, name: str, line: str) -> bool:
    path = os.path.join(folder, name)
    try:
        if not os.path.isdir(folder):
            os.mkdir(folder, 0o700)
        if os.path.isfile(path) and os.path.getsize(path) > _LARGEST_BYTES:
            os.replace(path, f"{path}.1")
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0), 0o600)
        try:
            os.write(descriptor, line.encode("utf-8", "replace"))
        finally:
            os.close(descriptor)
    except OSError:
        return False
    return True
