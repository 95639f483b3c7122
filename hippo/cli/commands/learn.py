"""hippo learn"""

from __future__ import annotations

import os
from datetime import timedelta

from hippo.cli.declare import Command, flag, number, text
from hippo.core.humane import counted
from hippo.errors import PartlyDone, UsageError
from hippo.services import learn as service

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from hippo.cli.app import App

_ORDINARY_DAYS = 7
_MOST_DAYS = 365_000


def learn(app: App, git: bool, days: int, repos: str | None, dry_run: bool) -> int:
    """Take lessons from a repository's fix and revert commits.

    Reads what was committed in the last --days days, in the repository you are in or in those named with --repos. A
    lesson keeps the subject and what the body tells of the reason, with commit, author, date and files. Merges,
    bots, releases and trifles stay out; nothing is learnt twice. A migration or removal that memories contradict is
    learnt, too, and proposed to supersede them: `hippo conflicts` shows both sides, `hippo resolve` decides.
    """
    if not git:
        raise UsageError("say what to learn from: --git", hint="`hippo learn --git --days 30`")
    store = app.store()
    occasion = app.occasion()
    with app.output.progress("reading commits") as progress:
        learnt = service.learn_from_git(
            store,
            [os.path.join(app.folder, each) for each in _listed(repos)] if repos is not None else [app.folder],
            occasion=occasion,
            since=occasion.now - timedelta(days=min(days, _MOST_DAYS)),
            dry_run=dry_run,
            progress=progress,
        )
    app.output.show(learnt, lines(learnt), notes=learnt.notes)
    return PartlyDone.exit_code if learnt.is_partial else 0


def lines(learnt: service.Learnt) -> Iterator[str]:
    for each in learnt.repositories:
        if each.trouble:
            yield f"{each.name}: not read: {each.trouble}"
        else:
            yield from _repository_lines(each, dry_run=learnt.dry_run)


def _repository_lines(each: service.LearntFrom, *, dry_run: bool) -> Iterator[str]:
    for lesson in each.lessons:
        name = lesson.memory.id if lesson.memory else lesson.commit[:10]
        yield f"{'would learn' if dry_run else 'learnt'}  {name}  {lesson.text.partition(chr(10))[0]}"
        yield from _proposal_lines(lesson)
    known = f", {each.known} known before" if each.known else ""
    verb = "would be learnt" if dry_run else "learnt"
    read, lessons = counted(each.read, "commit"), counted(len(each.lessons), "lesson")
    yield f"{each.name} ({each.root}): {read} read, {lessons} {verb}{known}"
    if dry_run:
        for left_out in each.skipped:
            yield f"  left out: {left_out.count:,} {left_out.reason}"
            for refused in each.refused:
                if refused.reason == left_out.reason:
                    yield f"    {refused.commit[:10]}  {refused.subject}"
    if each.partial:
        yield "  the clone is shallow: this history is partial; `git fetch --unshallow` brings the rest"


def _proposal_lines(lesson: service.Lesson) -> Iterator[str]:
    """The memories that a lesson may take the place of, and how to say so."""
    for each in lesson.supersedes:
        yield f"  may supersede {each.memory_id} ({each.reason}): {each.text.partition(chr(10))[0]}"
        if lesson.memory and each.conflict:
            yield f"    yes: hippo resolve {each.conflict} --keep {lesson.memory.id}"
            yield f"    no:  hippo resolve {each.conflict} --both"


def _listed(repos: str) -> list[str]:
    names = [name.strip() for name in repos.split(",") if name.strip()]
    if not names:
        raise UsageError("--repos names no folder", hint="write it like --repos ../one,../two")
    return names


COMMAND = Command(
    handler=learn,
    options=(
        flag("--git", "git", "Learn from git commits."),
        number("--days", "days", f"Look back so many days ({_ORDINARY_DAYS}).", low=0, default=_ORDINARY_DAYS),
        text("--repos", "repos", "Read these repositories, parted by commas.", metavar="A,B"),
        flag("--dry-run", "dry_run", "Say what would be learnt and what is left out, and do nothing."),
    ),
)
