"""Gathering: take in what other tools keep, and people's own notes; what was taken before is not taken again.

A near copy of a memory is stored and counted: whether both say the same is for sleep to judge, which compares values
and signs as well as words.
"""

from __future__ import annotations

from functools import partial

from hippo.adapters import foreign_text
from hippo.adapters.foreign_files import PassedOver
from hippo.core.capture.turn import Unread
from hippo.core.identity import identity
from hippo.core.memory import State
from hippo.core.outline import outline
from hippo.importers.entries import Item, LeftOut, Source
from hippo.importers.formats import format_for
from hippo.services.capture import is_echo
from hippo.services.foreign_drafts import Doubtful, Drafted, Refusal, drafts_of
from hippo.services.gathering_tally import Tally
from hippo.services.importing import is_export
from hippo.services.keeping import Keeping, must_wait, twin_of
from hippo.services.keeping_many import keep_all, prepared
from hippo.services.writing import writing
from hippo.store.mirrors import write_mirrors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from io import BufferedReader

    from hippo.adapters.foreign_files import ForeignFile
    from hippo.core.capture.turn import Turn
    from hippo.core.memory import Draft
    from hippo.importers.formats import Format
    from hippo.services.gathering_tally import Gathering
    from hippo.services.occasion import Occasion
    from hippo.store.store import Store

    Progress = Callable[[int, int], None]

#: Memories stored in one transaction, so that others who write wait for a moment only (chosen: a fifth of a second).
_BATCH = 500
UNKNOWN = "of no known format"
EXPIRED = "expired"
_OWN = "an export of hippo, which is taken in when it is named itself"


def gather(
    store: Store,
    files: Iterable[ForeignFile | PassedOver],
    source: str,
    *,
    occasion: Occasion,
    root: str = "",
    family: str = "",
    tags: Sequence[str] = (),
    dry_run: bool = False,
    force: bool = False,
    progress: Progress = lambda *_: None,
) -> Gathering:
    """Take in the memories in some files, each read by the format it has, or by one of the family that is named.

    `source` is the name by which each memory tells where it is from, `root` the path that the names of the files go on
    from: folders above a file may tell its format. `force` takes again what was taken before.
    """
    run = _Run(store, source, occasion, tags=tags, dry_run=dry_run, force=force)
    found = list(files)
    alone = len(found) == 1
    total = sum(each.size_bytes for each in found if not isinstance(each, PassedOver))
    done = 0
    for each in found:
        if isinstance(each, PassedOver):
            run.tally.bad(each.name, 1, each.reason)
            continue
        run.read(
            each,
            partial(format_for, f"{root}/{each.name}", family=family, is_alone=alone),
            partial(_told, progress, done, total),
        )
        done += each.size_bytes
    run.flush()
    progress(total, total)
    return run.tally.outcome(source, dry_run=dry_run)


def _why_unread(head: bytes, encoding: str) -> str:
    if not encoding:
        return "no text"
    return _OWN if is_export(head) else UNKNOWN


def _told(progress: Progress, before: int, total: int, here: int) -> None:
    progress(before + here, total)


class _Run:
    """One import: its tally, and the drafts that wait for the next transaction."""

    def __init__(
        self, store: Store, source: str, occasion: Occasion, *, tags: Sequence[str], dry_run: bool, force: bool
    ) -> None:
        self.tally = Tally()
        self._store, self._source, self._occasion = store, source, occasion
        self._tags, self._dry_run, self._force = tags, dry_run, force
        self._waiting: list[tuple[str, Drafted]] = []
        self._keys: set[int] = set()
        self._texts: set[int] = set()
        self._outlines: set[int] | None = None

    # --- reading

    def read(self, file: ForeignFile, choose: Callable[[str], Format | None], progress: Callable[[int], None]) -> None:
        """Take in one file; what cannot be read of it is told."""
        try:
            with file.open() as opened:
                head = opened.peek()
                encoding = foreign_text.encoding_of(head)
                found = choose(foreign_text.decoded(head))
                if not encoding or found is None:
                    self.tally.skip(_why_unread(head, encoding))
                    return
                self.tally.read(found.name)
                self._read(file.name, found, opened, encoding, progress)
        except OSError as error:
            self.tally.bad(file.name, 1, f"it cannot be read: {error.strerror or error}")

    def _read(
        self, name: str, form: Format, opened: BufferedReader, encoding: str, progress: Callable[[int], None]
    ) -> None:
        source = Source(
            name=name,
            lines=lambda: foreign_text.lines(opened, encoding),
            pieces=lambda: foreign_text.pieces(opened, encoding),
        )
        for entry in form.read(source):
            self._take(name, entry)
            if len(self._waiting) >= _BATCH:
                progress(opened.tell())
                self.flush()

    def _take(self, name: str, entry: Item | Turn | LeftOut | Unread) -> None:
        if isinstance(entry, Unread):
            self.tally.bad(name, entry.line, entry.reason)
        elif isinstance(entry, LeftOut):
            self.tally.skip(entry.reason)
        elif isinstance(entry, Item) and entry.expires_at and entry.expires_at <= self._occasion.now:
            self.tally.skip(EXPIRED)
        else:
            for each in drafts_of(entry, self._place(name), self._occasion, self._tags):
                if isinstance(each, Refusal):
                    self._refused(name, each)
                elif isinstance(each, Doubtful):
                    self.tally.skip(each.reason)
                elif self._is_known(each):
                    self.tally.know()
                else:
                    self._waiting.append((name, each))

    def _place(self, name: str) -> str:
        """The file as a memory names it."""
        alone = self._source.rpartition("/")[2] == name or not name
        return self._source if alone else f"{self._source}/{name}"

    def _refused(self, name: str, refusal: Refusal) -> None:
        """A text of which nothing is left is left out; anything else that the door refuses is bad."""
        if refusal.reason.startswith("nothing to remember"):
            self.tally.skip("empty")
        else:
            self.tally.bad(name, refusal.line, refusal.reason)

    def _is_known(self, drafted: Drafted) -> bool:
        """Whether a draft came before, in this run or, said in a talk, in the store; others are asked for together."""
        key = drafted.draft.origin.key
        short = hash(key)
        if short in self._keys:
            return True
        self._keys.add(short)
        if self._force or drafted.lesson is None:
            return False
        return self._store.memories.is_learnt(key) or is_echo(self._store, drafted.lesson)

    def _new_ones(self) -> list[tuple[str, Drafted]]:
        """What waits and was not taken before; nothing waits any more."""
        waiting, self._waiting = self._waiting, []
        if self._force:
            return waiting
        learnt = self._store.memories.learnt_among([drafted.draft.origin.key for _, drafted in waiting])
        new = [each for each in waiting if each[1].draft.origin.key not in learnt]
        for _ in range(len(waiting) - len(new)):
            self.tally.know()
        return new

    # --- writing

    def flush(self) -> None:
        """Store what waits, in one transaction, and write the files of it."""
        waiting = self._new_ones()
        if not waiting:
            return
        if self._dry_run:
            for name, drafted in waiting:
                self._note(name, drafted, self._foreseen(drafted.draft))
            return
        self._near_ones()
        drafts = prepared(drafted.draft for _, drafted in waiting)
        with writing(self._store, self._occasion):
            kept = keep_all(self._store, drafts, self._occasion)
            self._store.memories.mark_learnt(*(drafted.draft.origin.key for _, drafted in waiting))
        for (name, drafted), each in zip(waiting, kept, strict=True):
            is_old = each.memory.created_at != self._occasion.now or self._came(drafted.draft)
            waited = each.keeping is Keeping.WAITING and is_old
            self._note(name, drafted, None if waited else each.keeping, each.memory.id)
        self.tally.tell(map(str, write_mirrors(self._store, [each.number for each in kept])))

    def _foreseen(self, draft: Draft) -> Keeping | None:
        """What would become of a draft; None if it waits already."""
        waits = must_wait(draft, self._occasion)
        twin = twin_of(self._store, draft.text, gone=not waits)
        if twin is None and not self._came(draft):
            return Keeping.WAITING if waits else Keeping.STORED
        return None if waits and (twin is None or twin.memory.state is State.WAITING) else Keeping.STRENGTHENED

    def _came(self, draft: Draft) -> bool:
        """Whether the text has come before in this run."""
        return hash(identity(draft.text)) in self._texts

    def _note(self, name: str, drafted: Drafted, keeping: Keeping | None, memory_id: str = "") -> None:
        """Count and tell what became of a draft; None stands for one that had come before and waits."""
        if keeping is None:
            self.tally.know()
            return
        is_new = keeping in (Keeping.STORED, Keeping.WAITING)
        is_near = is_new and self._is_near(drafted.draft)
        self._texts.add(hash(identity(drafted.draft.text)))
        self.tally.take(name, drafted, keeping, is_near=is_near, memory_id=memory_id)
        self.tally.tell(f"{self._place(name)}:{drafted.line}: {note}" for note in drafted.notes)

    def _is_near(self, draft: Draft) -> bool:
        near = self._near_ones()
        mark = outline(draft.text)
        is_near = mark in near
        near.add(mark)
        return is_near

    def _near_ones(self) -> set[int]:
        """The outlines of all that the store held before this run, and of what came since."""
        if self._outlines is None:
            self._outlines = set(map(outline, self._store.memories.live_texts()))
        return self._outlines
