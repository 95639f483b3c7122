"""Restoring a backup as a whole: the database, and then the Markdown files that show it.

A file that is as the store wrote it may be written over, for the safety copy has its memory. Any other holds what no
copy has: a person's edit, what another clone wrote. Such a file is left, and `hippo sync` takes in what it knows. So is
the file of a memory that is newer than the backup: the live memories are the backup's, and nothing younger is lost
unless somebody asks for that, and then only what the safety copy has.
"""

from __future__ import annotations

import os
import zlib

from hippo.adapters import files
from hippo.core.humane import counted
from hippo.core.value import value
from hippo.services import backup
from hippo.services.opening import GLOBAL, open_folder
from hippo.store.connection import Damaged
from hippo.store.mirror_folder import UnreadableMirror, mirror_files, read_mirror, text_of
from hippo.store.mirror_text import BrokenMirror, parsed
from hippo.store.mirrors import write_mirrors
from hippo.store.store import DATABASE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime

    from hippo.store.mirror_state import Known
    from hippo.store.store import Store

#: Files and memories that are named one by one in a note.
_MOST_NAMED = 3


@value
class Restored:
    """The backup, how many memories the store now has, where what it was is kept, what else to know.

    `newer` counts the memories that the backup does not know and whose files are there, for a sync to take them in.
    """

    path: str
    memories: int
    safety: str
    newer: int = 0
    notes: tuple[str, ...] = ()


@value
class _Before:
    """What a store knew before: the digests of its files by name, and the ids that had been erased."""

    digests: dict[str, int]
    erased: frozenset[str]


@value
class _Files:
    """The files that show something else than the restored store has.

    `left` hold what no copy has, each with the id it shows. `newer` show memories that the backup does not know, each
    with whether it is as the store wrote it, so that the safety copy has the same.
    """

    left: dict[str, str]
    newer: dict[str, bool]


def restore_backup(folder: str, path: str, *, scope: str, now: datetime, drop_newer: bool = False) -> Restored:
    """Make a store what a backup was, its Markdown files included.

    With `drop_newer` the files of memories newer than the backup go, too, if the safety copy has these. Raises what
    `backup.restore` raises.
    """
    backup.verify(path)
    before = _before(folder, scope)
    done = backup.restore(folder, path, now=now)
    notes: list[str] = []
    with open_folder(folder, scope, warn=notes.append).store as store:
        known = store.mirrors.known()
        found = _differing(store, known, before)
        dropped = _drop(store.folder, found) if drop_newer and done.is_safe else 0
        newer = len(found.newer) - dropped
        notes += _told_newer(newer, dropped, wanted=drop_newer, where=" --global" if scope == GLOBAL else "")
        notes += _show(store, known, found)
        notes += _back_again(known, before)
    return Restored(path=done.path, memories=done.memories, safety=done.safety, newer=newer, notes=tuple(notes))


def _before(folder: str, scope: str) -> _Before:
    """What the store knows now; nothing if there is none or it is damaged.

    Files that wait to be written are: what only the database has, no sync would bring back.
    """
    if not os.path.exists(os.path.join(folder, DATABASE)):
        return _Before(digests={}, erased=frozenset())
    try:
        with open_folder(folder, scope, warn=lambda _: None).store as store:
            write_mirrors(store)
            digests = {each.name: each.digest for each in store.mirrors.known() if each.name}
            return _Before(digests=digests, erased=frozenset(store.memories.purged_ids()))
    except Damaged:
        return _Before(digests={}, erased=frozenset())


def _differing(store: Store, known: list[Known], before: _Before) -> _Files:
    """Look at every file; one that the store wrote under another name than the backup knows is removed."""
    by_name = {each.name: each for each in known if each.name}
    ids = {each.memory_id for each in known}
    found = _Files(left={}, newer={})
    for name in list(mirror_files(store.folder)):
        digest, memory_id = _digest_and_id(store.folder, name)
        as_written = digest is not None and before.digests.get(name) == digest
        if memory_id and memory_id not in ids:
            found.newer[name] = as_written
        elif as_written and name not in by_name:
            files.remove(os.path.join(store.folder, name))
        elif not as_written and (name not in by_name or by_name[name].digest != digest):
            found.left[name] = memory_id
    return found


def _show(store: Store, known: list[Known], found: _Files) -> list[str]:
    """Make the files show the restored memories, but for those that hold what no copy has."""
    by_name = {each.name: each for each in known if each.name}
    left = found.left
    shown = {*left.values(), *(by_name[name].memory_id for name in left if name in by_name)}
    named = [each.number for each in known if each.name and each.memory_id not in shown]
    nameless = [each.number for each in known if not each.name and each.memory_id not in shown]
    troubles = [*write_mirrors(store, named, overwrite=True), *write_mirrors(store, nameless)]
    notes = [str(trouble) for trouble in troubles]
    if left:
        notes.append(f"left {_some(list(left))}, which no copy has as they are; `hippo sync` takes in what they know")
    return notes


def _drop(folder: str, found: _Files) -> int:
    """Remove the files of newer memories that the safety copy has as they are; returns how many."""
    copied = [name for name, as_written in found.newer.items() if as_written]
    for name in copied:
        files.remove(os.path.join(folder, name))
    return len(copied)


def _told_newer(kept: int, dropped: int, *, wanted: bool, where: str) -> list[str]:
    they, them = ("memory is", "it") if kept == 1 else ("memories are", "them")
    notes = [f"removed {counted(dropped, 'file')} of memories newer than this backup"] * bool(dropped)
    notes += [f"{kept:,} {they} newer than this backup: `hippo sync{where}` takes {them} in"] * bool(kept)
    return notes + ["what is newer and not in the safety copy was kept"] * (wanted and kept > 0)


def _digest_and_id(folder: str, name: str) -> tuple[int | None, str]:
    """The CRC-32 of a file and the id that it shows, as far as it can be read and shows one."""
    try:
        content = read_mirror(folder, name)
    except UnreadableMirror:
        return None, ""
    try:
        return zlib.crc32(content), parsed(text_of(content)).id
    except (UnreadableMirror, BrokenMirror):
        return zlib.crc32(content), ""


def _back_again(known: list[Known], before: _Before) -> list[str]:
    """That memories are back which had been erased since: who restores an older copy may not have meant that."""
    back = sorted(before.erased & {each.memory_id for each in known})
    return [f"erased since the backup, and back with it: {_some(back)}"] * bool(back)


def _some(names: list[str]) -> str:
    more = len(names) - _MOST_NAMED
    return ", ".join(names[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
