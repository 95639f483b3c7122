"""Nobody ever sees half of a file."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hippo.adapters import files
from hippo.errors import StoreError


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


@pytest.fixture(autouse=True)
def _open_umask():
    before = os.umask(0)
    yield
    os.umask(before)


def test_a_new_folder_is_private_and_the_ones_above_it_are_made(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    assert files.make_private_folder(str(folder))
    assert mode(folder) == 0o700


def test_a_folder_that_is_there_is_left_as_it_is(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    assert not files.make_private_folder(str(tmp_path))
    assert mode(tmp_path) == 0o755


@pytest.mark.parametrize("name", ["file", "file/below", "x" * 300])
def test_a_folder_that_cannot_be_made_is_a_store_error_that_names_it(name: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(StoreError, match=rf"^cannot make the folder {tmp_path}/{name}: "):
        files.make_private_folder(str(tmp_path / name))


def test_a_file_is_put_in_place_private_and_whole(tmp_path: Path) -> None:
    path = tmp_path / "note.md"
    for content in (b"first", b"", b"\0\xff" * 100_000):
        files.write_whole(str(path), content)
        assert path.read_bytes() == content
    assert mode(path) == 0o600
    assert os.listdir(tmp_path) == ["note.md"]


def test_a_write_that_fails_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "note.md"
    files.write_whole(str(path), b"old")

    def interrupted(*_: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        files.write_whole(str(path), b"new")
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["note.md"]


def test_a_disk_that_takes_a_part_at_a_time_gets_the_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real, content = os.write, bytes(range(256)) * 1000
    monkeypatch.setattr(os, "write", lambda descriptor, block: real(descriptor, block[:7001]))
    files.write_parts(str(tmp_path / "note.md"), (content[at : at + 500] for at in range(0, len(content), 500)))
    assert (tmp_path / "note.md").read_bytes() == content


def test_where_texts_and_bytes_differ_bytes_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, real, of_bytes = [], os.open, 0x8000
    monkeypatch.setattr(os, "O_BINARY", of_bytes, raising=False)
    monkeypatch.setattr(os, "open", lambda path, how, mode: asked.append(how) or real(path, how & ~of_bytes, mode))
    files.write_whole(str(tmp_path / "note.md"), b"a\nb\n")
    assert [how & of_bytes for how in asked] == [of_bytes]


def test_what_a_crash_left_behind_does_not_stop_a_later_write(tmp_path: Path) -> None:
    (tmp_path / f"note.md.{os.getpid()}.tmp").write_bytes(b"a longer half of a file")
    files.write_whole(str(tmp_path / "note.md"), b"new")
    assert (tmp_path / "note.md").read_bytes() == b"new"
    assert os.listdir(tmp_path) == ["note.md"]


def test_a_file_in_no_folder_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        files.write_whole(str(tmp_path / "gone" / "note.md"), b"new")
    with pytest.raises(FileNotFoundError):
        files.append(str(tmp_path / "gone" / "note.md"), "new")


def test_nothing_is_added_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("one\n", encoding="utf-8")
    (tmp_path / "DREAMS.md").symlink_to("mine")
    with pytest.raises(OSError, match="symbolic links"):
        files.append(str(tmp_path / "DREAMS.md"), "two\n")
    assert (tmp_path / "mine").read_text(encoding="utf-8") == "one\n"


def test_only_a_new_or_empty_file_begins_with_its_head(tmp_path: Path) -> None:
    path = tmp_path / "DREAMS.md"
    for text in ("one\n", "zwei ü\n"):
        files.append(str(path), text, head="# Dreams\n")
    assert path.read_text(encoding="utf-8") == "# Dreams\none\nzwei ü\n"
    assert mode(path) == 0o600


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (b"", ""),
        (b"a\r\nb\n", "a\r\nb\n"),
        (b"\xef\xbb\xbfcaf\xc3\xa9", "café"),
        (b"caf\xe9\xff", "caf\ufffd\ufffd"),
    ],
)
def test_a_text_file_is_read_as_utf_8_whatever_it_holds(content: bytes, text: str, tmp_path: Path) -> None:
    (tmp_path / "note.md").write_bytes(content)
    assert files.read_text(str(tmp_path / "note.md")) == text
    assert files.read_bytes(str(tmp_path), "note.md") == content


def test_what_cannot_be_read_is_nothing(tmp_path: Path) -> None:
    for name in ("gone", ".", "gone/below"):
        assert files.read_text(str(tmp_path / name)) is None
        assert files.read_bytes(str(tmp_path), name) == b""


def test_removing_what_is_not_there_is_no_error(tmp_path: Path) -> None:
    path = tmp_path / "note.md"
    path.write_bytes(b"x")
    files.remove(str(path))
    files.remove(str(path))
    assert os.listdir(tmp_path) == []


def test_only_a_regular_file_is_opened(tmp_path: Path) -> None:
    regular = tmp_path / "file"
    regular.write_bytes(b"content")
    with files.open_regular(str(regular)) as file:
        assert file.read() == b"content"
    os.mkfifo(tmp_path / "pipe")
    for name in ("pipe", "missing", "."):
        with pytest.raises(OSError, match=r"no regular file|No such file"):
            files.open_regular(str(tmp_path / name))


def test_an_identity_tells_a_file_from_the_next_one(tmp_path: Path) -> None:
    path, other = tmp_path / "file", tmp_path / "other"
    path.touch()
    other.touch()
    before = files.identity(str(path))
    assert files.identity(str(path)) == before != ()
    other.replace(path)
    assert files.identity(str(path)) != before
    path.unlink()
    assert files.identity(str(path)) == ()
