"""The files of an import: of a folder, of a zip, and no others."""

from __future__ import annotations

import io
import os
import struct
import zipfile
from pathlib import Path

import pytest

from hippo.adapters.foreign_files import BUFFER_BYTES, ForeignFile, found_in, from_stream
from hippo.errors import NotFound, Refused


def read(path: Path) -> dict[str, bytes | str]:
    """Each file with its content, or the reason why it is passed over."""
    found: dict[str, bytes | str] = {}
    for each in found_in(str(path)):
        if isinstance(each, ForeignFile):
            with each.open() as opened:
                found[each.name] = opened.read()
        else:
            found[each.name] = each.reason
    return found


def zipped(path: Path, members: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return path


def test_a_file_alone_and_a_folder_are_read_in_the_order_of_names(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "1.md").write_bytes(b"one")
    (tmp_path / "a.md").write_bytes(b"two")
    assert read(tmp_path / "a.md") == {"a.md": b"two"}
    assert list(read(tmp_path).items()) == [("a.md", b"two"), ("b/1.md", b"one")]


def test_folders_of_tools_are_left_out(tmp_path: Path) -> None:
    for name in (".obsidian", ".trash", ".git", "node_modules", ".hippo", ".claude"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "x.md").write_bytes(b"x")
    assert list(read(tmp_path)) == [".claude/x.md"]


def test_links_are_followed_within_the_folder_alone(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (tmp_path / "outside.md").write_bytes(b"no")
    (folder / "a.md").write_bytes(b"yes")
    (folder / "in.md").symlink_to("a.md")
    (folder / "out.md").symlink_to(tmp_path / "outside.md")
    (folder / "gone.md").symlink_to("nowhere")
    (folder / "round").symlink_to(folder, target_is_directory=True)
    (folder / "self.md").symlink_to("self.md")
    os.mkfifo(folder / "pipe.md")
    found = read(folder)
    assert (found["a.md"], found["in.md"]) == (b"yes", b"yes")
    assert found["out.md"] == "a link that leads out of the folder"
    assert found["pipe.md"] == "no regular file"
    assert {"gone.md", "self.md"} <= set(found)
    assert all(isinstance(found[name], str) for name in ("gone.md", "self.md"))
    assert not any(name.startswith("round/") for name in found)


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for name, error in (
        ("nowhere", NotFound),
        ("pipe/x", NotFound),
        ("pipe", Refused),
        ("x" * 5000, Refused),
        ("\0", Refused),
    ):
        with pytest.raises(error):
            read(tmp_path / name)


def test_the_members_of_a_zip_are_read_in_place(tmp_path: Path) -> None:
    members = {"x/": b"", "x/b.json": b"[]", "a.md": b"a", "__MACOSX/._a.md": b"no", "x/._b.json": b"no"}
    path = zipped(tmp_path / "export.dat", members)
    assert read(path) == {"a.md": b"a", "x/b.json": b"[]"}
    path.rename(tmp_path / "export.ZIP")
    assert read(tmp_path) == {"export.ZIP/a.md": b"a", "export.ZIP/x/b.json": b"[]"}


def test_a_zip_is_opened_once_however_many_members_it_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    zipped(tmp_path / "a.zip", {f"{number}.md": b"one" for number in range(5)})
    zipped(tmp_path / "b.zip", {f"{number}.md": b"two" for number in range(5)})
    opened: list[str] = []

    class Counting(zipfile.ZipFile):
        def __init__(self, file: str) -> None:
            opened.append(Path(file).name)
            super().__init__(file)

    monkeypatch.setattr(zipfile, "ZipFile", Counting)
    assert [*read(tmp_path).values()] == [*[b"one"] * 5, *[b"two"] * 5]
    assert opened == ["a.zip", "b.zip"]


def test_names_are_shown_as_no_terminal_is_led_astray_by_them(tmp_path: Path) -> None:
    (tmp_path / "a\n\x1b[2J\u202e\u3000b.md").write_bytes(b"one")
    (tmp_path / os.fsdecode(b"lat\xe9n.md")).write_bytes(b"two")
    assert read(tmp_path) == {"a\ufffd\ufffd[2J\ufffd\u3000b.md": b"one", "lat\ufffdn.md": b"two"}
    archive = zipped(tmp_path / "c.zip", {"d\x07.md": b"three"})
    assert read(archive) == {"d\ufffd.md": b"three"}


def test_members_that_lead_out_or_cannot_be_trusted_are_passed_over(tmp_path: Path) -> None:
    link = zipfile.ZipInfo("link.md")
    link.external_attr = 0o120777 << 16
    members = {
        "../up.md": b"x",
        "/abs.md": b"x",
        "in\\..\\up.md": b"x",
        "inner.zip": b"PK",
        "bomb.md": bytes(20_000_000),
    }
    path = zipped(tmp_path / "x.zip", members)
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr(link, "target")
    found = read(path)
    assert found.pop("bomb.md") == "it would unpack to 20 MB from 19 kB"
    assert found == {
        "../up.md": "a name that leads out of the zip",
        "/abs.md": "a name that leads out of the zip",
        "in\\..\\up.md": "a name that leads out of the zip",
        "inner.zip": "a zip within a zip",
        "link.md": "a link",
    }


def test_a_damaged_zip_is_told(tmp_path: Path) -> None:
    path = zipped(tmp_path / "x.zip", {"a.md": os.urandom(5000), "b.md": b"b"})
    data = bytearray(path.read_bytes())
    (tmp_path / "cut.zip").write_bytes(data[:100])
    [reason] = read(tmp_path / "cut.zip").values()
    assert str(reason).startswith("no sound zip")
    data[40:60] = bytes(20)
    path.write_bytes(data)
    damaged, sound = found_in(str(path))
    assert isinstance(damaged, ForeignFile)
    assert isinstance(sound, ForeignFile)
    with pytest.raises(OSError, match="the zip is damaged"), damaged.open() as opened:
        opened.read()
    with sound.open() as opened:
        assert opened.read() == b"b"


def test_an_encrypted_member_is_told(tmp_path: Path) -> None:
    path = zipped(tmp_path / "x.zip", {"a.md": b"a"})
    data = bytearray(path.read_bytes())
    at = data.index(b"PK\x01\x02") + 8
    struct.pack_into("<H", data, at, 1)
    path.write_bytes(data)
    assert read(path) == {"a.md": "it is encrypted"}


def test_a_stream_can_be_looked_at_and_read_once() -> None:
    data = os.urandom(3 * BUFFER_BYTES + 5)
    for size in (0, 5, BUFFER_BYTES, len(data)):
        with from_stream(io.BytesIO(data[:size]), "standard input").open() as opened:
            assert opened.peek()[:5] == data[:size][:5]
            assert opened.read() == data[:size]
