"""The log of the hooks' troubles."""

from __future__ import annotations

from pathlib import Path

from hippo.adapters import hook_log
from hippo.adapters.hook_log import note_trouble


def log(folder: Path) -> str:
    return (folder / "logs" / "hooks.log").read_text(encoding="utf-8")


def test_a_trouble_is_one_line_with_its_moment_and_event(tmp_path: Path) -> None:
    note_trouble((str(tmp_path),), "prompt", "one\ntwo" + "x" * 900)
    (line,) = log(tmp_path).splitlines()
    assert line[10] == "T"
    assert " prompt: one two" in line
    assert len(line) < 550
    assert (tmp_path / "logs" / "hooks.log").stat().st_mode & 0o777 == 0o600


def test_the_first_folder_that_takes_it_has_it(tmp_path: Path) -> None:
    blocked, good, last = (tmp_path / name for name in ("blocked", "good", "last"))
    for folder in (blocked, good, last):
        folder.mkdir()
    (blocked / "logs").write_text("a file", encoding="utf-8")
    note_trouble(("", str(tmp_path / "none"), str(blocked), str(good), str(last)), "stop", "no")
    assert "stop: no" in log(good)
    assert not (tmp_path / "none").exists()
    assert not (last / "logs").exists()


def test_a_full_log_is_begun_anew_and_one_is_kept(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(hook_log, "_LARGEST_BYTES", 10)
    for word in ("first", "second", "third"):
        note_trouble((str(tmp_path),), "prompt", word)
    assert "third" in log(tmp_path)
    assert "second" in (tmp_path / "logs" / "hooks.log.1").read_text(encoding="utf-8")
