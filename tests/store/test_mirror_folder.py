"""The Markdown files of a store as they lie there."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hippo.store import mirror_folder
from hippo.store.mirror_folder import (
    MirrorTrouble,
    UnreadableMirror,
    is_blank,
    is_link,
    linked_folders,
    mirror_files,
    read_mirror,
    text_of,
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A store's folder with its two layers."""
    made = tmp_path / ".hippo"
    for layer in ("episodic", "semantic"):
        (made / layer).mkdir(parents=True)
    return made


def reason(folder: Path, name: str) -> str:
    with pytest.raises(UnreadableMirror) as caught:
        read_mirror(str(folder), name)
    return str(caught.value)


def test_the_markdown_files_of_both_layers_are_listed_in_order(folder: Path) -> None:
    for name in ("semantic/a.md", "episodic/b.md", "episodic/a.md", "episodic/a.txt", "core.md", "episodic/.md.tmp"):
        (folder / name).touch()
    assert [*mirror_files(str(folder))] == ["episodic/a.md", "episodic/b.md", "semantic/a.md"]


def test_a_store_without_folders_has_no_files(tmp_path: Path) -> None:
    assert [*mirror_files(str(tmp_path))] == []
    assert linked_folders(str(tmp_path)) == []


def test_the_bytes_are_read_as_they_are(folder: Path) -> None:
    (folder / "episodic/a.md").write_bytes(b"\xef\xbb\xbfa\r\n")
    assert read_mirror(str(folder), "episodic/a.md") == b"\xef\xbb\xbfa\r\n"


def test_a_link_is_named_and_never_read(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "key").write_text("private", encoding="utf-8")
    (folder / "episodic/a.md").symlink_to(tmp_path / "key")
    assert [*mirror_files(str(folder))] == ["episodic/a.md"]
    assert reason(folder, "episodic/a.md") == "it is a link"


def test_what_is_no_file_is_named_and_never_waited_for(folder: Path) -> None:
    (folder / "episodic/folder.md").mkdir()
    os.mkfifo(folder / "episodic/pipe.md")
    for name in mirror_files(str(folder)):
        assert reason(folder, name) == "it is no file"
    assert len([*mirror_files(str(folder))]) == 2


def test_a_folder_that_is_a_link_is_not_used(folder: Path, tmp_path: Path) -> None:
    outside = tmp_path / ".hippo-of-another"
    outside.mkdir()
    (outside / "a.md").touch()
    (folder / "semantic").rmdir()
    (folder / "semantic").symlink_to(outside)
    assert is_link(str(folder), "semantic")
    assert [*mirror_files(str(folder))] == []
    assert linked_folders(str(folder)) == [MirrorTrouble(name="semantic", reason="it is a link")]


def test_neither_is_one_that_is_a_link_within_the_store(folder: Path) -> None:
    (folder / "episodic/a.md").touch()
    (folder / "semantic").rmdir()
    (folder / "semantic").symlink_to("episodic")
    assert [*mirror_files(str(folder))] == ["episodic/a.md"]


def test_a_store_that_is_reached_by_a_link_is_used(folder: Path, tmp_path: Path) -> None:
    (folder / "episodic/a.md").touch()
    (tmp_path / "linked").symlink_to(folder)
    assert [*mirror_files(str(tmp_path / "linked"))] == ["episodic/a.md"]


def test_what_is_too_large_for_a_mirror_is_not_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mirror_folder, "_LARGEST", 1000)
    (folder / "episodic/a.md").write_bytes(b"x" * 1000)
    (folder / "episodic/b.md").write_bytes(b"x" * 1001)
    assert len(read_mirror(str(folder), "episodic/a.md")) == 1000
    assert reason(folder, "episodic/b.md") == "it has 1,001 bytes, no mirror has more than 1,000"


def test_a_file_that_is_gone_is_told(folder: Path) -> None:
    assert reason(folder, "episodic/a.md") == "No such file or directory"


@pytest.mark.parametrize(("content", "text"), [(b"", ""), ("größe 左".encode(), "größe 左"), (b"\xef\xbb\xbfx", "x")])
def test_a_text_is_utf_8_with_or_without_a_mark(content: bytes, text: str) -> None:
    assert text_of(content) == text


@pytest.mark.parametrize("content", ["größe".encode("latin-1"), "x".encode("utf-16"), b"\xed\xa0\x80"])
def test_what_is_not_utf_8_is_no_text(content: bytes) -> None:
    """Read with replacements it would come back with them, and what stood there would be lost."""
    with pytest.raises(UnreadableMirror, match=r"it is not UTF-8 \(byte \d\)"):
        text_of(content)


@pytest.mark.parametrize(("content", "blank"), [(b"", True), (b"\0" * 9, True), (b" \r\n\t", True), (b"\0x", False)])
def test_a_file_of_nothing_is_blank(content: bytes, blank: bool) -> None:
    assert is_blank(content) is blank


def test_a_trouble_reads_as_a_line() -> None:
    assert str(MirrorTrouble(name="a.md", reason="it is a link")) == "the mirror a.md could not be used: it is a link"
