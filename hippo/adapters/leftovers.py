"""What killed processes leave behind: temporary files that were never put in place."""

from __future__ import annotations

import os
import re

from hippo.adapters import files

#: `NAME.PID.tmp`, as `files.write_whole` names them, and the journals that SQLite puts beside such a file.
_LEFTOVER = re.compile(r".+\.(\d{1,10})\.tmp(?:-journal|-wal|-shm)?\Z")


def remove_leftovers(folder: str) -> list[str]:
    """Remove the temporary files below a folder whose writers are gone, and return their paths.

    Links are not followed. A file whose writer's number now belongs to another process stays until that one ends.
    """
    removed = []
    for place, _, names in os.walk(folder):
        for name in names:
            found = _LEFTOVER.match(name)
            if found and not _is_running(int(found[1])):
                path = os.path.join(place, name)
                try:
                    files.remove(path)
                except OSError:
                    continue
                removed.append(path)
    return sorted(removed)


def _is_running(number: int) -> bool:
    """Whether a process has this number, be it one of somebody else."""
    try:
        os.kill(number, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True
    return True
