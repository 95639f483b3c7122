"""Whatever the umask, nobody else can read what a store holds."""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from hippo.services import recall as service
from tests.support import Hippo, at


@pytest.fixture(params=[0o000, 0o022, 0o077], ids="umask {:o}".format)
def umask(request: pytest.FixtureRequest) -> Iterator[int]:
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


def open_to_others(root: Path) -> list[str]:
    """What others can read and is not below a folder that they cannot enter."""
    found = []
    for place, folders, names in os.walk(root):
        modes = {name: stat.S_IMODE(os.lstat(os.path.join(place, name)).st_mode) for name in [*folders, *names]}
        found += [f"{os.path.join(place, name)} {mode:o}" for name, mode in modes.items() if mode & 0o077]
        folders[:] = [name for name in folders if name != ".git"]
    return found


def test_everything_that_a_store_writes_is_private(umask: int, nowhere: Hippo, monkeypatch: pytest.MonkeyPatch) -> None:
    hippo = nowhere
    assert hippo("init", "--no-hooks", "--no-schedule").status == 0
    memory_id = hippo.remember("the spare key hangs in the shed")
    hippo.remember("the spare key hangs in the hall", "--global")
    reader = sqlite3.connect(hippo.store_folder / "hippo.db", isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM memory").fetchone()
    hippo.remember("the ladder stands behind the shed")
    assert (hippo.store_folder / "hippo.db-wal").exists()
    monkeypatch.setattr(service, "BOOKKEEPING_WAIT_SECONDS", 0)
    writer = sqlite3.connect(hippo.store_folder / "hippo.db", isolation_level=None)
    writer.execute("BEGIN IMMEDIATE")
    hippo("recall", "shed")
    assert [*(hippo.store_folder / "spool").iterdir()]
    writer.close()
    for words in (
        ("sleep",), ("backup",), ("sync",), ("config", "recall.limit", "7"), ("export", "--output", ".hippo/x.jsonl"),
        ("edit", memory_id, "--tag", "key"), ("forget", memory_id), ("backup", "--global"), ("sleep", "--global"),
    ):  # fmt: skip
        assert hippo(*words, now=at(days=8)).status == 0
    assert hippo("backup", "restore", next(map(str, (hippo.store_folder / "backups").glob("*.db")))).status == 0
    reader.close()
    for root in (hippo.store_folder, Path(hippo.environ["HIPPO_HOME"])):
        assert stat.S_IMODE(root.stat().st_mode) == 0o700
        assert open_to_others(root) == []


def test_a_store_made_of_a_clones_files_is_private(umask: int, hippo: Hippo) -> None:
    hippo.remember("the spare key hangs in the shed")
    for path in hippo.store_folder.glob("hippo.db*"):
        path.unlink()
    assert hippo("list").status == 0
    assert open_to_others(hippo.store_folder) == []
