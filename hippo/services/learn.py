"""Learn: take lessons from the fix, revert and performance commits of repositories."""

from __future__ import annotations

from itertools import islice

from hippo.adapters.git_history import open_repository
from hippo.core.identity import identity
from hippo.core.secrets import mask_secrets
from hippo.core.value import replace, value
from hippo.errors import HippoError
from hippo.importers.git_commits import MIGRATION_TAG, Skipped, change, lesson, retired, title, undone
from hippo.services.contesting import Contesting, note
from hippo.services.door import admit
from hippo.services.keeping import Keeping, twin_of
from hippo.services.keeping_many import keep_all, prepared
from hippo.services.writing import writing
from hippo.store.conflict_mirrors import write_conflicts
from hippo.store.mirrors import write_mirrors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from datetime import datetime

    from hippo.adapters.git_history import Repository
    from hippo.core.commit import Commit
    from hippo.core.memory import Draft, Memory
    from hippo.importers.commit_reverts import TakenBack
    from hippo.services.contesting import Contested
    from hippo.services.occasion import Occasion
    from hippo.store.store import Store

    Progress = Callable[[int, int], None]

#: Lessons stored in one transaction, so that others who write wait for a few milliseconds (chosen).
_BATCH = 200
#: Why a commit is left out whose text the door refuses.
_REFUSED = "refused at the door"


@value
class Lesson:
    """What a commit teaches: the text and tags, the commit, and the memory once it is stored.

    `supersedes` are the memories that it contradicts, and may take the place of if a person says so.
    """

    text: str
    tags: tuple[str, ...]
    commit: str
    memory: Memory | None = None
    supersedes: tuple[Contested, ...] = ()


@value
class Refused:
    """A commit that is no lesson, and why."""

    commit: str
    subject: str
    reason: str


@value
class LeftOut:
    """How many commits are no lessons for one reason."""

    reason: str
    count: int


@value
class LearntFrom:
    """What was read of one repository.

    `known` counts lessons that were learnt before, `skipped` commits by the reason why they are none, and a dry run
    names each of them in `refused`. `partial` says that the history is shallow; `trouble`, that it could not be read,
    and why.
    """

    name: str
    root: str
    read: int = 0
    lessons: tuple[Lesson, ...] = ()
    known: int = 0
    skipped: tuple[LeftOut, ...] = ()
    refused: tuple[Refused, ...] = ()
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


@value
class _Found:
    """A lesson that may be kept, and the memories that it contradicts."""

    draft: Draft
    contested: tuple[Contested, ...] = ()


class _Learning:
    """One run: what holds for all repositories, and what was come across in them."""

    def __init__(self, store: Store, occasion: Occasion, *, since: datetime, dry_run: bool, progress: Progress) -> None:
        self.store, self.occasion = store, occasion
        self.since, self.dry_run, self.progress = since, dry_run, progress
        self.notes: list[str] = []
        self._contesting = Contesting(store)
        self._keys: set[str] = set()
        self._texts: set[str] = set()

    def from_repository(self, repository: Repository) -> LearntFrom:
        """Read one history and keep its lessons; one whose text is there already counts as known."""
        report, found = self._judged(repository)
        if self.dry_run:
            new = [_lesson(each) for each in found if self._would_be_new(each.draft) or each.contested]
        else:
            new = [stored for batch in _batches(found) for stored in self._keep(batch)]
        return replace(report, lessons=tuple(new), known=report.known + len(found) - len(new))

    def _judged(self, repository: Repository) -> tuple[LearntFrom, list[_Found]]:
        """The lessons of a history that are new to the store, oldest first, and the count of all the rest."""
        total, read, known = repository.count(self.since), 0, 0
        skipped: dict[str, int] = {}
        refused: list[Refused] = []
        found: list[_Found] = []
        undone_later: list[TakenBack] = []
        for commit in repository.commits(self.since):
            read += 1
            self.progress(read, total)
            judged = self._lesson(commit, repository, undone_later)
            if isinstance(judged, _Found) and self._is_known(judged.draft):
                known += 1
                continue
            admitted = self._admitted(judged) if isinstance(judged, _Found) else judged
            if isinstance(admitted, _Found):
                found.append(admitted)
                continue
            skipped[admitted] = skipped.get(admitted, 0) + 1
            if self.dry_run:
                refused.append(Refused(commit=commit.sha, subject=mask_secrets(title(commit))[0], reason=admitted))
        report = LearntFrom(
            name=repository.name,
            root=repository.root,
            read=read,
            known=known,
            skipped=tuple(
                LeftOut(reason=reason, count=count)
                for reason, count in sorted(skipped.items(), key=lambda entry: (-entry[1], entry[0]))
            ),
            refused=tuple(refused),
            partial=repository.partial,
        )
        return report, found[::-1]

    def _lesson(self, commit: Commit, repository: Repository, undone_later: list[TakenBack]) -> _Found | str:
        """The lesson of a commit, or why it is none; commits come newest first."""
        settings, gone = self.occasion.settings, retired(commit)
        contested: tuple[Contested, ...] = ()
        if gone and not _is_undone(commit, undone_later):
            contested = self._contesting.contested(gone, commit.authored_at)
        if taken_back := undone(commit):
            undone_later.append(taken_back)
        told = lesson(commit, settings, repository.subject_of)
        if not isinstance(told, Skipped):
            return _Found(draft=told, contested=contested)
        migration = change(commit, settings) if gone else None
        if migration and (contested or self._is_known(migration)):
            return _Found(draft=migration, contested=contested)
        return str(told.reason)

    def _is_known(self, draft: Draft) -> bool:
        return draft.origin.key in self._keys or self.store.memories.is_learnt(draft.origin.key)

    def _admitted(self, found: _Found) -> _Found | str:
        """The lesson as the door lets it in, or why it does not."""
        draft = found.draft
        self._keys.add(draft.origin.key)
        try:
            passed = admit(draft.text, mask=True, settings=self.occasion.settings.memory)
        except HippoError:
            return _REFUSED
        self.notes += [f"{draft.origin.reference[:10]}: {note}" for note in passed.notes]
        if passed.flag and MIGRATION_TAG in draft.tags:
            return _REFUSED
        contested = () if passed.flag else found.contested
        return replace(found, draft=replace(draft, text=passed.text, flag=passed.flag), contested=contested)

    def _would_be_new(self, draft: Draft) -> bool:
        """Whether keeping the lesson would make a memory, rather than strengthen one."""
        text = identity(draft.text)
        is_new = text not in self._texts and twin_of(self.store, draft.text) is None
        self._texts.add(text)
        return is_new

    def _keep(self, found: Sequence[_Found]) -> list[Lesson]:
        """Keep a batch; the lessons that became memories, and those that contradict some."""
        drafts = prepared(each.draft for each in found)
        with writing(self.store, self.occasion):
            kept = keep_all(self.store, drafts, self.occasion)
            noted = [
                note(self.store, lesson, each.contested, self.occasion)
                for each, lesson in zip(found, kept, strict=True)
            ]
            self.store.memories.mark_learnt(*(each.draft.origin.key for each in found))
        self.notes += map(str, write_mirrors(self.store, [each.number for each in kept]))
        if any(noted):
            self.notes += map(str, write_conflicts(self.store))
        return [
            replace(_lesson(each), memory=lesson.memory, supersedes=contested)
            for each, lesson, contested in zip(found, kept, noted, strict=True)
            if lesson.keeping in (Keeping.STORED, Keeping.WAITING) or contested
        ]


def _is_undone(commit: Commit, undone_later: list[TakenBack]) -> bool:
    """Whether a later commit takes this one back; the latest word counts."""
    return next((not each.again for each in undone_later if each.is_of(title(commit), commit.sha)), False)


def _lesson(found: _Found) -> Lesson:
    draft = found.draft
    return Lesson(text=draft.text, tags=draft.tags, commit=draft.origin.reference, supersedes=found.contested)


def _batches(found: Sequence[_Found]) -> Iterator[list[_Found]]:
    left = iter(found)
    while batch := list(islice(left, _BATCH)):
        yield batch
