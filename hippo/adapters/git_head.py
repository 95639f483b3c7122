"""Which commit is checked out, for lessons that tell when something broke and when it was mended.

Plain `git` with one deadline for each call; without git, or outside of a repository, there is nothing to tell.
"""

from __future__ import annotations

from hippo.adapters import git_program
from hippo.adapters.git_branch import is_in_repository
from hippo.core.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_DEADLINE_SECONDS = 1.0
#: Changed files that are named (chosen: more is a sweep).
_MOST_FILES = 5


@value
class Head:
    """The commit that is checked out, and the folder one is in, relative to the top; "" is the top."""

    commit: str
    folder: str


def read_head(folder: str) -> Head | None:
    """The checked out commit seen from a folder; None outside of a repository and before the first commit."""
    if not is_in_repository(folder):
        return None
    told = _asked(folder, ("rev-parse", "--show-prefix", "--verify", "HEAD"))
    prefix, _, commit = told.partition("\n")
    return Head(commit=commit, folder=prefix.rstrip("/")) if commit else None


def subjects_between(folder: str, old: str, new: str) -> tuple[str, ...]:
    """The subjects of the commits that `new` has and `old` has not, the latest first; at most two are asked for."""
    told = _asked(
        folder, ("log", "--max-count=2", "--no-merges", "--format=%s", "--no-show-signature", f"{old}..{new}")
    )
    return tuple(filter(None, told.split("\n")))


def changed_files(folder: str) -> tuple[str, ...]:
    """Paths that differ from the checked out commit, hippo's own left out."""
    told = _asked(folder, ("status", "--porcelain", "-z", "--no-renames", "--untracked-files=no"))
    paths = [entry[3:] for entry in told.split("\0") if len(entry) > 3]
    return tuple(path for path in paths if not path.startswith(".hippo/"))[:_MOST_FILES]


def _asked(folder: str, arguments: Sequence[str]) -> str:
    """What git prints; nothing on any trouble."""
    told = git_program.answer(folder, arguments, seconds=_DEADLINE_SECONDS)
    return "" if told is None else told.rstrip("\n")
