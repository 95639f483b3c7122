"""Precision, recall and F1, and rows of a table that show them beside a reference and a goal."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations


@dataclass(frozen=True)
class Counts:
    """How many were found, how many of them rightly, and how many there are to find."""

    right: int
    found: int
    wanted: int

    @classmethod
    def of(cls, gold: Sequence[str], said: Sequence[str], wanted: Collection[str], meant: Collection[str]) -> Counts:
        """Counts of the labels `wanted`, which are said by those `meant`."""
        right = sum(g in wanted and s in meant for g, s in zip(gold, said, strict=True))
        return cls(right=right, found=sum(s in meant for s in said), wanted=sum(g in wanted for g in gold))

    @classmethod
    def of_pairs(cls, wanted: Collection[tuple[int, int]], groups: Iterable[Sequence[int]]) -> Counts:
        """Counts of the pairs that stand in one group."""
        found = {pair for group in groups for pair in combinations(sorted(group), 2)}
        return cls(right=len(found & set(wanted)), found=len(found), wanted=len(wanted))

    @property
    def precision(self) -> float:
        """Share of what was found that is right."""
        return self.right / self.found if self.found else 0.0

    @property
    def recall(self) -> float:
        """Share of what there is that was found."""
        return self.right / self.wanted if self.wanted else 0.0

    @property
    def f1(self) -> float:
        """The harmonic mean of both."""
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0

    def __str__(self) -> str:
        return f"{self.precision:.2f} / {self.recall:.2f} / {self.f1:.2f}"


@dataclass(frozen=True)
class Row:
    """One figure of each system that was measured, and the goal."""

    name: str
    figures: Mapping[str, str]
    goal: str

    def fields(self) -> dict[str, object]:
        """The row as JSON."""
        return {"name": self.name, **self.figures, "goal": self.goal}


def table(rows: Sequence[Row]) -> Iterator[str]:
    """The rows as Markdown."""
    systems = list(dict.fromkeys(name for row in rows for name in row.figures))
    yield f"| | {' | '.join(systems)} | goal |"
    yield f"|---|{'---|' * len(systems)}---|"
    for row in rows:
        yield f"| {row.name} | {' | '.join(row.figures.get(name, '') for name in systems)} | {row.goal} |"
