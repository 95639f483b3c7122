"""What killed processes leave behind: temporary files that were never put in place."""

from __future__ import annotations

import os
import re
import time

from hippo.adapters import files

#: `NAME.PID.tmp`, as `files.write_whole` names them, and the journals that SQLite puts beside such a file.
_LEFTOVER = re.compile(r".+\.(\d{1,10})\.tmp(?:-journal|-wal|-shm)?\Z")


#: How long a file may rest while a process has its writer's number, in seconds (chosen: no copy pauses for so long).
_IDLE_SECONDS = 3600


def find_leftovers(folder: str) -> list[str]:
    """The temporary files below a folder whose writers are gone; links are not followed.

    A process may have been given the number of a dead one: a file that nobody has written to for an hour counts, too.
    """
    return sorted(
        os.path.join(place, name)
        for place, _, names in os.walk(folder)
        for name in names
        for found in [_LEFTOVER.match(name)]
        if found and (not _is_running(int(found[1])) or _is_idle(os.path.join(place, name)))
    )


def remove_leftovers(folder: str) -> list[str]:
    """Remove what killed processes have left below a folder, and return the paths."""
    removed = []
    for path in find_leftovers(folder):
        try:
            files.remove(path)
        except OSError:
            continue
        removed.append(path)
    return removed


def remove_leftovers_of(path: str) -> None:
    """Remove what killed processes have left of one file, right beside it."""
    folder, name = os.path.split(path)
    for each in os.listdir(folder or "."):
        found = _LEFTOVER.match(each) if each.startswith(f"{name}.") else None
        if found and each == f"{name}.{found[1]}.tmp" and not _is_running(int(found[1])):
            files.remove(os.path.join(folder, each))


def _is_idle(path: str) -> bool:
    """Whether nobody has written to a file for long, by the clock of the machine, which HIPPO_NOW does not move."""
    try:
        return time.time() - os.lstat(path).st_mtime > _IDLE_SECONDS  # noqa: TID251 - files have the machine's times
    except OSError:
        return False


def _is_running(number: int) -> bool:
    """Whether a process has this number, be it one of somebody else."""
    try:
        os.kill(number, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True
    return True
