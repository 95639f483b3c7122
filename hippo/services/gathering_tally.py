"""What a gathering took, left out and could not use: the count of it, and the first of each by name."""

from __future__ import annotations

from collections import Counter

from hippo.core.value import value
from hippo.services.keeping import Keeping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from hippo.services.foreign_drafts import Drafted

#: Memories, broken records and notes that are named one by one (chosen: what a person reads); more are counted.
_MOST_SHOWN = 200
_MOST_TOLD = 20
_COUNTS = ("new", "strengthened", "known", "near", "waiting", "flagged", "masked")


@value
class Gathered:
    """A memory that was taken, or would be: its words, tags and layer, where it stands, what became of it."""

    text: str
    tags: tuple[str, ...]
    layer: str
    file: str
    line: int
    outcome: str
    id: str = ""


@value
class Bad:
    """A record that could not be used, and why."""

    file: str
    line: int
    reason: str


@value
class Gathering:
    """What was read, and what became of it.

    `formats` counts the files of each format. `known` were taken before, or stand there twice; `near` and `waiting` say
    how many of the new ones are near copies and how many wait for a person's word, `flagged` and `masked` what the door
    did. `skipped` is left out on purpose, by reason. The first of the taken and of the bad are named.
    """

    source: str
    formats: dict[str, int]
    new: int
    strengthened: int
    known: int
    near: int
    waiting: int
    flagged: int
    masked: int
    skipped: dict[str, int]
    bad_count: int
    bad: tuple[Bad, ...]
    taken: tuple[Gathered, ...]
    dry_run: bool
    notes: tuple[str, ...] = ()


class Tally:
    """What one run has counted so far."""

    def __init__(self) -> None:
        self._formats: Counter[str] = Counter()
        self._counts = dict.fromkeys(_COUNTS, 0)
        self._skipped: Counter[str] = Counter()
        self._bad: list[Bad] = []
        self._bad_count = 0
        self._taken: list[Gathered] = []
        self._notes: list[str] = []

    def read(self, form: str) -> None:
        """A file of a format was read."""
        self._formats[form] += 1

    def skip(self, reason: str) -> None:
        """Something was left out on purpose."""
        self._skipped[reason] += 1

    def know(self) -> None:
        """Something had been taken before."""
        self._counts["known"] += 1

    def bad(self, name: str, line: int, reason: str) -> None:
        """A record of a file could not be used."""
        self._bad_count += 1
        if len(self._bad) < _MOST_SHOWN:
            self._bad.append(Bad(file=name, line=line, reason=reason))

    def take(self, name: str, drafted: Drafted, keeping: Keeping, *, is_near: bool, memory_id: str) -> None:
        """A draft from a file was taken, or would be."""
        draft = drafted.draft
        is_new = keeping in (Keeping.STORED, Keeping.WAITING)
        self._counts["new" if is_new else "strengthened"] += 1
        self._counts["near"] += is_near
        self._counts["waiting"] += keeping is Keeping.WAITING
        self._counts["flagged"] += bool(draft.flag)
        self._counts["masked"] += any(note.startswith("masked") for note in drafted.notes)
        if len(self._taken) < _MOST_SHOWN:
            self._taken.append(
                Gathered(
                    text=draft.text,
                    tags=draft.tags,
                    layer=str(draft.layer),
                    file=name,
                    line=drafted.line,
                    outcome="near" if is_near else str(keeping),
                    id=memory_id,
                )
            )

    def tell(self, notes: Iterable[str]) -> None:
        """Add what a person should know."""
        for note in notes:
            if len(self._notes) < _MOST_TOLD:
                self._notes.append(note)

    def outcome(self, source: str, *, dry_run: bool) -> Gathering:
        """All of it."""
        return Gathering(
            source=source,
            formats=dict(self._formats.most_common()),
            **self._counts,
            skipped=dict(self._skipped.most_common()),
            bad_count=self._bad_count,
            bad=tuple(self._bad),
            taken=tuple(self._taken),
            dry_run=dry_run,
            notes=tuple(self._notes),
        )
