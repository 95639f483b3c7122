"""Lessons from commits: what a fix, a revert or a performance commit says was wrong, and why."""

from __future__ import annotations

import re

from hippo.core.commit import Commit
from hippo.core.digest import digest
from hippo.core.encode import DECISION_TAG, ERROR_TAG, birth_half_life_days
from hippo.core.memory import Draft, Origin
from hippo.core.value import value
from hippo.importers.commit_kinds import Kind, is_reapplied, is_revert, judged
from hippo.importers.commit_message import bounded, telling
from hippo.importers.commit_paperwork import cleaned
from hippo.importers.commit_retirements import retirements
from hippo.importers.commit_reverts import TakenBack, named, taken_back
from hippo.importers.commit_trifles import Reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from hippo.core.retirement import Retirement
    from hippo.core.settings import Settings

__all__ = ["Commit", "Kind", "Reason", "Skipped", "change", "lesson", "retired", "title", "undone"]

MIGRATION_TAG = "migration"
_TAG = "git"
#: Characters of a lesson (chosen: about 300 tokens, so that a recall of 4,000 holds a dozen).
TEXT_LIMIT = 1200
#: Paths kept as metadata (chosen: a commit that touches more is a sweep, and its paths say little).
FILES_LIMIT = 20

_MERGE = re.compile(r"Merge(?:d)? (?:branch|pull request|remote-tracking|tag|commit|in |[\w/.-]+ into )", re.IGNORECASE)
_BOT = re.compile(
    r"\[bot\]|\bbot\b|-bot\b|dependabot|renovate|greenkeeper|github-actions|pre-commit-ci|mergify|semantic-release|pyup"
    r"|snyk|imgbot|allcontributors|weblate|transifex|crowdin|jenkins|buildkite|travis ci|copybara",
    re.IGNORECASE,
)
#: Agents that write code under a bot's account: their fixes teach as well as a person's.
_CODING_AGENT = re.compile(r"copilot|claude|codex|cursor|devin|jules|aider|openhands|sweep|gemini|amp\b", re.IGNORECASE)
_DOCUMENT = re.compile(
    r"(?:^|/)docs?/|\.(?:md|mdx|rst|adoc|asciidoc)$|(?:^|/)(?:README|CHANGE|LICEN[CS]E|NEWS|AUTHORS|HISTORY)[^/]*$",
    re.IGNORECASE,
)
_TEST = re.compile(
    r"(?:^|/)(?:tests?|specs?|__tests__|testing|fixtures|\.github|\.circleci)/|(?:^|/)(?:test_[^/]*|conftest\.py|tox\.ini|\.[^/]*\.ya?ml)$"
    r"|[._-](?:test|spec)\.\w+$|_test\.\w+$|Tests?\.\w+$"
)


@value
class Skipped:
    """A commit that is no lesson, and why."""

    reason: Reason


def lesson(commit: Commit, settings: Settings, subject_of: Callable[[str], str] = lambda _: "") -> Draft | Skipped:
    """The lesson in a commit: its subject and the telling part of its body, with where it is from.

    `subject_of` gives the subject of another commit by its hash, "" if it is not there: a revert names what it reverts.
    """
    subject, rest = _subject(commit)
    is_back = is_revert(subject)
    if is_back:
        subject = named(subject, commit.body, lambda sha: " ".join(cleaned(subject_of(sha)).split()))
    prose = telling(rest, is_revert=is_back)
    verdict = _outsider(commit) or judged(subject, prose, touches_program=_touches_program(commit.files))
    if isinstance(verdict, Reason):
        return Skipped(reason=verdict)
    failed = verdict is not Kind.PERF and not is_reapplied(subject)
    tags = (_TAG, str(verdict), ERROR_TAG) if failed else (_TAG, str(verdict))
    return _draft(commit, subject, prose, tags, settings)


def change(commit: Commit, settings: Settings) -> Draft:
    """A commit as what it is when others relied on what it retires: a decision."""
    subject, rest = _subject(commit)
    return _draft(commit, subject, telling(rest), (_TAG, MIGRATION_TAG, DECISION_TAG), settings)


def retired(commit: Commit) -> tuple[Retirement, ...]:
    """What a commit says that its project has done with."""
    return () if _outsider(commit) else retirements(_subject(commit)[0])


def undone(commit: Commit) -> TakenBack | None:
    """What a commit takes back or puts back, if it does."""
    subject, _ = _subject(commit)
    return taken_back(subject, commit.body) if is_revert(subject) else None


def title(commit: Commit) -> str:
    """The subject of a commit, whole and without what a terminal would not show."""
    return _subject(commit)[0]


def _draft(commit: Commit, subject: str, prose: str, tags: tuple[str, ...], settings: Settings) -> Draft:
    return Draft(
        text=bounded(f"{subject}\n\n{prose}" if prose else subject, TEXT_LIMIT),
        tags=tags,
        half_life_days=birth_half_life_days(tags, settings.memory),
        origin=Origin(
            kind="git",
            reference=commit.sha,
            key=_identity(commit),
            author=" ".join(cleaned(commit.author).split()),
            happened_at=commit.authored_at,
            files=commit.files[:FILES_LIMIT],
        ),
    )


def _outsider(commit: Commit) -> Reason | None:
    """Why a commit is out of the question whatever it says."""
    if commit.parents > 1 or _MERGE.match(commit.subject):
        return Reason.MERGE
    who = f"{commit.author} {commit.author_email}"
    if _BOT.search(who) and not _CODING_AGENT.search(who):
        return Reason.BOT
    if commit.files and all(map(_DOCUMENT.search, commit.files)):
        return Reason.DOCUMENTATION
    return None


def _touches_program(files: tuple[str, ...]) -> bool | None:
    if not files:
        return None
    return any(not _DOCUMENT.search(path) and not _TEST.search(path) for path in files)


def _subject(commit: Commit) -> tuple[str, str]:
    """The subject and the rest of the message; a subject that a forge broke off at "…" is put together again."""
    subject = " ".join(cleaned(commit.subject).split())
    body = cleaned(commit.body)
    broken = re.fullmatch(r"(.*)…(\s*\(#\d+\))?", subject)
    if broken and body.startswith("…"):
        first, _, body = body[1:].partition("\n")
        subject = f"{broken[1]}{first.strip()}{broken[2] or ''}"
    return subject, body


def _identity(commit: Commit) -> str:
    """What stays the same when a commit is rebased or picked: who wrote it, when, and under which subject."""
    parts = (commit.author_email.lower(), str(int(commit.authored_at.timestamp())), commit.subject)
    return digest("\0".join(parts))
