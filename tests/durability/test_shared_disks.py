"""A store on a disk where a write-ahead log is not safe keeps a rollback journal, and loses nothing either."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from hippo.services.opening import open_folder
from tests.cli.processes import Process
from tests.durability.killing import Sample, Victims, killed_at_every_step, sound
from tests.durability.test_many_writers import REPEATED, all_end_well, is_sound
from tests.support import Hippo, at


@pytest.fixture
def shared(tmp_path: Path) -> Hippo:
    """A project in a folder that a cloud service keeps in step."""
    (tmp_path / "Dropbox").mkdir()
    return Hippo(tmp_path / "Dropbox")


def mode_of(hippo: Hippo) -> str:
    raw = sqlite3.connect(hippo.store_folder / "hippo.db")
    found: str = raw.execute("PRAGMA journal_mode").fetchone()[0]
    raw.close()
    return found


def test_it_is_told_once(shared: Hippo) -> None:
    ran = shared("init", "--no-hooks", "--no-schedule")
    assert ran.err.count("kept in step by Dropbox: the store keeps a rollback journal") == 1
    assert mode_of(shared) == "delete"
    assert shared("remember", "the valve opens to the left").err == ""
    assert shared("doctor").status == 0


def test_a_restored_store_keeps_its_journal(shared: Hippo) -> None:
    shared("init", "--no-hooks", "--no-schedule")
    shared.remember("the valve opens to the left")
    path = shared.json("backup")["backup"]["path"]
    shared.remember("the pump is green")
    assert shared("backup", "restore", path).status == 0
    assert mode_of(shared) == "delete"
    (shared.store_folder / "hippo.db").write_bytes(b"not a database\n" * 400)
    assert shared("backup", "restore", path, now=at(days=1)).status == 0
    assert mode_of(shared) == "delete"


def test_a_store_that_was_moved_there_is_changed_by_doctor(hippo: Hippo, tmp_path: Path) -> None:
    hippo.remember("the valve opens to the left")
    moved = tmp_path / "Dropbox"
    hippo.project.rename(moved)
    hippo.project = moved
    ran = hippo("doctor")
    assert (ran.status, "a write-ahead log is not safe here" in ran.out) == (5, True)
    assert hippo("doctor", "--fix").status == 0
    assert mode_of(hippo) == "delete"
    assert hippo.json("recall", "valve")


def test_many_writers_lose_nothing_without_a_log(tmp_path: Path) -> None:
    (tmp_path / "Dropbox").mkdir()
    hippo = Process(tmp_path / "Dropbox")
    assert hippo("init", "--no-hooks", "--no-schedule").returncode == 0
    all_end_well([hippo.start(str(name), "10", code=REPEATED) for name in range(4)])
    assert is_sound(hippo, {f"writer{name} wrote note{number}" for name in range(4) for number in range(10)})


def test_killed_at_every_step_without_a_log(victims: Victims, shared: Hippo, tmp_path: Path) -> None:
    shared("init", "--no-hooks", "--no-schedule")
    kept = {shared.remember(text): text for text in ("the valve opens to the left", "the pump is green")}
    root = tmp_path / "Dropbox" / "samples"
    root.mkdir()
    with open_folder(str(shared.store_folder), "local", warn=lambda _: None).store as store:
        assert not store.health.has_log()
    for hippo, ended in killed_at_every_step(victims, Sample(shared, root), "remember", "the tea is in the cupboard"):
        assert len(sound(hippo, kept)) in ({2, 3} if ended.killed else {3})


def test_reading_goes_on_beside_a_writer_without_a_log(shared: Hippo) -> None:
    shared("init", "--no-hooks", "--no-schedule")
    shared.remember("the valve opens to the left")
    writer = sqlite3.connect(shared.store_folder / "hippo.db", isolation_level=None)
    writer.execute("BEGIN IMMEDIATE")
    writer.execute("INSERT INTO meta (key, value) VALUES ('x', 'y')")
    assert shared.json("recall", "valve")
    writer.close()
