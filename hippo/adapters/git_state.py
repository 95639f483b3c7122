"""What somebody is working on, as git sees it: the branch, the changed files, the last commits.

Asked at every start of an agent, so it is quick or it is nothing: plain `git`, two calls, one deadline.
"""

from __future__ import annotations

import os
from itertools import islice
from time import monotonic

from hippo.adapters import git_program
from hippo.adapters.git_branch import is_in_repository
from hippo.core.lazy_pattern import lazily
from hippo.core.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

#: Changed files and commits that are looked at (chosen: more is no longer what somebody is working on).
FILES_LIMIT = 50
COMMITS_LIMIT = 5
#: Words of a query from each of branch, files and subjects, and the characters of one (chosen: so that a sweep over
#: many files does not drown the branch, and no generated name fills the query).
WORDS_LIMIT = 12
LONGEST_WORD = 60

_STATUS = (
    *("status", "--porcelain=v2", "--branch", "-z", "--no-renames"),
    *("--untracked-files=normal", "--ignore-submodules=dirty"),
)
_SUBJECTS = (
    *("log", f"--max-count={COMMITS_LIMIT}", "--no-merges", "--format=%s", "--encoding=UTF-8"),
    *("--no-color", "--no-show-signature"),
)
#: Fields before the path in a line of `git status`, by the line's first: changed, unmerged, untracked.
_FIELDS_BEFORE_PATH = {"1": 8, "u": 10, "?": 1}
_OUR_FOLDER = ".hippo/"

#: Files that are called after what they are, not after what is in them; their folder says more.
_NAMELESS = frozenset({"__init__", "__main__", "index", "main", "mod"})
#: Words that any branch or subject may hold.
_COMMONPLACE = frozenset(
    """
    add and branch bug bugfix build chore ci dev develop docs feat feature features fix fixed fixes for from head hotfix
    in into main master merge of perf pull refactor release request revert style test tests the to trunk update wip
    """.split()
)
_WORD = lazily(r"\w+(?:[.-]\w+)*")
_BRANCH_JOINTS = lazily(r"[-/_]+")


@value
class GitState:
    """What is checked out: the branch or "", the paths changed since the last commit, the subjects of the last ones."""

    branch: str
    files: tuple[str, ...] = ()
    subjects: tuple[str, ...] = ()


def read_state(folder: str | os.PathLike[str], deadline_seconds: float = 1.0) -> GitState | None:
    """The state of the checkout that a folder is in; None outside of one, on any trouble and after the deadline."""
    if not is_in_repository(folder):
        return None
    end = monotonic() + deadline_seconds
    told = git_program.answer(folder, _STATUS, seconds=deadline_seconds)
    if told is None:
        return None
    status = told.split("\0")
    unborn = "# branch.oid (initial)" in status
    subjects = "" if unborn else git_program.answer(folder, _SUBJECTS, seconds=end - monotonic())
    if subjects is None:
        return None
    return GitState(
        branch=_branch(status),
        files=tuple(islice(_changed(status), FILES_LIMIT)),
        subjects=tuple(filter(None, subjects.split("\n"))),
    )


def task_of(folder: str | os.PathLike[str]) -> str:
    """What the working tree says about the task, as a query; nothing outside a repository."""
    state = read_state(folder)
    return query_of(state) if state else ""


def query_of(state: GitState) -> str:
    """The words worth a recall: of the branch, of the changed files' names, of the last subjects; each once."""
    branch = _words(_BRANCH_JOINTS().split(state.branch))
    files = _words(map(_name, state.files))
    subjects = _words(word for subject in state.subjects for word in _WORD().findall(subject))
    return " ".join({word.lower(): word for word in (*branch, *files, *subjects)}.values())


def _branch(status: list[str]) -> str:
    named = (line.removeprefix("# branch.head ") for line in status if line.startswith("# branch.head "))
    return next(named, "").replace("(detached)", "")


def _changed(status: list[str]) -> Iterator[str]:
    for line in status:
        fields = line.split(" ", _FIELDS_BEFORE_PATH.get(line[:1], 0))
        if len(fields) > 1 and not fields[-1].startswith(_OUR_FOLDER):
            yield fields[-1]


def _name(path: str) -> str:
    """What a path is called after: its stem, or its folder if the stem says nothing."""
    folder, _, name = path.rstrip("/").rpartition("/")
    stem = name.lstrip(".").partition(".")[0]
    return os.path.basename(folder) if folder and stem in _NAMELESS else stem


def _words(candidates: Iterable[str]) -> Iterator[str]:
    """The first WORDS_LIMIT that say something."""
    telling = (word for word in candidates if 1 < len(word) <= LONGEST_WORD and word.lower() not in _COMMONPLACE)
    return islice(dict.fromkeys(telling), WORDS_LIMIT)
