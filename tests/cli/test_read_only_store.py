"""A store in a folder that nobody can write: a read-only mount, or a folder without the right to."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import Hippo

ROOT = Path(__file__).resolve().parents[2]
_READ_ONLY = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && cd "$1" && shift 2 && exec "$@"'


class Frozen:
    """The command line over a project whose `.hippo` cannot be written, in a process of its own."""

    def __init__(self, hippo: Hippo) -> None:
        self._hippo = hippo
        folder, project = str(hippo.store_folder), str(hippo.project)
        self._prefix = ["unshare", "-m", "sh", "-c", _READ_ONLY, folder, project, "--"] if os.geteuid() == 0 else []

    def __call__(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*self._prefix, sys.executable, "-m", "hippo", *arguments],
            cwd=self._hippo.project,
            env={
                **self._hippo.environ,
                "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path]),
                "HIPPO_NOW": "2031-03-03T12:00:00Z",
            },
            capture_output=True,
            text=True,
            check=False,
        )


@pytest.fixture
def frozen(hippo: Hippo) -> Frozen:
    """A project with one memory whose store has just become read-only."""
    hippo.remember("the north gate sticks")
    found = Frozen(hippo)
    if os.geteuid() != 0:
        for path in [*hippo.store_folder.rglob("*"), hippo.store_folder]:
            path.chmod(path.stat().st_mode & ~0o222)
    elif (
        not shutil.which("unshare")
        or subprocess.run(shlex.split("unshare -m true"), check=False, capture_output=True).returncode
    ):
        pytest.skip("cannot make a folder read-only here")
    return found


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    "arguments",
    [
        ("recall", "north"),
        ("context",),
        ("list",),
        ("status",),
        ("inspect", "mem_0001"),
        ("sleep", "--dry-run"),
        ("doctor",),
    ],
)
def test_reading_works(frozen: Frozen, hippo: Hippo, arguments: tuple[str, ...]) -> None:
    before = files(hippo.store_folder)
    done = frozen(*arguments)
    assert done.returncode == 0, done.stderr
    assert ("the north gate sticks" in done.stdout) == (arguments[0] in ("recall", "context", "list", "inspect"))
    assert files(hippo.store_folder) == before


def test_a_recall_says_that_it_was_not_counted(frozen: Frozen) -> None:
    assert frozen("recall", "north").stderr == (
        "note: this recall was not counted: the store .hippo/hippo.db is read-only: nothing was written\n"
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ("remember", "a second gate"),
        ("sleep",),
        ("forget", "mem_0001"),
        ("edit", "mem_0001", "--pin"),
        ("config", "recall.limit", "5"),
    ],
)
def test_writing_ends_with_one_clear_line_and_status_5(
    frozen: Frozen, hippo: Hippo, arguments: tuple[str, ...]
) -> None:
    before = files(hippo.store_folder)
    done = frozen(*arguments)
    assert done.returncode == 5, done.stdout
    assert done.stdout == ""
    assert "read-only" in done.stderr.lower()
    assert len(done.stderr.splitlines()) <= 2
    assert files(hippo.store_folder) == before
