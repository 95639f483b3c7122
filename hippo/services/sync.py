"""Sync: take what people and other clones wrote in the Markdown files into the store, and write what is missing.

Three kinds of files differ from what the store wrote last. One that is as some hippo wrote it, in another clone:
the later version wins. One that a person edited: the person's text, tags, confidence and pin win; if the store had
changed them too, its own stay in the history. One that shows no memory yet: it becomes one.
"""

from __future__ import annotations

import zlib

from hippo.adapters import files
from hippo.core.encode import encode
from hippo.core.memory import Origin
from hippo.core.value import fields_of, replace, value
from hippo.errors import HippoError
from hippo.services.door import admit
from hippo.services.keeping import add_memory, keep, write_text
from hippo.services.rebuild import add_links
from hippo.services.writing import writing
from hippo.store import front_matter
from hippo.store.events import Actor
from hippo.store.mirror_state import Written
from hippo.store.mirror_text import BrokenMirror, is_untouched, parsed
from hippo.store.mirrors import MirrorTrouble, mirror_files, write_mirrors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from hippo.core.memory import Memory
    from hippo.services.occasion import Occasion
    from hippo.store.mirror_state import Known
    from hippo.store.store import Store

#: What a person edits in a mirror; everything else there is hippo's to keep.
_BY_HAND = ("text", "tags", "confidence", "pinned")
_MIRROR = Actor(name="mirror")


@value
class Taken:
    """A memory that a file changed or made: the file, the fields that are other than before.

    `overruled` names those that the store had changed too, and whose own content is now in the history.
    """

    memory: Memory
    file: str
    changed: tuple[str, ...] = ()
    overruled: tuple[str, ...] = ()
    is_new: bool = False


@value
class Synced:
    """What was taken in, how many files were written, and what could not be used."""

    taken: tuple[Taken, ...]
    written: int
    troubles: tuple[MirrorTrouble, ...]
    notes: tuple[str, ...] = ()


@value
class _File:
    """A mirror file that may hold news: its place below the store, its text, and the CRC-32 of its bytes."""

    name: str
    text: str
    digest: int


class _Refusal(Exception):
    """A file's content is not taken in; the text says why."""


def sync(store: Store, *, occasion: Occasion) -> Synced:
    """Bring files and store together; neither loses anything, and one broken file stops nothing."""
    work = _Work(store, occasion)
    with writing(store, occasion):
        work.take_all()
    behind = [*store.mirrors.behind(), *store.mirrors.of(work.missing)]
    numbers = list(dict.fromkeys(each.stored.number for each in behind if each.stored.number not in work.refused))
    troubles = write_mirrors(store, numbers, overwrite=True) if numbers else []
    return Synced(
        taken=tuple(work.taken),
        written=len(numbers) - len(troubles),
        troubles=(*work.troubles, *troubles),
        notes=tuple(work.notes),
    )


class _Work:
    """One sync: what is known, what was seen, what came of it."""

    def __init__(self, store: Store, occasion: Occasion) -> None:
        self.store = store
        self.occasion = occasion
        self.taken: list[Taken] = []
        self.troubles: list[MirrorTrouble] = []
        self.notes: list[str] = []
        self.missing: list[int] = []
        self.refused: set[int] = set()
        self._files: dict[str, str] = {}

    def take_all(self) -> None:
        """Look at every file. The caller holds the transaction."""
        known = {each.memory_id: each for each in self.store.mirrors.known()}
        by_name = {each.name: each for each in known.values() if each.name}
        news = []
        for name in mirror_files(self.store.folder):
            content = files.read_bytes(self.store.folder, name)
            digest = zlib.crc32(content)
            if name in by_name and by_name[name].digest == digest:
                self._files[by_name[name].memory_id] = name
            else:
                news.append(_File(name=name, text=content.decode("utf-8-sig", "replace"), digest=digest))
        for file in news:
            self._take(file, known)
        self.missing = [
            each.number
            for each in known.values()
            if each.memory_id not in self._files and each.number not in self.refused
        ]

    def _take(self, file: _File, known: Mapping[str, Known]) -> None:
        try:
            taken = self._memory_of(file, known)
        except (BrokenMirror, HippoError, _Refusal) as error:
            self.troubles.append(MirrorTrouble(name=file.name, reason=str(error)))
            self.refused |= {each.number for each in known.values() if each.name == file.name}
            return
        if taken is not None:
            self.taken.append(taken)

    def _memory_of(self, file: _File, known: Mapping[str, Known]) -> Taken | None:
        if not _names_a_memory(file.text):
            return self._note_of_a_person(file)
        memory = parsed(file.text)
        if memory.id in self._files:
            raise _Refusal(f"{self._files[memory.id]} has the same id")
        self._files[memory.id] = file.name
        if memory.id not in known:
            return self._from_elsewhere(file, memory)
        return self._change(file, memory, known[memory.id])

    def _note_of_a_person(self, file: _File) -> Taken | None:
        """A file without an id: its text becomes a memory, its tags are kept, and the file becomes its mirror."""
        lines, body = front_matter.split(file.text)
        tags = front_matter.read(lines, ("tags",)).get("tags", [])
        settings = self.occasion.settings.memory
        admitted = admit(body, mask=True, settings=settings)
        self.notes += [f"{file.name}: {note}" for note in admitted.notes]
        draft = encode(
            admitted.text,
            tags=tags if isinstance(tags, list) else tags.split(),
            flag=admitted.flag,
            origin=Origin(kind="mirror", reference=file.name),
            settings=settings,
        )
        kept = keep(self.store, draft, self.occasion)
        if kept.memory.id in self._files:
            raise _Refusal(f"{kept.memory.id} has this text already")
        self._files[kept.memory.id] = file.name
        self._saw(kept.number, file)
        return Taken(memory=kept.memory, file=file.name, is_new=True)

    def _from_elsewhere(self, file: _File, memory: Memory) -> Taken:
        """A memory of another clone; one that was erased here stays erased."""
        if self.store.memories.is_purged(memory.id):
            raise _Refusal("this memory was erased here for good; remove the file")
        memory = self._admitted(file, memory)
        number = add_memory(self.store, memory)
        add_links(self.store, file.name, memory)
        self.store.events.add(memory.id, "read from its mirror", now=self.occasion.now, actor=_MIRROR)
        self._saw(number, file)
        return Taken(memory=memory, file=file.name, is_new=True)

    def _change(self, file: _File, seen: Memory, known: Known) -> Taken | None:
        before = self.store.memories.get(known.number)
        seen = self._admitted(file, seen)
        by_hippo = is_untouched(file.text)
        after = _later(before, seen) if by_hippo else _edited(before, seen)
        changed = tuple(name for name, content in fields_of(after) if content != getattr(before, name))
        if not changed:
            self._saw(known.number, file, is_behind=known.is_behind or seen != before)
            return None
        overruled = tuple(name for name in _BY_HAND if name in changed) if self._changed_here(before, known) else ()
        after = after if by_hippo else replace(after, updated_at=self.occasion.now)
        write_text(self.store, known.number, after)
        add_links(self.store, file.name, after)
        was = {name: _plain(getattr(before, name)) for name in changed if name != "updated_at"}
        kind = "taken from another clone" if by_hippo else "edited by hand"
        self.store.events.add(before.id, kind, now=self.occasion.now, actor=_MIRROR, before=was)
        self._saw(known.number, file)
        return Taken(memory=after, file=file.name, changed=tuple(was), overruled=overruled)

    def _admitted(self, file: _File, memory: Memory) -> Memory:
        admitted = admit(memory.text, mask=True, settings=self.occasion.settings.memory)
        self.notes += [f"{file.name}: {note}" for note in admitted.notes]
        return replace(memory, text=admitted.text, flag=admitted.flag)

    def _changed_here(self, before: Memory, known: Known) -> bool:
        """Whether the store itself changed what people edit since it last wrote the file."""
        if not known.is_behind:
            return False
        edits = [event for event in self.store.events.of(before.id) if event.kind == "edited"]
        return bool(edits) and edits[-1].at >= before.updated_at

    def _saw(self, number: int, file: _File, *, is_behind: bool = True) -> None:
        """Note the file as it is, so that its next change is seen; what is behind is written again after the commit."""
        version = 0 if is_behind else self.store.mirrors.of([number])[0].version
        self.store.mirrors.wrote([Written(number=number, version=version, name=file.name, digest=file.digest)])


def _names_a_memory(text: str) -> bool:
    """Whether the front matter of a file has an id. Raises BrokenMirror for front matter that cannot be read."""
    try:
        lines, _ = front_matter.split(text)
        return "id" in front_matter.read(lines, ("id",))
    except front_matter.BrokenFrontMatter as error:
        raise BrokenMirror(str(error)) from error


def _edited(before: Memory, seen: Memory) -> Memory:
    """The memory with what a person changed in its file."""
    return replace(before, **{name: getattr(seen, name) for name in _BY_HAND}, flag=seen.flag)


def _later(before: Memory, seen: Memory) -> Memory:
    """Of two versions that hippo wrote the later one; uses and outcomes of both sides are kept."""
    latest = seen if seen.updated_at > before.updated_at else before
    return replace(
        latest,
        created_at=before.created_at,
        origin=before.origin,
        half_life_days=max(before.half_life_days, seen.half_life_days),
        retrieval_count=max(before.retrieval_count, seen.retrieval_count),
        last_used_at=max(before.last_used_at, seen.last_used_at),
        good=max(before.good, seen.good),
        bad=max(before.bad, seen.bad),
    )


def _plain(content: object) -> object:
    """What an event can keep of a field."""
    if isinstance(content, str | int | float | list | tuple | None):
        return content
    return str(content)
