"""Capture: take what is worth keeping from notes and transcripts."""

from __future__ import annotations

from collections import Counter
from itertools import islice

from hippo.adapters.long_lines import numbered_lines
from hippo.core.capture.lessons import Lesson, lessons
from hippo.core.capture.turn import Speaker, Unread, readable
from hippo.core.digest import digest
from hippo.core.encode import encode
from hippo.core.identity import fingerprint, identity
from hippo.core.memory import Confidence, Origin
from hippo.core.secrets import mask_secrets
from hippo.core.value import replace, value
from hippo.errors import HippoError
from hippo.importers.transcripts import read
from hippo.services.door import admit
from hippo.services.keeping_many import keep_all, prepared
from hippo.services.writing import writing
from hippo.store.mirrors import write_mirrors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from hippo.adapters.long_lines import Readable
    from hippo.core.capture.lessons import LeftOut
    from hippo.core.memory import Draft, Memory
    from hippo.services.keeping import Keeping
    from hippo.services.occasion import Occasion
    from hippo.store.store import Store

#: Lessons stored in one transaction, so that others who write wait for a few milliseconds (chosen).
_BATCH = 200
#: Sentences and lines that are named one by one in a report (chosen: more is counted).
_MOST_NAMED = 100
_KIND = "capture"


@value
class Taken:
    """A lesson: its words, what it is and why, who said it where, and the memory once it is stored."""

    text: str
    kind: str
    reason: str
    speaker: str
    line: int
    tags: tuple[str, ...]
    memory: Memory | None = None
    keeping: Keeping | None = None


@value
class Passed:
    """A sentence that sounds like a lesson and is none."""

    text: str
    reason: str
    line: int


@value
class Captured:
    """What was read of a source, and what was taken of it.

    `known` counts lessons that were taken from it before, or that an agent only repeats from a memory. `left_out`
    counts the sentences that sound like lessons and are none by reason, `passed` names the first of them; `unread` are
    lines that could not be read.
    """

    source: str
    format: str
    turns: int
    lessons: tuple[Taken, ...]
    known: int
    left_out: dict[str, int]
    passed: tuple[Passed, ...]
    unread: tuple[Unread, ...]
    unread_count: int
    dry_run: bool
    notes: tuple[str, ...] = ()


def capture(
    store: Store, file: Readable, source: str, *, occasion: Occasion, tags: Sequence[str] = (), dry_run: bool = False
) -> Captured:
    """Take the lessons in a transcript or a text. A lesson is never taken twice from one talk.

    `source` is the name by which each lesson tells where it is from. Raises OSError.
    """
    form, entries = read(numbered_lines(file))
    harvest = _Harvest(store, source)
    for entry in entries:
        if isinstance(entry, Unread):
            harvest.unread_count += 1
            harvest.unread += [entry][: _MOST_NAMED - len(harvest.unread)]
        else:
            harvest.turns += 1
            harvest.take(lessons(readable(entry)))
    notes: list[str] = []
    admitted = list(_admitted(harvest.lessons, source, occasion, tags=tags, notes=notes))
    if dry_run:
        taken = [_taken(draft, lesson) for draft, lesson in admitted]
    else:
        taken = [each for batch in _batches(admitted) for each in _store(store, batch, occasion, notes)]
    return Captured(
        source=source,
        format=str(form),
        turns=harvest.turns,
        lessons=tuple(taken),
        known=harvest.known,
        left_out=dict(harvest.left_out.most_common()),
        passed=tuple(harvest.passed),
        unread=tuple(harvest.unread),
        unread_count=harvest.unread_count,
        dry_run=dry_run,
        notes=tuple(dict.fromkeys(notes)),
    )


class _Harvest:
    """The lessons of a source that are new to a store, and the count of all the rest."""

    def __init__(self, store: Store, source: str) -> None:
        self._store = store
        self._source = source
        self.turns = self.known = self.unread_count = 0
        self.lessons: dict[str, Lesson] = {}
        self.left_out: Counter[str] = Counter()
        self.passed: list[Passed] = []
        self.unread: list[Unread] = []

    def take(self, found: Iterable[Lesson | LeftOut]) -> None:
        """Sort what was found in a turn."""
        for each in found:
            if not isinstance(each, Lesson):
                self.left_out[str(each.doubt)] += 1
                if len(self.passed) < _MOST_NAMED:
                    text = mask_secrets(each.text)[0]
                    self.passed.append(Passed(text=text, reason=str(each.doubt), line=each.line))
                continue
            key = key_of(each, self._source)
            if key in self.lessons or self._store.memories.is_learnt(key) or is_echo(self._store, each):
                self.known += 1
            else:
                self.lessons[key] = each


def is_echo(store: Store, lesson: Lesson) -> bool:
    """Whether an agent says what a memory says, which it has read there."""
    return lesson.turn.speaker is Speaker.AGENT and any(
        identity(each.memory.text) == identity(lesson.text)
        for each in store.memories.with_fingerprint(fingerprint(lesson.text))
    )


def key_of(lesson: Lesson, source: str) -> str:
    """The identity of a lesson: what is said in which talk."""
    told = f"{lesson.turn.session or source}\0{identity(lesson.text)}"
    return f"{_KIND}:{digest(told)}"


def _admitted(
    found: dict[str, Lesson], source: str, occasion: Occasion, *, tags: Sequence[str], notes: list[str]
) -> Iterator[tuple[Draft, Lesson]]:
    """The lessons as the door lets them in; what it does not let in is told."""
    for key, lesson in found.items():
        try:
            passed = admit(lesson.text, mask=True, settings=occasion.settings.memory)
        except HippoError as error:
            notes.append(f"line {lesson.line:,} left out: {error.message}")
            continue
        notes += [f"line {lesson.line:,}: {note}" for note in passed.notes]
        origin = Origin(kind=_KIND, reference=f"{source}:{lesson.line}", key=key, happened_at=lesson.turn.said_at)
        draft = encode(
            passed.text,
            tags=[*tags, str(lesson.kind)],
            confidence=Confidence.OBSERVED if lesson.turn.speaker is Speaker.PERSON else Confidence.INFERRED,
            flag=passed.flag,
            origin=origin,
            settings=occasion.settings.memory,
        )
        yield draft, lesson


def _store(store: Store, batch: Sequence[tuple[Draft, Lesson]], occasion: Occasion, notes: list[str]) -> list[Taken]:
    drafts = prepared(draft for draft, _ in batch)
    with writing(store, occasion):
        kept = keep_all(store, drafts, occasion)
        store.memories.mark_learnt(*(draft.origin.key for draft, _ in batch))
    notes += map(str, write_mirrors(store, [each.number for each in kept]))
    return [
        replace(_taken(draft, lesson), memory=each.memory, keeping=each.keeping)
        for (draft, lesson), each in zip(batch, kept, strict=True)
    ]


def _taken(draft: Draft, lesson: Lesson) -> Taken:
    return Taken(
        text=draft.text,
        kind=str(lesson.kind),
        reason=lesson.reason,
        speaker=str(lesson.turn.speaker),
        line=lesson.line,
        tags=draft.tags,
    )


def _batches(admitted: Iterable[tuple[Draft, Lesson]]) -> Iterator[list[tuple[Draft, Lesson]]]:
    left = iter(admitted)
    while batch := list(islice(left, _BATCH)):
        yield batch
