"""Writing the Markdown mirrors after a commit, and reading them where there is no database.

A mirror can always be made again, so one that cannot be written is reported and stops nothing.
"""

from __future__ import annotations

import os
import zlib

from hippo.adapters import files
from hippo.core.memory import Layer
from hippo.core.merge_marks import is_unresolved
from hippo.errors import Busy, HippoError, StoreError
from hippo.store.mirror_folder import (
    LINK,
    UNRESOLVED,
    MirrorTrouble,
    UnreadableMirror,
    is_blank,
    is_link,
    linked_folders,
    mirror_files,
    read_mirror,
    text_of,
    trouble_with,
)
from hippo.store.mirror_state import Unmirrored, Written
from hippo.store.mirror_text import BrokenMirror, file_name, is_untouched, links_in, parsed, rendered
from hippo.store.versions import merged

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from hippo.core.memory import Memory
    from hippo.store.links import LinkKind
    from hippo.store.store import Store


#: How long the noting of what was written waits for others, in seconds (chosen: it can as well be noted later).
_NOTING_WAIT_SECONDS = 1.0


class _HandEdited(Exception):
    """The file holds what the database does not know yet."""


def write_mirrors(
    store: Store, numbers: Sequence[int] | None = None, *, overwrite: bool = False
) -> list[MirrorTrouble]:
    """Write the mirrors of the given rows, or of all that are behind; call it after the commit.

    Returns what could not be written. A file that a person has changed is left for `hippo sync`, unless `overwrite`
    says that its content has been taken in or is to go. A store that has become busy meanwhile only leaves its mirrors
    marked as behind; the next sleep writes them.
    """
    behind = store.mirrors.behind() if numbers is None else store.mirrors.of(numbers)
    writer = _Writer(store, behind, overwrite=overwrite)
    written: list[Written] = []
    troubles: list[MirrorTrouble] = []
    for each in behind:
        try:
            written.append(writer.write(each))
        except (OSError, HippoError) as error:
            troubles.append(trouble_with(each.name or file_name(each.stored.memory), error))
        except _HandEdited:
            troubles.append(MirrorTrouble(name=each.name, reason="it was changed by hand; `hippo sync` takes that in"))
    if written:
        try:
            with store.transaction(wait_seconds=_NOTING_WAIT_SECONDS):
                store.mirrors.wrote(written)
        except Busy:
            pass
        except HippoError as error:
            troubles.append(MirrorTrouble(name=written[0].name, reason=error.message))
    return troubles


def remove_mirror(store: Store, each: Unmirrored) -> None:
    """Remove the file of a memory that is gone for good, also one that was written but never noted."""
    memory = each.stored.memory
    for name in {each.name or _unnoted(store.folder, memory), file_name(memory)} - {""}:
        files.remove(os.path.join(store.folder, name))


def remove_copies(folder: str, memory_ids: Collection[str]) -> None:
    """Remove every file that shows one of these memories, whatever a person has called it."""
    for name in list(mirror_files(folder)):
        try:
            if parsed(text_of(read_mirror(folder, name))).id in memory_ids:
                files.remove(os.path.join(folder, name))
        except (UnreadableMirror, BrokenMirror):
            continue


def read_mirrors(folder: str) -> tuple[list[tuple[str, Memory]], list[MirrorTrouble]]:
    """Every memory that the Markdown files of a store show, with its file, oldest first.

    Of two files of one memory the later version counts.
    """
    found: dict[str, tuple[str, Memory]] = {}
    troubles = linked_folders(folder)
    for name in mirror_files(folder):
        try:
            memory = _shown_by(text_of(read_mirror(folder, name)))
        except (UnreadableMirror, BrokenMirror) as error:
            troubles.append(MirrorTrouble(name=name, reason=str(error)))
            continue
        other = found.get(memory.id)
        if other is None or other[1].updated_at < memory.updated_at:
            found[memory.id] = (name, memory)
        if other is not None:
            kept = found[memory.id][0]
            passed_over = name if kept == other[0] else other[0]
            troubles.append(MirrorTrouble(name=passed_over, reason=f"{kept} has the same id"))
    return sorted(found.values(), key=lambda entry: (entry[1].created_at, entry[1].id)), troubles


def _shown_by(text: str) -> Memory:
    """The memory in a file. Raises BrokenMirror, also where git left two versions of it."""
    if not is_untouched(text) and is_unresolved(text):
        raise BrokenMirror(UNRESOLVED)
    return parsed(text)


def has_mirrors(folder: str) -> bool:
    """Whether there is any Markdown file to make a store from."""
    return next(mirror_files(folder), None) is not None


class _Writer:
    """Writes some mirrors; what holds for all of them is asked once: of an import hardly any memory is tied."""

    def __init__(self, store: Store, behind: Sequence[Unmirrored], *, overwrite: bool) -> None:
        self._store, self._overwrite = store, overwrite
        self._linked = {layer for layer in Layer if is_link(store.folder, layer)}
        self._tied = store.links.sources_among([each.stored.number for each in behind])

    def write(self, each: Unmirrored) -> Written:
        """Write a mirror; if its file has news, they may be another process's, and then the row has them, too."""
        try:
            return self._write(each, is_tied=each.stored.number in self._tied)
        except _HandEdited:
            for latest in self._store.mirrors.of([each.stored.number]):
                if latest.version > each.version:
                    return self._write(latest, is_tied=True)
            raise

    def _write(self, each: Unmirrored, *, is_tied: bool) -> Written:
        store, memory = self._store, each.stored.memory
        name = _place(store, each)
        if memory.layer in self._linked:
            raise StoreError(LINK)
        path, old = (os.path.join(store.folder, place) for place in (name, each.name or name))
        before = _standing(store.folder, each.name or name)
        if not self._overwrite and _holds_news(store, before, each):
            raise _HandEdited
        text = before.decode("utf-8", "replace")
        links = ties_shown(store, memory.id, text) if is_tied or text else {}
        content = rendered(memory, text, links=links).encode("utf-8", "replace")
        try:
            files.write_whole(path, content)
        except FileNotFoundError:
            files.make_private_folder(os.path.dirname(path))
            files.write_whole(path, content)
        if old != path and os.path.exists(old) and not os.path.samefile(old, path):  # one where case does not count
            files.remove(old)
        return Written(number=each.stored.number, version=each.version, name=name, digest=zlib.crc32(content))


def _standing(folder: str, name: str) -> bytes:
    """What stands where a mirror is to be, if anything. Raises StoreError for what no mirror may take the place of."""
    if not os.path.lexists(os.path.join(folder, name)):
        return b""
    try:
        return read_mirror(folder, name)
    except UnreadableMirror as error:
        raise StoreError(str(error)) from error


def ties_shown(store: Store, memory_id: str, before: str) -> dict[LinkKind, tuple[str, ...]]:
    """The ties that a memory's file names: those of the store, and those there to memories that are yet to come."""
    ties = store.links.from_memory(memory_id)
    if not before:
        return ties
    try:
        named = links_in(before)
    except BrokenMirror:
        return ties
    for kind, ids in named.items():
        absent = (other for other in ids if not store.memories.known(other) and not store.memories.is_purged(other))
        ties[kind] = tuple(sorted({*ties.get(kind, ()), *absent}))
    return ties


def _place(store: Store, each: Unmirrored) -> str:
    """Where a mirror goes: where it is, as long as that is its layer's folder.

    Why not a name that follows the text: two clones that reword a memory would give its file two names, and git does
    not merge a file that both sides have renamed.
    """
    memory = each.stored.memory
    if each.name.rpartition("/")[0] == memory.layer:
        return each.name
    was_reworded = each.version > 1 and memory.updated_at > memory.created_at
    unnoted = _unnoted(store.folder, memory) if was_reworded and not each.name else ""
    return unnoted or file_name(memory)


def _unnoted(folder: str, memory: Memory) -> str:
    """The file that was written for a memory and never noted, for the store was busy or the process killed."""
    names = (name for name in mirror_files(folder) if name.endswith(f"{memory.id}.md"))
    return next((name for name in names if name.startswith(f"{memory.layer}/")), "")


def _holds_news(store: Store, content: bytes, each: Unmirrored) -> bool:
    """Whether a file says what the database may not know: a person's edit, or a later version from another clone."""
    if is_blank(content) or zlib.crc32(content) == each.digest:
        return False
    memory = each.stored.memory
    try:
        text = text_of(content)
        news = merged(memory, parsed(text), store.events.as_noted(memory.id), untouched=True)
    except (UnreadableMirror, BrokenMirror):
        return True
    return bool(news.taken) or not is_untouched(text)
