"""Files of somebody else: read whole, changed at once, left as they were."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hippo.adapters import files
from hippo.adapters.shared_files import SharedFile
from hippo.errors import Refused, SystemTrouble


def shared(tmp_path: Path, name: str = "a/b.md") -> SharedFile:
    return SharedFile(str(tmp_path), name, inside=True)


def test_bytes_that_are_no_utf8_come_back_as_they_were(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"\xef\xbb\xbfcaf\xe9\r\n")
    file = shared(tmp_path, "x")
    text = file.read()
    assert text is not None
    file.write(text + "more")
    assert (tmp_path / "x").read_bytes() == b"\xef\xbb\xbfcaf\xe9\r\nmore"


def test_folders_come_and_go_with_the_file(tmp_path: Path) -> None:
    file = shared(tmp_path, "a/b/c.md")
    file.write("x")
    assert file.read() == "x"
    file.remove()
    assert file.read() is None
    assert list(tmp_path.iterdir()) == []
    file.write("x")
    (tmp_path / "a" / "mine").write_text("")
    file.remove()
    assert [path.name for path in (tmp_path / "a").iterdir()] == ["mine"]


def test_a_new_file_has_what_the_umask_leaves_and_an_old_one_keeps_its_rights(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        shared(tmp_path, "new").write("x")
    finally:
        os.umask(before)
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o640
    (tmp_path / "new").chmod(0o755)
    shared(tmp_path, "new").write("y")
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o755


def test_a_write_that_fails_leaves_the_file_and_nothing_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "x").write_text("before")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(SystemTrouble, match="No space"):
        shared(tmp_path, "x").write("after")
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("x", "before")]


def test_what_a_killed_process_left_is_removed_at_the_next_write(tmp_path: Path) -> None:
    for name in ("x.999999999.tmp", "y.999999999.tmp", f"x.{os.getppid()}.tmp", "x.notes.tmp"):
        (tmp_path / name).write_text("half")
    shared(tmp_path, "x").write("whole")
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == sorted(["x", "y.999999999.tmp", f"x.{os.getppid()}.tmp", "x.notes.tmp"])


@pytest.mark.parametrize("name", ["link", "folder/x", "../x"])
def test_what_leads_out_of_the_root_is_refused_unless_it_may(tmp_path: Path, name: str) -> None:
    root, outside = tmp_path / "root", tmp_path / "outside"
    root.mkdir()
    outside.mkdir()
    (root / "link").symlink_to(outside / "x")
    (root / "folder").symlink_to(outside)
    with pytest.raises(Refused, match="leads out of the project"):
        SharedFile(str(root), name, inside=True)
    SharedFile(str(root), "link", inside=False).write("y")
    assert (outside / "x").read_text() == "y"
    assert (root / "link").is_symlink()


@pytest.mark.parametrize("kind", ["folder", "pipe", "large", "wide"])
def test_what_is_no_text_file_is_refused(tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x"
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "wide":
        path.write_text("wide", encoding="utf-16")
    else:
        path.write_bytes(b"x" * (4 * 1024 * 1024 + 1))
    with pytest.raises(Refused, match="x is "):
        shared(tmp_path, "x").read()


def test_a_file_closed_to_writing_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "x").write_text("")
    shared(tmp_path, "x").check_writable()
    monkeypatch.setattr(os, "access", lambda path, how: how != os.W_OK)
    with pytest.raises(Refused, match="not writable"):
        shared(tmp_path, "x").check_writable()
    shared(tmp_path, "new").check_writable()


def test_private_files_stay_private(tmp_path: Path) -> None:
    files.write_whole(str(tmp_path / "x"), b"")
    assert (tmp_path / "x").stat().st_mode & 0o777 == 0o600


def test_what_the_system_refuses_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "x").write_text("")

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "unlink", refuse)
    with pytest.raises(SystemTrouble, match="Permission denied"):
        shared(tmp_path, "x").remove()
    monkeypatch.setattr("builtins.open", refuse)
    with pytest.raises(SystemTrouble, match="Permission denied"):
        shared(tmp_path, "x").read()


def test_a_file_keeps_its_owner_where_that_is_allowed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "x").write_text("")
    given: list[tuple[int, int]] = []
    real = os.stat

    def owned(path: str, *how: object, **named: object) -> os.stat_result:
        found = real(path, *how, **named)  # type: ignore[arg-type]
        return os.stat_result((*found[:4], 12345, *found[5:])) if str(path).endswith("/x") else found

    def chown(path: str, owner: int, group: int) -> None:
        given.append((owner, group))
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "stat", owned)
    monkeypatch.setattr(os, "chown", chown)
    shared(tmp_path, "x").write("y")
    assert [owner for owner, _ in given] == [12345]
    assert (tmp_path / "x").read_text() == "y"
