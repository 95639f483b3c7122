"""The commits of a repository, streamed from one `git log` that GitPython starts.

Why not `Repo.iter_commits`: it starts a process for the files of every commit, and `Repo` looks for the repository by
rules of its own, where git knows who owns it.
"""

from __future__ import annotations

import os
import re
from contextlib import contextmanager
from threading import Lock, Thread

from hippo.adapters import git_log, git_program
from hippo.core.value import replace, value
from hippo.errors import HippoError, NotFound, Refused, shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime
    from subprocess import Popen
    from typing import IO, Any

    from git import Git

    from hippo.core.commit import Commit

#: The first git whose `--since` can look past an old commit. Without it the walk ends there, and one wrong clock
#: hides all that is below.
_SINCE_AS_FILTER = (2, 37)
_CHUNK_BYTES = 64 * 1024
_COMPLAINT_BYTES = 4 * 1024


class GitMissing(Refused):
    """The git program cannot be run."""

    code = "git-missing"

    def __init__(self) -> None:
        super().__init__("the program git was not found", hint="install git; only learning from commits needs it")


class GitPythonMissing(HippoError):
    """The library that runs git is not installed."""

    code = "gitpython-missing"

    def __init__(self) -> None:
        super().__init__("learning from commits needs GitPython", hint="pip install GitPython")


@value
class Repository:
    """A repository with a history to read.

    `root` is the top of its checkout (of a bare one the repository itself), `name` what people call it, `head` the
    commit that is checked out, "" before the first. `partial` means a shallow clone: older commits are elsewhere.
    """

    root: str
    name: str
    head: str
    partial: bool

    def count(self, since: datetime | None = None) -> int:
        """How many commits `commits` will give."""
        if not self.head:
            return 0
        git = _git()
        return int(_asked(git, self.root, "rev-list", "--count", *_committed(git, since), self.head, "--"))

    def commits(self, since: datetime | None = None) -> Iterator[Commit]:
        """What HEAD reaches, newest first; with `since` what was committed at that time or later.

        A generator that is closed early ends its child. Commits come without files from a clone that has no trees,
        and at the end of a shallow one, where git takes the whole tree for a change.
        """
        if not self.head:
            return
        git = _git()
        command = (*git_log.COMMAND, *(() if _lacks_trees(git, self.root) else git_log.WITH_FILES))
        with _output(git, self.root, *command, *_committed(git, since), self.head, "--") as chunks:
            for commit in git_log.commits(chunks):
                yield replace(commit, files=()) if self.partial and not commit.parents else commit

    def subject_of(self, commit: str) -> str:
        """The subject of a commit of which the hash, or its beginning, is given; "" if there is none that is known."""
        options = ("log", "--max-count=1", "--format=%s", "--encoding=UTF-8", "--no-show-signature", "--no-color")
        status, answer, _ = _run(_git(), self.root, *options, commit, "--")
        return "" if status else os.fsencode(answer).decode("utf-8", "replace").strip()


def open_repository(folder: str | os.PathLike[str]) -> Repository:
    """The repository that a folder is in, as git finds it. Raises HippoError if there is none that may be read."""
    git, here = _git(), os.path.realpath(folder)
    if not os.path.isdir(here):
        raise NotFound(f"there is no folder {shortened(here, 400)!r}")
    questions = ("--is-shallow-repository", "--is-inside-work-tree", "--show-cdup", "--git-common-dir")
    shallow, inside, up, common = _asked(git, here, "rev-parse", *questions).split("\n", 3)
    _, head, _ = _run(git, here, "rev-parse", "--verify", "--quiet", "HEAD")
    kept = os.path.realpath(os.path.join(here, common.removesuffix("\n")))
    owner = os.path.dirname(kept) if os.path.basename(kept) == ".git" else kept
    return Repository(
        root=os.path.realpath(os.path.join(here, up)) if inside == "true" else owner,
        name=os.path.basename(owner).removesuffix(".git"),
        head=head.strip(),
        partial=shallow == "true",
    )


def _git() -> Git:
    try:
        from git import Git
    except ModuleNotFoundError as error:
        raise GitPythonMissing from error
    except ImportError as error:  # GitPython asks the program for its version when it is imported
        raise GitMissing from error
    return Git()


def _committed(git: Git, since: datetime | None) -> tuple[str, ...]:
    """The option that leaves out what was committed before a moment."""
    if since is None or since.timestamp() <= 0:
        return ()
    option = "--since-as-filter" if git.version_info >= _SINCE_AS_FILTER else "--since"
    return (f"{option}=@{int(since.timestamp())} +0000",)


def _lacks_trees(git: Git, root: str) -> bool:
    """Whether a clone has only commits and would fetch trees, one by one, to name the files of each."""
    _, filters, _ = _run(git, root, "config", "--get-regexp", r"^remote\..*\.partialclonefilter$")
    return "tree:" in filters


def _asked(git: Git, folder: str, *arguments: str) -> str:
    status, answer, complaint = _run(git, folder, *arguments)
    if status:
        raise _explained(folder, complaint)
    return answer


def _run(git: Git, folder: str, *arguments: str) -> tuple[int, str, str]:
    from git.exc import GitCommandNotFound

    try:
        with _own_surroundings():
            status, answer, complaint = git.execute(
                _command(folder, arguments),
                env=git_program.ADDED,
                with_extended_output=True,
                with_exceptions=False,
                stdout_as_string=False,
                strip_newline_in_stdout=False,
            )
    except GitCommandNotFound as error:
        raise GitMissing from error
    return status, os.fsdecode(answer or b""), complaint


def _command(folder: str, arguments: tuple[str, ...]) -> list[str]:
    return ["git", "-C", folder, *git_program.OPTIONS, *arguments]


_environment_lock = Lock()


@contextmanager
def _own_surroundings() -> Iterator[None]:
    """Hide what misleads git while a child is started: GitPython adds to os.environ, but takes nothing away."""
    with _environment_lock:
        hidden = {name: text for name, text in os.environ.items() if git_program.misleading(name)}
        for name in hidden:
            del os.environ[name]
        try:
            yield
        finally:
            os.environ.update(hidden)


@contextmanager
def _output(git: Git, folder: str, *arguments: str) -> Iterator[Iterator[bytes]]:
    """What a git child prints, while it prints it; the child is gone when the block is left.

    Raises Refused at the end of the output if git failed.
    """
    with _own_surroundings():
        # The guard ends the child when it is collected, so it must be held as long as the child is read.
        guard: Any = git.execute(_command(folder, arguments), as_process=True, env=git_program.ADDED)
    child: Popen[bytes] = guard.proc
    stdout: IO[bytes] = guard.stdout
    stderr: IO[bytes] = guard.stderr
    complaint = bytearray()
    listener = Thread(target=_listen, args=(stderr, complaint), daemon=True)
    listener.start()

    def chunks() -> Iterator[bytes]:
        while chunk := os.read(stdout.fileno(), _CHUNK_BYTES):
            yield chunk
        if child.wait():
            listener.join()
            raise _explained(folder, os.fsdecode(bytes(complaint)))

    try:
        yield chunks()
    finally:
        child.kill()
        child.wait()
        listener.join()
        stdout.close()
        stderr.close()


def _listen(stream: IO[bytes], heard: bytearray) -> None:
    """Read all that a child complains of, lest it waits for a reader, and keep the beginning."""
    while chunk := os.read(stream.fileno(), _COMPLAINT_BYTES):
        heard += chunk[: max(0, _COMPLAINT_BYTES - len(heard))]


def _explained(folder: str, complaint: str) -> HippoError:
    """The error that stands for a complaint of git's."""
    where = shortened(folder)
    if "not a git repository" in complaint:
        return NotFound(f"{where} is in no git repository", hint="go to one, or name it with --repos")
    if "dubious ownership" in complaint:
        told = re.search(r"^\s*(git config --global --add safe\.directory .+)$", complaint, re.MULTILINE)
        return Refused(
            f"the repository {where} belongs to another user, and git does not read it",
            hint=f"if you trust its owner: {told[1]}" if told else "see safe.directory in `git help config`",
        )
    fatal = re.search(r"^(?:fatal|error): (.+)$", complaint, re.MULTILINE)
    reason = shortened(fatal[1], 200) if fatal else "no reason given"
    return Refused(f"git cannot read the history of {where}: {reason}")
