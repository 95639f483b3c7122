"""Handoffs: what one session leaves for the next, so that it goes on without the transcript."""

from __future__ import annotations

from datetime import timedelta

from hippo.core.buffer import Kind
from hippo.core.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from hippo.core.buffer import BufferEntry

ID_PREFIX = "han_"
#: Files and steps that are taken from what is known (chosen: a reader looks at no more).
_MOST = 12
#: How a summary begins that nobody wrote.
_BEGINNING = "was working "


@value
class Leaving:
    """What is left, before it is saved: the task, how it stands, the next steps, and paths worth a look."""

    summary: str
    task: str = ""
    next_steps: tuple[str, ...] = ()
    artifacts: tuple[str, ...] = ()


@value
class Handoff:
    """What a session left, when, and who was the first to go on with it."""

    id: str
    at: datetime
    actor: str
    session: str = ""
    branch: str = ""
    leaving: Leaving
    flag: str = ""
    resumed_at: datetime | None = None
    resumed_by: str = ""

    @property
    def is_made(self) -> bool:
        """Whether it was made of what is known, and nobody wrote it."""
        return self.leaving.summary.startswith(_BEGINNING)

    def says_the_same_as(self, other: Handoff) -> bool:
        """Whether nothing has happened between two handoffs, not even that somebody went on with the first."""
        return (self.branch, self.leaving) == (other.branch, other.leaving) and self.resumed_at is None

    @property
    def thread(self) -> str:
        """What a newer handoff must be about to cover this one: its task, else its branch."""
        return " ".join((self.leaving.task or self.branch).split()).casefold()


def current(handoffs: Iterable[Handoff], *, now: datetime, shown_days: float) -> list[Handoff]:
    """The handoffs that still matter, the newest first: not too old, and none newer about the same."""
    found: dict[str, Handoff] = {}
    for each in sorted(handoffs, key=lambda handoff: handoff.at, reverse=True):
        if not each.flag:
            found.setdefault(each.thread, each)
    return [each for each in found.values() if now - each.at <= timedelta(days=shown_days)]


def from_what_is_known(entries: Sequence[BufferEntry], *, branch: str, files: Sequence[str]) -> Leaving:
    """A handoff made of the working memory and the working tree, for a session that ends without a word.

    The latest task is the task, the other tasks are the open steps, what failed last and what was decided are the
    summary, the changed files the artifacts. Entries that are flagged say nothing here.
    """
    told = [each for each in entries if not each.flag]
    tasks = [each.text for each in told if each.kind is Kind.TASK]
    failures = [each.text for each in told if each.kind is Kind.ERROR]
    decisions = [each.text for each in told if each.kind is Kind.DECISION]
    where = f"on {branch}" if branch else "in the project"
    parts = [f"{_BEGINNING}{where}"]
    parts += [f"{len(files)} changed file{'s' if len(files) != 1 else ''}"] * bool(files)
    parts += [f"failing: {text}" for text in failures[-1:]]
    parts += [f"decided: {text}" for text in decisions]
    return Leaving(
        summary="\n".join(parts),
        task=tasks[-1] if tasks else "",
        next_steps=tuple(tasks[:-1][-_MOST:]),
        artifacts=tuple(files[:_MOST]),
    )
