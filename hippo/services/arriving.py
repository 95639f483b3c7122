"""What arrives in a store by its Markdown files: which of them have news, and what becomes of each."""

from __future__ import annotations

import zlib

from hippo.core.encode import encode
from hippo.core.memory import Layer, Origin, State
from hippo.core.merge_marks import is_unresolved
from hippo.core.value import fields_of, replace, value
from hippo.core.waiting import staged, still_waiting
from hippo.errors import Refused, UsageError
from hippo.services.door import admit
from hippo.services.keeping import add_memory, keep, refuse_twin, twin_of, write_text
from hippo.store.events import Actor
from hippo.store.links import LinkKind
from hippo.store.mirror_folder import UNRESOLVED, MirrorTrouble, is_blank, text_of
from hippo.store.mirror_state import Written
from hippo.store.mirror_text import BrokenMirror, file_name, is_untouched, links_in, note_in, parsed
from hippo.store.mirrors import ties_shown
from hippo.store.versions import EDITED, PASSED_OVER, READ, TAKEN, merged

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from hippo.core.memory import Memory
    from hippo.services.door import Admitted
    from hippo.services.occasion import Occasion
    from hippo.store.mirror_text import Note
    from hippo.store.rows import Stored
    from hippo.store.store import Store
    from hippo.store.versions import Merged

_MIRROR = Actor(name="mirror")
_TIES = tuple(f"\n{kind}:" for kind in LinkKind)


@value
class Taken:
    """A memory that a file changed or made: the file, and the fields that are other than before.

    `overruled` names those that the store had changed too, and whose own content is now in the history; `passed_over`
    those of which the store has a later content, and whose content in the file is now in the history.
    """

    memory: Memory
    file: str
    changed: tuple[str, ...] = ()
    overruled: tuple[str, ...] = ()
    passed_over: tuple[str, ...] = ()
    is_new: bool = False


@value
class _File:
    """A file: its place below the store, its text, and the CRC-32 of its bytes."""

    name: str
    text: str
    digest: int


class _Refusal(Exception):
    """A file's content is not taken in; the text says why."""


class Arrivals:
    """The files of one store: first they are looked at, then, within a transaction, their news are taken in."""

    def __init__(self, store: Store, occasion: Occasion) -> None:
        self.store = store
        self.occasion = occasion
        self.taken: list[Taken] = []
        self.troubles: list[MirrorTrouble] = []
        self.notes: list[str] = []
        self._known = store.mirrors.known()
        self._by_name = {each.name: each for each in self._known if each.name}
        self._names: set[str] = set()
        self._news: list[_File] = []
        self._tied: list[_File] = []
        self._file_of: dict[str, str] = {}
        self._refused: set[str] = set()
        self._overtaken: set[str] = set()
        self._seen: dict[int, _File] = {}

    @property
    def has_news(self) -> bool:
        """Whether any file that was looked at is other than it was written."""
        return bool(self._news)

    def look_at(self, name: str, content: bytes) -> None:
        """Note what a file holds. Raises UnreadableMirror for one that is not UTF-8."""
        known = self._by_name.get(name)
        if is_blank(content):
            return
        self._names.add(name)
        file = _File(name=name, text=text_of(content), digest=zlib.crc32(content))
        if any(tie in file.text for tie in _TIES):
            self._tied.append(file)
        if known is not None and known.digest == file.digest:
            self._file_of[known.memory_id] = name
        else:
            self._news.append(file)

    def refuse(self, name: str, reason: str) -> None:
        """Leave a file alone, and the memory that it showed as it is."""
        self._names.add(name)
        self._refused.add(name)
        self.troubles.append(MirrorTrouble(name=name, reason=reason))

    def take(self) -> None:
        """Take in all news; the caller holds the transaction. Of two files of one memory its own comes first.

        A file that another process has taken in or written since it was looked at is left to the next sync.
        """
        noted = {each.name: each.digest for each in self.store.mirrors.known() if each.name}
        for file in sorted(self._news, key=lambda each: each.name not in self._by_name):
            before = self._by_name.get(file.name)
            if noted.get(file.name) != (before.digest if before else None):
                self._overtaken.add(file.name)
                continue
            try:
                taken = self._take(file)
            except (BrokenMirror, Refused, UsageError, _Refusal) as error:
                self.refuse(file.name, str(error))
            else:
                self.taken += [taken] if taken else []
        self._tie_to_new()
        self._note_what_is_shown()

    def to_write(self) -> list[int]:
        """The rows whose files are missing or show something else, but for files that are left alone."""
        left = {self._by_name[name].number for name in self._refused | self._overtaken if name in self._by_name}
        missing = (each.number for each in self._known if each.memory_id not in self._file_of)
        behind = (each.stored.number for each in self.store.mirrors.behind())
        return [number for number in dict.fromkeys((*behind, *missing)) if number not in left]

    # --- one file

    def _take(self, file: _File) -> Taken | None:
        if not is_untouched(file.text) and is_unresolved(file.text, known=self._text_before(file)):
            raise _Refusal(UNRESOLVED)
        note = note_in(file.text)
        if note is not None:
            return self._from_a_person(file, note)
        shown = parsed(file.text)
        if shown.id in self._file_of:
            if self._is_half_moved(file, shown):
                return None
            raise _Refusal(f"{self._file_of[shown.id]} has the same id; without its id the file is a new memory")
        self._file_of[shown.id] = file.name
        row = self.store.memories.known(shown.id)
        admitted = self._admitted(file, shown.text)
        shown = replace(shown, text=admitted.text, flag=admitted.flag)
        return self._new(file, staged(shown)) if row is None else self._change(file, row, shown)

    def _text_before(self, file: _File) -> str | None:
        """The text of the memory that a file showed last, if it showed one."""
        before = self._by_name.get(file.name)
        row = self.store.memories.known(before.memory_id) if before else None
        return row.memory.text if row else None

    def _is_half_moved(self, file: _File, shown: Memory) -> bool:
        """Whether hippo was killed when it had written a file at its new place and not removed the old one.

        The file is then written again, for its row is behind, and the old one goes.
        """
        row = self.store.memories.known(shown.id)
        if row is None or file.name != file_name(row.memory) or not is_untouched(file.text):
            return False
        is_behind = any(each.is_behind for each in self._known if each.number == row.number)
        return is_behind and not merged(row.memory, shown, self.store.events.as_noted(shown.id), untouched=True).taken

    def _from_a_person(self, file: _File, note: Note) -> Taken:
        """A file without an id: it becomes a memory of its folder's layer, and the file its mirror."""
        settings = self.occasion.settings.memory
        admitted = self._admitted(file, note.text)
        twin = twin_of(self.store, admitted.text)
        if twin is not None:
            self._refuse_copy(twin)
        draft = encode(
            admitted.text,
            tags=note.tags,
            pinned=note.pinned,
            confidence=note.confidence,
            flag=admitted.flag,
            origin=Origin(kind="mirror", reference=file.name),
            settings=settings,
        )
        layer = Layer(file.name.partition("/")[0])
        kept = keep(self.store, replace(draft, layer=layer), self.occasion)
        self._file_of[kept.memory.id] = file.name
        self._seen[kept.number] = file
        return Taken(memory=kept.memory, file=file.name, is_new=True)

    def _refuse_copy(self, twin: Stored) -> None:
        """A text whose memory has a file already is not taken in again, at every sync."""
        own = [each.name for each in self._known if each.number == twin.number and each.name in self._names]
        if own or twin.memory.id in self._file_of:
            raise _Refusal(f"{twin.memory.id} has this text already")

    def _new(self, file: _File, shown: Memory) -> Taken:
        """A memory of another clone; one that was erased here stays erased."""
        if self.store.memories.is_purged(shown.id):
            raise _Refusal("this memory was erased here for good; remove the file")
        self._seen[add_memory(self.store, shown)] = file
        self.store.events.add(shown.id, READ, now=shown.updated_at, actor=_MIRROR)
        return Taken(memory=shown, file=file.name, is_new=True)

    def _change(self, file: _File, row: Stored, shown: Memory) -> Taken | None:
        """A file that shows a known memory otherwise than it was written."""
        memory = row.memory
        found = merged(memory, shown, self.store.events.as_noted(memory.id), untouched=is_untouched(file.text))
        after = still_waiting(memory, found.memory)
        if after != found.memory:
            taken = tuple(name for name, content in fields_of(after) if content != getattr(memory, name))
            found = replace(found, memory=after, taken=taken)
        if "text" in found.taken and found.memory.state is State.LIVE:
            refuse_twin(self.store, row.number, found.memory.text)
        after = self._write(row, found, file)
        self._seen[row.number] = file
        changed = tuple(name for name in found.taken if name != "updated_at")
        if changed:
            kind, when = (EDITED, self.occasion.now) if found.by_hand else (TAKEN, shown.updated_at)
            was = {name: _plain(getattr(memory, name)) for name in changed}
            self.store.events.add(memory.id, kind, now=when, actor=_MIRROR, before=was)
        if found.passed_over:
            other = {name: _plain(getattr(shown, name)) for name in found.passed_over}
            self.store.events.add(memory.id, PASSED_OVER, now=self.occasion.now, actor=_MIRROR, before=other)
        if not changed and not found.passed_over:
            return None
        return Taken(
            memory=after, file=file.name, changed=changed, overruled=found.overruled, passed_over=found.passed_over
        )

    def _write(self, row: Stored, found: Merged, file: _File) -> Memory:
        """Write what a file gave; what another clone tied to the memory comes with its later version."""
        after = found.memory
        if found.by_hand:
            after = replace(after, updated_at=max(self.occasion.now, after.updated_at))
        if found.is_later:
            self._tie(after, file)
        if found.taken:
            write_text(self.store, row.number, after)
        return after

    def _tie(self, memory: Memory, file: _File, *, new: Collection[str] | None = None) -> None:
        """Make the ties that a file names; with `new` those alone of which an end is among these ids."""
        for kind, ids in links_in(file.text).items():
            for other in ids:
                if new is None or memory.id in new or other in new:
                    self.store.links.add(memory.id, kind, other, now=memory.updated_at)

    def _admitted(self, file: _File, text: str) -> Admitted:
        admitted = admit(text, mask=True, settings=self.occasion.settings.memory)
        self.notes += [f"{file.name}: {note}" for note in admitted.notes]
        return admitted

    # --- all files together

    def _tie_to_new(self) -> None:
        """Make the ties to and from memories that have come with this sync, whichever file names them."""
        new = {each.memory.id for each in self.taken if each.is_new}
        for file in self._tied if new else ():
            if file.name in self._refused | self._overtaken:
                continue
            self._tie(parsed(file.text), file, new=new)
            if file.name in self._by_name:
                self._seen.setdefault(self._by_name[file.name].number, file)

    def _note_what_is_shown(self) -> None:
        """Note the files as they are, so that their next change is seen; one that shows less than its row is behind."""
        written = [
            Written(
                number=number,
                version=each.version if self._is_shown(each.stored.memory, file) else 0,
                name=file.name,
                digest=file.digest,
            )
            for number, file in self._seen.items()
            for each in self.store.mirrors.of([number])
        ]
        self.store.mirrors.wrote(written)

    def _is_shown(self, memory: Memory, file: _File) -> bool:
        if note_in(file.text) is not None or not is_untouched(file.text):
            return False
        return parsed(file.text) == memory and links_in(file.text) == ties_shown(self.store, memory.id, file.text)


def _plain(content: object) -> object:
    """What an event can keep of a field."""
    if isinstance(content, str | int | float | list | tuple | None):
        return content
    return str(content)
