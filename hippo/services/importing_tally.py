"""What an import of an export took in and could not use: the count of it, and the first of each by name."""

from __future__ import annotations

from hippo.core.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from hippo.core.memory import Memory
    from hippo.importers.hippo_export import Broken

#: Broken lines and notes, and memories, that are told one by one (chosen: what a person reads).
_MOST_TOLD = 20
_MOST_SHOWN = 200
_COUNTS = (
    "added",
    "updated",
    "kept_newer",
    "unchanged",
    "erased_before",
    "core_entries",
    "buffer_entries",
    "handoffs",
    "broken_count",
)


@value
class Entered:
    """A memory that was taken in, or would be: as it stands in the store from then on, and what became of it."""

    id: str
    text: str
    tags: tuple[str, ...]
    state: str
    outcome: str


@value
class Imported:
    """What became of the lines.

    How many memories were added, were updated, were kept because the store's are newer or the same, and were left out
    because they had been erased; how many core entries, entries of the working memory and handoffs were added or
    renewed; how many lines could not be used. The first of the memories that were taken in, and of the lines that could
    not be used, are named.
    """

    added: int = 0
    updated: int = 0
    kept_newer: int = 0
    unchanged: int = 0
    erased_before: int = 0
    core_entries: int = 0
    buffer_entries: int = 0
    handoffs: int = 0
    broken_count: int = 0
    broken: tuple[Broken, ...] = ()
    taken: tuple[Entered, ...] = ()
    dry_run: bool = False
    notes: tuple[str, ...] = ()


class Tally:
    """What one import has counted so far."""

    def __init__(self) -> None:
        self._counts = dict.fromkeys(_COUNTS, 0)
        self._broken: list[Broken] = []
        self._taken: list[Entered] = []
        self._notes: list[str] = []

    def count(self, outcome: str) -> None:
        """Something became this, by the name of its count."""
        self._counts[outcome] += 1

    def enter(self, memory: Memory, outcome: str) -> None:
        """A memory was taken in, or would be."""
        self.count(outcome)
        if len(self._taken) < _MOST_SHOWN:
            self._taken.append(
                Entered(id=memory.id, text=memory.text, tags=memory.tags, state=str(memory.state), outcome=outcome)
            )

    def broken(self, line: Broken) -> None:
        """A line could not be used."""
        self.count("broken_count")
        if len(self._broken) < _MOST_TOLD:
            self._broken.append(line)

    def tell(self, notes: Iterable[str]) -> None:
        """Add what a person should know."""
        for note in notes:
            if len(self._notes) < _MOST_TOLD:
                self._notes.append(note)

    def outcome(self, *, dry_run: bool) -> Imported:
        """All of it."""
        return Imported(
            **self._counts,
            broken=tuple(self._broken),
            taken=tuple(self._taken),
            dry_run=dry_run,
            notes=tuple(self._notes),
        )
