"""Temporary files of processes that were killed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from hippo.adapters import files, leftovers
from hippo.adapters.leftovers import remove_leftovers


def number_of_the_dead() -> int:
    """The number of a process that has ended."""
    ended = subprocess.Popen([sys.executable, "-I", "-c", "pass"])
    ended.wait()
    return ended.pid


def test_what_the_dead_left_goes_and_everything_else_stays(tmp_path: Path) -> None:
    dead, here = number_of_the_dead(), os.getpid()
    gone = [f"a.md.{dead}.tmp", f"deep/b.json.{dead}.tmp", f"c.db.{dead}.tmp-journal", "d.99999999999999999999.tmp"]
    kept = [f"a.md.{here}.tmp", "a.md", "notes.tmp", f".{dead}.tmp.md", f"e.{dead}.tmp.bak", f"{dead}.tmp"]
    (tmp_path / "deep").mkdir()
    for name in (*gone, *kept):
        (tmp_path / name).write_text("half", encoding="utf-8")
    kept.append(gone.pop())  # no process has such a number, and hippo never wrote one
    removed = remove_leftovers(str(tmp_path))
    assert removed == sorted(str(tmp_path / name) for name in gone)
    assert sorted(each.name for each in tmp_path.rglob("*") if each.is_file()) == sorted(kept)


def test_what_nobody_has_written_to_for_an_hour_goes_whoever_has_the_number_now(tmp_path: Path) -> None:
    """A number is given again; the clock is the machine's, as the times of files are."""
    old, new = (tmp_path / f"{name}.db.{os.getpid()}.tmp" for name in ("old", "new"))
    for path in (old, new):
        path.touch()
    os.utime(old, (old.stat().st_atime, old.stat().st_mtime - 3700))
    assert remove_leftovers(str(tmp_path)) == [str(old)]
    assert new.exists()


def test_no_link_is_followed(tmp_path: Path) -> None:
    outside, store = tmp_path / "outside", tmp_path / "store"
    outside.mkdir()
    store.mkdir()
    foreign = outside / f"x.{number_of_the_dead()}.tmp"
    foreign.write_text("not hippo's", encoding="utf-8")
    (store / "linked").symlink_to(outside)
    assert remove_leftovers(str(store)) == []
    assert foreign.exists()


def test_a_folder_that_is_not_there_holds_nothing(tmp_path: Path) -> None:
    assert remove_leftovers(str(tmp_path / "nowhere")) == []


def test_a_process_of_somebody_else_is_running(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "x.5.tmp").touch()

    def kill(number: int, signal: int) -> None:
        raise PermissionError

    monkeypatch.setattr(leftovers.os, "kill", kill)
    assert remove_leftovers(str(tmp_path)) == []


def test_one_that_cannot_be_removed_stops_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dead = number_of_the_dead()
    for name in (f"a.{dead}.tmp", f"b.{dead}.tmp"):
        (tmp_path / name).touch()

    def remove(path: str) -> None:
        if "/a." in path:
            raise PermissionError
        os.unlink(path)

    monkeypatch.setattr(files, "remove", remove)
    assert remove_leftovers(str(tmp_path)) == [str(tmp_path / f"b.{dead}.tmp")]


def test_one_that_goes_by_itself_is_nobodys(tmp_path: Path) -> None:
    assert not leftovers._is_idle(str(tmp_path / "gone"))
