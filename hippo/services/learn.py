"""Learn: take lessons from the fix, revert and performance commits of repositories."""

from __future__ import annotations

from itertools import islice

from hippo.adapters.git_history import open_repository
from hippo.core.value import replace, value
from hippo.errors import HippoError
from hippo.importers.git_commits import Skipped, lesson
from hippo.services.door import admit
from hippo.services.keeping import Keeping, keep
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
    notes: list[str] = []
    reports = []
    for folder in folders:
        try:
            reports.append(_learn_from(store, folder, occasion, notes, since=since, dry_run=dry_run, progress=progress))
        except HippoError as error:
            if len(folders) == 1:
                raise
            reports.append(LearntFrom(name=folder, root=folder, trouble=error.message))
    return Learnt(repositories=tuple(reports), dry_run=dry_run, notes=tuple(dict.fromkeys(notes)))


def _learn_from(
    store: Store,
    folder: str,
    occasion: Occasion,
    notes: list[str],
    *,
    since: datetime,
    dry_run: bool,
    progress: Progress,
) -> LearntFrom:
    repository = open_repository(folder)
    report, drafts = _judged(store, repository, occasion, since, progress)
    if dry_run:
        lessons = [_lesson(draft) for draft in drafts]
    else:
        lessons = [stored for batch in _batches(drafts) for stored in _store(store, batch, occasion, notes)]
    new = tuple(each for each in lessons if each.memory is not None or dry_run)
    return replace(report, lessons=new, known=report.known + len(lessons) - len(new))


def _judged(
    store: Store, repository: Repository, occasion: Occasion, since: datetime, progress: Progress
) -> tuple[LearntFrom, list[Draft]]:
    """The lessons of a history that are new to the store, oldest first, and the count of all the rest."""
    total, read, known = repository.count(since), 0, 0
    skipped: dict[str, int] = {}
    drafts: dict[str, Draft] = {}
    for commit in repository.commits(since):
        read += 1
        progress(read, total)
        found = lesson(commit, occasion.settings)
        if isinstance(found, Skipped):
            skipped[found.reason] = skipped.get(found.reason, 0) + 1
        elif found.origin.key in drafts or store.memories.is_learnt(found.origin.key):
            known += 1
        else:
            drafts[found.origin.key] = found
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
    return report, list(reversed(drafts.values()))


def _store(store: Store, drafts: Sequence[Draft], occasion: Occasion, notes: list[str]) -> list[Lesson]:
    """Let a batch through the door and keep it; a lesson whose text is there already has no memory of its own."""
    admitted = []
    for draft in drafts:
        passed = admit(draft.text, mask=True, settings=occasion.settings.memory)
        notes += [f"{draft.origin.reference[:10]}: {note}" for note in passed.notes]
        admitted.append(replace(draft, text=passed.text, flag=passed.flag))
    with writing(store, occasion):
        kept = [keep(store, draft, occasion) for draft in admitted]
        for draft in admitted:
            store.memories.mark_learnt(draft.origin.key)
    notes += map(str, write_mirrors(store, [each.number for each in kept]))
    return [
        replace(_lesson(draft), memory=each.memory if each.keeping is Keeping.STORED else None)
        for draft, each in zip(admitted, kept, strict=True)
    ]


def _lesson(draft: Draft) -> Lesson:
    return Lesson(text=draft.text, tags=draft.tags, commit=draft.origin.reference)


def _batches(drafts: Sequence[Draft]) -> Iterator[list[Draft]]:
    left = iter(drafts)
    while batch := list(islice(left, _BATCH)):
        yield batch
