"""Backups: whole verified copies of a store's database, beside it in `backups/`."""

from __future__ import annotations

import os
import re
from datetime import UTC, datetime, timedelta

from hippo.adapters import files
from hippo.adapters.leftovers import find_leftovers, remove_leftovers
from hippo.core.value import replace, value
from hippo.errors import HippoError, NotFound, Refused
from hippo.store import snapshot
from hippo.store.connection import Damaged
from hippo.store.store import DATABASE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hippo.store.snapshot import Verified

FOLDER = "backups"
_STAMP = "%Y%m%d-%H%M%S"
#: `hippo-20310303-120000.db`, with a label for one that was taken before something, and a number for the second one of
#: a second; `schema-1.db` is what an older hippo left before its schema was changed.
_NAME = re.compile(r"hippo-(?P<stamp>\d{8}-\d{6})(?:-(?P<label>[a-z-]+))?(?:_(?P<number>\d+))?\.db")
_OLDER = re.compile(r"schema-\d+\.db")


@value
class Backup:
    """One copy: its file, when it was taken, its size, and what a check of it found.

    `label` says before what it was taken; an ordinary copy has none. `trouble` is empty for a sound one; `memories`
    then counts what it holds.
    """

    path: str
    taken_at: datetime
    size_bytes: int
    label: str = ""
    memories: int = 0
    trouble: str = ""


@value
class BackedUp:
    """A new copy, and the older ones that made room for it."""

    backup: Backup
    removed: tuple[str, ...] = ()


@value
class RestoredFrom:
    """A store that is now what a backup was.

    `safety` is the verified copy of what it had been, or, where that was too damaged to be copied, the file itself;
    `is_safe` tells the two apart.
    """

    path: str
    memories: int
    safety: str
    is_safe: bool


def back_up(folder: str, *, now: datetime, keep: int, label: str = "") -> BackedUp:
    """Take a verified copy of the store in a folder, and keep the newest `keep` of the ordinary ones (0: all).

    A copy with a label (taken before a migration, before a restore) is never removed, nor is the one just taken, even
    if the clock was ahead when others were. Raises StoreError, Damaged or Busy.
    """
    place = os.path.join(folder, FOLDER)
    files.make_private_folder(place)
    remove_leftovers(place)
    path = _free_path(place, f"hippo-{now:{_STAMP}}{f'-{label}' if label else ''}")
    found = snapshot.take(os.path.join(folder, DATABASE), path)
    older = [each.path for each in list_backups(folder) if not each.label and each.path != path]
    surplus = older[keep - 1 :] if keep and not label else []
    for old in surplus:
        files.remove(old)
    made = Backup(path=path, taken_at=now, size_bytes=found.size_bytes, label=label, memories=found.memories)
    return BackedUp(backup=made, removed=tuple(surplus))


def list_backups(folder: str, *, check: bool = False) -> list[Backup]:
    """The copies of a store, the newest first; with `check` each is read and verified."""
    place = os.path.join(folder, FOLDER)
    names = os.listdir(place) if os.path.isdir(place) else []
    found = [(order, os.path.join(place, name)) for name in names for order in _order(place, name)]
    return [each for (moment, _), path in sorted(found, reverse=True) for each in _described(path, moment, check)]


def newest_sound(folder: str) -> Backup | None:
    """The newest copy that verifies, if there is one."""
    backups = (each for listed in list_backups(folder) for each in _described(listed.path, listed.taken_at, check=True))
    return next((each for each in backups if not each.trouble), None)


def verify(path: str) -> Verified:
    """Check a copy. Raises NotFound, Damaged, NewerStore or Refused."""
    if not os.path.isfile(path):
        raise NotFound(f"there is no file {path}", hint="`hippo backup list` shows the backups")
    return snapshot.verify(path)


def restore(folder: str, path: str, *, now: datetime) -> RestoredFrom:
    """Make the store what a backup was.

    What it is now is kept first: as another copy, or, if it is too damaged to be copied, as the file itself. Raises
    NotFound, Damaged, NewerStore or Refused for the backup, NewerStore for the store, Busy when another process is
    writing.
    """
    target = os.path.join(folder, DATABASE)
    if os.path.exists(path) and os.path.exists(target) and os.path.samefile(path, target):
        raise Refused(f"{path} is the store itself", hint="`hippo backup list` shows the backups")
    found = verify(path)
    if not os.path.exists(target):
        snapshot.take(path, target, is_live=True)
        return RestoredFrom(path=path, memories=found.memories, safety="", is_safe=False)
    is_safe = True
    try:
        safety = back_up(folder, now=now, keep=0, label="before-restore").backup.path
    except Damaged:
        is_safe = False
        safety = _free_path(os.path.join(folder, FOLDER), f"damaged-{now:{_STAMP}}")
        snapshot.take(path, target, is_live=True, before=lambda: _move_aside(target, safety))
    else:
        snapshot.put_back(path, target)
    return RestoredFrom(path=path, memories=found.memories, safety=safety, is_safe=is_safe)


def holding(folder: str, memory_ids: Sequence[str]) -> list[str]:
    """The copies beside a store, of whatever kind, that hold one of the memories, or that cannot be read.

    What killed processes have left is none of them: purging removes it.
    """
    place = os.path.join(folder, FOLDER)
    names = sorted(os.listdir(place)) if os.path.isdir(place) else []
    going = set(find_leftovers(place))
    paths = [path for path in (os.path.join(place, name) for name in names) if path not in going]
    return [path for path in paths if os.path.isfile(path) and snapshot.may_hold(path, memory_ids)]


def is_due(folder: str, *, now: datetime, every: timedelta) -> bool:
    """Whether no copy was taken within that time; one from the future says nothing, for the clock was wrong then."""
    return not any(timedelta(0) <= now - each.taken_at < every for each in list_backups(folder))


def _described(path: str, moment: datetime, check: bool) -> Iterator[Backup]:
    """The copy at a path; none if it made room for another meanwhile."""
    found = _NAME.fullmatch(os.path.basename(path))
    label = found["label"] or "" if found else "migration"
    try:
        plain = Backup(path=path, taken_at=moment, size_bytes=os.path.getsize(path), label=label)
    except FileNotFoundError:
        return
    if not check:
        yield plain
        return
    try:
        yield replace(plain, memories=snapshot.verify(path).memories)
    except HippoError as error:
        yield replace(plain, trouble=error.message)


def _move_aside(target: str, path: str) -> None:
    """Rename a damaged database with its log, so that nothing writes to it again."""
    for end in ("-wal", "-shm", "-journal", ""):
        if os.path.exists(target + end):
            os.replace(target + end, path + end)


def _free_path(place: str, stem: str) -> str:
    """A path that no file has: two copies in one second are two files."""
    path, number = os.path.join(place, f"{stem}.db"), 1
    while os.path.exists(path):
        number += 1
        path = os.path.join(place, f"{stem}_{number}.db")
    return path


def _order(place: str, name: str) -> Iterator[tuple[datetime, int]]:
    """When a copy was taken, and which of that second it is; nothing for a file that is none."""
    found = _NAME.fullmatch(name)
    try:
        if found:
            moment = datetime.strptime(found["stamp"], _STAMP).replace(tzinfo=UTC)
            yield moment, int(found["number"] or 1)
        elif _OLDER.fullmatch(name):
            yield datetime.fromtimestamp(os.path.getmtime(os.path.join(place, name)), UTC), 1
    except (ValueError, OSError):
        return
