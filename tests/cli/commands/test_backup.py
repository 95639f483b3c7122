"""hippo backup, hippo backup list, verify and restore"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from tests.cli.commands.transcript import Transcript
from tests.support import Hippo, at

NAME = ".hippo/backups/hippo-20310303-120000.db"


def test_what_a_person_reads(hippo: Hippo) -> None:
    told = Transcript(hippo)
    hippo.remember("the valve opens to the left")
    told("backup")
    hippo.remember("the pump is green", now=at(hours=1))
    told("backup", now=at(days=1))
    told("backup", "--keep", "1", now=at(days=2))
    (hippo.store_folder / "backups/hippo-20310301-120000.db").write_bytes(b"")
    told("backup", "list", now=at(days=3))
    told("backup", "verify", ".hippo/backups/hippo-20310305-120000.db")
    told("backup", "verify", ".hippo/backups/hippo-20310301-120000.db")
    hippo.remember("the gate sticks", now=at(days=3))
    told.say("somebody writes a file of their own")
    (hippo.store_folder / "episodic/mine.md").write_text("the tea is in the cupboard\n", encoding="utf-8")
    told("backup", "restore", ".hippo/backups/hippo-20310305-120000.db", now=at(days=4))
    told("backup", "list", now=at(days=5))
    told.matches("backup")


def test_what_can_go_wrong(hippo: Hippo) -> None:
    told = Transcript(hippo)
    told("backup", "verify", "nowhere.db")
    told("backup", "verify", ".")
    told("backup", "verify")
    told("backup", "restore", "nowhere.db")
    told("backup", "restore", ".hippo/hippo.db")
    told("backup", "--keep", "-1")
    told("backup", "--keep", "many")
    (hippo.project / "text.db").write_text("not a database\n" * 400, encoding="utf-8")
    told("backup", "verify", "text.db")
    told("backup", "restore", "text.db")
    told.matches("backup_mistakes")


def test_json_tells_the_same(hippo: Hippo) -> None:
    hippo.remember("the valve opens to the left")
    made = hippo.json("backup")["backup"]
    assert (os.path.relpath(made["path"], hippo.project), made["memories"], made["label"]) == (NAME, 1, "")
    assert [each["path"] for each in hippo.json("backup", "list")] == [made["path"]]
    checked = hippo.json("backup", "verify", NAME)
    assert (checked["path"], checked["memories"], checked["size_bytes"]) == (made["path"], 1, made["size_bytes"])
    done = hippo.json("backup", "restore", NAME)
    assert (done["memories"], os.path.basename(done["safety"])) == (1, "hippo-20310303-120000-before-restore.db")


def test_a_backup_may_be_kept_anywhere_and_named_from_anywhere(hippo: Hippo, tmp_path: Path) -> None:
    hippo.remember("the valve opens to the left")
    shutil.copy(hippo.json("backup")["backup"]["path"], tmp_path / "my #1 100%? copy.db")
    hippo.remember("the pump is green")
    restore = ("backup", "restore", "my #1 100%? copy.db", "--store", str(hippo.store_folder))
    assert "1 memory is newer than this backup" in hippo(*restore, folder=tmp_path).err
    assert [each["memory"]["text"] for each in hippo.json("list")] == ["the valve opens to the left"]
    assert "the safety copy was kept" in hippo(*restore, "--drop-newer", folder=tmp_path).err
    assert len(hippo.json("sync")["taken"]) == 1
    assert "removed 1 file" in hippo(*restore, "--drop-newer", folder=tmp_path).err
    assert hippo.json("sync")["taken"] == []


def test_a_restored_store_goes_on_as_before(hippo: Hippo) -> None:
    memory_id = hippo.remember("the valve opens to the left")
    hippo("backup")
    hippo("backup", "restore", NAME)
    assert hippo.json("recall", "valve")[0]["memory"]["id"] == memory_id
    hippo.remember("the pump is green")
    assert hippo("doctor").status == 0
    assert hippo.json("sync")["troubles"] == []


def test_your_own_store_has_backups_of_its_own(hippo: Hippo) -> None:
    hippo.remember("the valve opens to the left", "--global")
    made = hippo.json("backup", "--global")["backup"]
    assert made["path"].startswith(hippo.environ["HIPPO_HOME"])
    assert hippo.json("backup", "list") == []
    assert hippo.json("backup", "restore", made["path"], "--global")["memories"] == 1


@pytest.mark.parametrize("command", [("backup",), ("backup", "list"), ("backup", "restore", NAME)])
def test_without_a_store_there_is_nothing_to_back_up(nowhere: Hippo, command: tuple[str, ...]) -> None:
    ran = nowhere(*command)
    assert (ran.status, ran.out) == (5, "")
    assert "no hippo store" in ran.err
