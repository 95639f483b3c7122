"""Backups: whole verified copies of a store's database, beside it in `backups/`."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta

from hippo.adapters import files
from hippo.core.value import value
from hippo.errors import HippoError, NotFound
from hippo.store import snapshot
from hippo.store.connection import Damaged
from hippo.store.store import DATABASE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from hippo.store.snapshot import Verified

FOLDER = "backups"
_PREFIX, _SUFFIX = "hippo-", ".db"
_STAMP = "%Y%m%d-%H%M%S"


@value
class Backup:
    """One copy: its file, when it was taken, its size, and what a check of it found.

    `trouble` is empty for a sound one; `memories` then counts what it holds.
    """

    path: str
    taken_at: datetime
    size_bytes: int
    memories: int = 0
    trouble: str = ""


@value
class BackedUp:
    """A new copy, and the older ones that made room for it."""

    backup: Backup
    removed: tuple[str, ...] = ()


@value
class RestoredFrom:
    """A store that is now what a backup was; `safety` is the copy of what it had been, or the damaged file itself."""

    path: str
    memories: int
    safety: str


def back_up(folder: str, *, now: datetime, keep: int, label: str = "") -> BackedUp:
    """Take a verified copy of the store in a folder, and keep the newest `keep` of the ordinary ones (0: all).

    A copy with a label (taken before a migration, before a restore) is never removed. Raises HippoError.
    """
    place = os.path.join(folder, FOLDER)
    files.make_private_folder(place)
    path = _free_path(place, f"{_PREFIX}{now:{_STAMP}}{f'-{label}' if label else ''}")
    snapshot.take(os.path.join(folder, DATABASE), path)
    found = snapshot.verify(path)
    ordinary = [each.path for each in list_backups(folder) if not _label(each.path)]
    surplus = ordinary[keep:] if keep else []
    for old in surplus:
        files.remove(old)
    return BackedUp(backup=_sound(path, now, found), removed=tuple(surplus))


def list_backups(folder: str, *, check: bool = False) -> list[Backup]:
    """The copies of a store, the newest first; with `check` each is read and verified."""
    place = os.path.join(folder, FOLDER)
    names = os.listdir(place) if os.path.isdir(place) else []
    dated = [(moment, name) for name in names for moment in [_taken_at(name)] if moment is not None]
    return [_described(os.path.join(place, name), moment, check) for moment, name in sorted(dated, reverse=True)]


def newest_sound(folder: str) -> Backup | None:
    """The newest copy that verifies, if there is one."""
    return next((each for each in list_backups(folder, check=True) if not each.trouble), None)


def verify(path: str) -> Verified:
    """Check a copy. Raises NotFound, Damaged or NewerStore."""
    if not os.path.isfile(path):
        raise NotFound(f"there is no file {path}", hint="`hippo backup list` shows the backups")
    return snapshot.verify(path)


def restore(folder: str, path: str, *, now: datetime) -> RestoredFrom:
    """Make the store what a backup was.

    What it is now is kept first: as another copy, or, if it is too damaged to be copied, as the file itself. Raises
    NotFound, Damaged or NewerStore for the backup, Busy when another process is writing.
    """
    found = verify(path)
    target = os.path.join(folder, DATABASE)
    try:
        safety = back_up(folder, now=now, keep=0, label="before-restore").backup.path if os.path.exists(target) else ""
    except Damaged:
        safety = move_aside(folder, now=now)
    snapshot.put_back(path, target)
    os.chmod(target, files.PRIVATE_FILE)
    return RestoredFrom(path=path, memories=found.memories, safety=safety)


def move_aside(folder: str, *, now: datetime) -> str:
    """Rename a damaged database with its log, so that nothing writes to it again; returns its new path."""
    place = os.path.join(folder, FOLDER)
    files.make_private_folder(place)
    path = _free_path(place, f"damaged-{now:{_STAMP}}")
    for end in ("-wal", "-shm", ""):
        if os.path.exists(os.path.join(folder, DATABASE + end)):
            os.replace(os.path.join(folder, DATABASE + end), path + end)
    return path


def holding(folder: str, memory_ids: Sequence[str]) -> list[str]:
    """The copies beside a store, of whatever kind, that hold one of the memories, or that cannot be read."""
    place = os.path.join(folder, FOLDER)
    paths = [os.path.join(place, name) for name in sorted(os.listdir(place))] if os.path.isdir(place) else []
    return [path for path in paths if os.path.isfile(path) and snapshot.may_hold(path, memory_ids)]


def is_due(folder: str, *, now: datetime, every: timedelta) -> bool:
    """Whether the last copy is older than that, or there is none."""
    newest = next(iter(list_backups(folder)), None)
    return newest is None or now - newest.taken_at >= every


def _described(path: str, moment: datetime, check: bool) -> Backup:
    size = os.path.getsize(path)
    if not check:
        return Backup(path=path, taken_at=moment, size_bytes=size)
    try:
        return _sound(path, moment, snapshot.verify(path))
    except HippoError as error:
        return Backup(path=path, taken_at=moment, size_bytes=size, trouble=error.message)


def _sound(path: str, moment: datetime, found: Verified) -> Backup:
    return Backup(path=path, taken_at=moment, size_bytes=found.size_bytes, memories=found.memories)


def _free_path(place: str, stem: str) -> str:
    """A path that no file has: two copies in one second are two files."""
    path, number = os.path.join(place, stem + _SUFFIX), 1
    while os.path.exists(path):
        number += 1
        path = os.path.join(place, f"{stem}_{number}{_SUFFIX}")
    return path


def _label(path: str) -> str:
    """The reason in a file's name, empty for an ordinary copy."""
    return os.path.basename(path).removeprefix(_PREFIX)[15:].removesuffix(_SUFFIX).partition("_")[0]


def _taken_at(name: str) -> datetime | None:
    if not (name.startswith(_PREFIX) and name.endswith(_SUFFIX)):
        return None
    try:
        return datetime.strptime(name.removeprefix(_PREFIX)[:15], _STAMP).replace(tzinfo=UTC)
    except ValueError:
        return None
