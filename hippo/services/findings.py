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
    """The folder must be its owner's alone, and so must the database, its log and its copies.

    Rights are set on these themselves: a link among them may lead to anything, so it is named and not followed.
    """
    wide, links = _wide(folder), _links(folder)
    if fix:
        for path in wide:
            os.chmod(path, files.PRIVATE_FOLDER if path == folder else files.PRIVATE_FILE)
    troubles = [f"readable by others: {_named(wide, folder)}"] * bool(wide)
    troubles += [f"a link, which nobody follows to set rights: {_named(links, folder)}"] * bool(links)
    advice = ["`hippo doctor --fix` makes them private"] * bool(wide)
    advice += ["put in place of a link what it leads to, for you alone, or remove it"] * bool(links)
    return Finding(
        part=Part.RIGHTS,
        trouble="; ".join(troubles),
        advice="; ".join(advice),
        mended=fix and bool(wide) and not links and not _wide(folder),
    )


def _named(paths: list[str], folder: str) -> str:
    return ", ".join(os.path.relpath(path, os.path.dirname(folder)) for path in paths[:_MOST_NAMED])


def _wide(folder: str) -> list[str]:
    """The folder and the private files of a store, as far as they are that and others can read or write them."""
    files_of = [path for path in _private_paths(folder) if stat.S_ISREG(_mode(path))]
    own = [folder] if stat.S_ISDIR(_mode(folder)) else []
    return [path for path in own + files_of if stat.S_IMODE(_mode(path)) & 0o077]


def _links(folder: str) -> list[str]:
    """What of a store's private paths is a link; the folder itself only if others can enter where it leads."""
    links = [path for path in _private_paths(folder) if stat.S_ISLNK(_mode(path))]
    is_open = os.path.islink(folder) and stat.S_IMODE(os.stat(folder).st_mode) & 0o077
    return [folder] * bool(is_open) + links


def _private_paths(folder: str) -> list[str]:
    """What lies in a store and is its owner's alone; what a linked folder of copies holds lies elsewhere."""
    beside = [os.path.join(folder, name) for name in sorted(os.listdir(folder)) if name.startswith(DATABASE)]
    copies = os.path.join(folder, backup.FOLDER)
    if os.path.islink(copies):
        return [*beside, copies]
    return [*beside, *(each.path for each in backup.list_backups(folder))]


def _mode(path: str) -> int:
    """Kind and rights of what a path itself is; 0 for what has gone meanwhile, such as a log."""
    try:
        return os.lstat(path).st_mode
    except FileNotFoundError:
        return 0


def _backups(folder: str) -> Finding:
    """Copies that are damaged; one that may only not be read is not called so, for it may be the last sound one."""
    ill = [each.path for each in backup.list_backups(folder, check=True) if each.trouble]
    closed = [path for path in ill if not os.access(path, os.R_OK)]
    damaged = [path for path in ill if path not in closed]
    kinds = (("damaged", damaged), ("not readable by you", closed))
    troubles = [f"{what}: {', '.join(map(os.path.basename, paths))}" for what, paths in kinds if paths]
    advice = ["remove it, then `hippo backup`"] * bool(damaged) + [f"`chmod u+rw {' '.join(closed)}`"] * bool(closed)
    return Finding(part=Part.BACKUPS, trouble="; ".join(troubles), advice="; ".join(advice))
