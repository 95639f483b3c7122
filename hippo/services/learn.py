"""Learn: take lessons from the fix, revert and performance commits of repositories."""

from __future__ import annotations

from itertools import islice

from hippo.adapters.git_history import open_repository
from hippo.core.hygiene import identity
from hippo.core.value import replace, value
from hippo.errors import HippoError
from hippo.importers.git_commits import Skipped, lesson
from hippo.services.door import admit
from hippo.services.keeping import Keeping, keep, twin_of
from hippo.services.writing import writing
from hippo.store.mirrors import write_mirrors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from datetime import datetime

    from hippo.adapters.git_history import Repository
    from hippo.core.memory import Draft, Memory
    from hippo.services.occasion import Occasion
    from hippo.store.store import Store

    Progress = Callable[[int, int], None]

#: Lessons stored in one transaction, so that others who write wait for a few milliseconds (chosen).
_BATCH = 200
#: Why a commit is left out whose text the door refuses.
_REFUSED = "refused at the door"


@value
class Lesson:
    """What a commit teaches: the text and tags, the commit, and the memory once it is stored."""

    text: str
    tags: tuple[str, ...]
    commit: str
    memory: Memory | None = None


@value
class LeftOut:
    """How many commits are no lessons for one reason."""

    reason: str
    count: int


@value
class LearntFrom:
    """What was read of one repository.

    `known` counts lessons that were learnt before, `skipped` commits by the reason why they are none. `partial` says
    that the history is shallow; `trouble`, that it could not be read, and why.
    """

    name: str
    root: str
    read: int = 0
    lessons: tuple[Lesson, ...] = ()
    known: int = 0
    skipped: tuple[LeftOut, ...] = ()
    partial: bool = False
    trouble: str = ""


@value
class Learnt:
    """What was learnt, repository by repository."""

    repositories: tuple[LearntFrom, ...]
    dry_run: bool
    notes: tuple[str, ...] = ()

    @property
    def is_partial(self) -> bool:
        """Whether some repositories could not be read."""
        return any(each.trouble for each in self.repositories)


def learn_from_git(
    store: Store,
    folders: Sequence[str],
    *,
    occasion: Occasion,
    since: datetime,
    dry_run: bool = False,
    progress: Progress = lambda *_: None,
) -> Learnt:
    """Learn from what was committed since a moment in the repositories that the folders are in.

    A change that was learnt from is never learnt from again, also after a rebase or when its memory is gone. One
    repository that cannot be read raises what says why; of several, the others are read all the same.
    """
    learning = _Learning(store, occasion, since=since, dry_run=dry_run, progress=progress)
    reports = []
    for folder in folders:
        try:
            reports.append(learning.from_repository(open_repository(folder)))
        except HippoError as error:
            if len(folders) == 1:
                raise
            reports.append(LearntFrom(name=folder, root=folder, trouble=error.message))
    return Learnt(repositories=tuple(reports), dry_run=dry_run, notes=tuple(dict.fromkeys(learning.notes)))


class _Learning:
    """One run: what holds for all repositories, and what was come across in them."""

    def __init__(self, store: Store, occasion: Occasion, *, since: datetime, dry_run: bool, progress: Progress) -> None:
        self.store, self.occasion = store, occasion
        self.since, self.dry_run, self.progress = since, dry_run, progress
        self.notes: list[str] = []
        self._keys: set[str] = set()
        self._texts: set[str] = set()

    def from_repository(self, repository: Repository) -> LearntFrom:
        """Read one history and keep its lessons; one whose text is there already counts as known."""
        report, drafts = self._judged(repository)
        if self.dry_run:
            new = [_lesson(draft) for draft in drafts if self._would_be_new(draft)]
        else:
            new = [stored for batch in _batches(drafts) for stored in self._keep(batch)]
        return replace(report, lessons=tuple(new), known=report.known + len(drafts) - len(new))

    def _judged(self, repository: Repository) -> tuple[LearntFrom, list[Draft]]:
        """The lessons of a history that are new to the store, oldest first, and the count of all the rest."""
        total, read, known = repository.count(self.since), 0, 0
        skipped: dict[str, int] = {}
        drafts: list[Draft] = []
        for commit in repository.commits(self.since):
            read += 1
            self.progress(read, total)
            found = lesson(commit, self.occasion.settings)
            if isinstance(found, Skipped):
                skipped[found.reason] = skipped.get(found.reason, 0) + 1
            elif found.origin.key in self._keys or self.store.memories.is_learnt(found.origin.key):
                known += 1
            elif draft := self._admitted(found):
                drafts.append(draft)
            else:
                skipped[_REFUSED] = skipped.get(_REFUSED, 0) + 1
        report = LearntFrom(
            name=repository.name,
            root=repository.root,
            read=read,
            known=known,
            skipped=tuple(
                LeftOut(reason=reason, count=count)
                for reason, count in sorted(skipped.items(), key=lambda entry: (-entry[1], entry[0]))
            ),
            partial=repository.partial,
        )
        return report, drafts[::-1]

    def _admitted(self, draft: Draft) -> Draft | None:
        """The lesson as the door lets it in, if it does."""
        self._keys.add(draft.origin.key)
        try:
            passed = admit(draft.text, mask=True, settings=self.occasion.settings.memory)
        except HippoError:
            return None
        self.notes += [f"{draft.origin.reference[:10]}: {note}" for note in passed.notes]
        return replace(draft, text=passed.text, flag=passed.flag)

    def _would_be_new(self, draft: Draft) -> bool:
        """Whether keeping the lesson would make a memory, rather than strengthen one."""
        text = identity(draft.text)
        is_new = text not in self._texts and twin_of(self.store, draft.text) is None
        self._texts.add(text)
        return is_new

    def _keep(self, drafts: Sequence[Draft]) -> list[Lesson]:
        """Keep a batch; the lessons that became memories."""
        with writing(self.store, self.occasion):
            kept = [keep(self.store, draft, self.occasion) for draft in drafts]
            for draft in drafts:
                self.store.memories.mark_learnt(draft.origin.key)
        self.notes += map(str, write_mirrors(self.store, [each.number for each in kept]))
        return [
            replace(_lesson(draft), memory=each.memory)
            for draft, each in zip(drafts, kept, strict=True)
            if each.keeping is Keeping.STORED
        ]


def _lesson(draft: Draft) -> Lesson:
    return Lesson(text=draft.text, tags=draft.tags, commit=draft.origin.reference)


def _batches(drafts: Sequence[Draft]) -> Iterator[list[Draft]]:
    left = iter(drafts)
    while batch := list(islice(left, _BATCH)):
        yield batch
