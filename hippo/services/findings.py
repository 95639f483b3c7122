"""What doctor finds: about the parts of a store, and about what lies around its database."""

from __future__ import annotations

import os
import stat
from enum import StrEnum

from hippo.adapters import config, files
from hippo.core.value import value
from hippo.services import backup
from hippo.store.store import DATABASE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

#: Files that are named one by one.
_MOST_NAMED = 3


class Part(StrEnum):
    """What is looked at."""

    DATABASE = "database"
    STRUCTURE = "structure"
    INDEX = "full-text index"
    TOTALS = "totals"
    MIRRORS = "mirrors"
    SPOOL = "waiting recalls"
    JOURNAL = "journal"
    VECTORS = "vectors"
    SETTINGS = "settings"
    RIGHTS = "file rights"
    BACKUPS = "backups"
    AGENTS = "agents"
    SCHEDULE = "schedule"


@value
class Finding:
    """A part, what is wrong with it (empty: it is well), what to do or to know, and whether `--fix` has mended it."""

    part: Part
    trouble: str = ""
    advice: str = ""
    mended: bool = False


def around(folder: str, *, fix: bool) -> Iterator[Finding]:
    """What can be found without opening the database, which may be damaged."""
    yield _settings(folder)
    yield _rights(folder, fix=fix)
    yield _backups(folder)


def _settings(folder: str) -> Finding:
    complaints = config.load(folder).complaints
    advice = "mend config.toml by hand" if complaints else ""
    return Finding(part=Part.SETTINGS, trouble="; ".join(complaints), advice=advice)


def _rights(folder: str, *, fix: bool) -> Finding:
    """The folder must be its owner's alone, and so must the database, its log and its copies."""
    wide = _wide(folder)
    if wide and fix:
        for path in wide:
            os.chmod(path, files.PRIVATE_FOLDER if os.path.isdir(path) else files.PRIVATE_FILE)
    names = ", ".join(os.path.relpath(path, os.path.dirname(folder)) for path in wide[:_MOST_NAMED])
    return Finding(
        part=Part.RIGHTS,
        trouble=f"readable by others: {names}" if wide else "",
        advice="`hippo doctor --fix` makes them private" if wide else "",
        mended=fix and bool(wide) and not _wide(folder),
    )


def _wide(folder: str) -> list[str]:
    """The private paths of a store that others can read or write."""
    beside = (os.path.join(folder, name) for name in sorted(os.listdir(folder)) if name.startswith(DATABASE))
    private = [folder, *beside, *(each.path for each in backup.list_backups(folder))]
    return [path for path in private if stat.S_IMODE(os.stat(path).st_mode) & 0o077]


def _backups(folder: str) -> Finding:
    """Copies that are damaged; one that may only not be read is not called so, for it may be the last sound one."""
    ill = [each.path for each in backup.list_backups(folder, check=True) if each.trouble]
    closed = [path for path in ill if not os.access(path, os.R_OK)]
    damaged = [path for path in ill if path not in closed]
    kinds = (("damaged", damaged), ("not readable by you", closed))
    troubles = [f"{what}: {', '.join(map(os.path.basename, paths))}" for what, paths in kinds if paths]
    advice = ["remove it, then `hippo backup`"] * bool(damaged) + [f"`chmod u+rw {' '.join(closed)}`"] * bool(closed)
    return Finding(part=Part.BACKUPS, trouble="; ".join(troubles), advice="; ".join(advice))
