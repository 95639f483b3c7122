"""Where a write-ahead log is safe."""

from __future__ import annotations

from pathlib import Path

import pytest

from hippo.adapters import file_systems
from hippo.adapters.file_systems import file_system_of, unsafe_reason

#: Lines as the kernel writes them: id, parent, device, root, mount point, options, optional fields, -, type, source.
MOUNTS = [
    "22 1 254:1 / / rw,relatime shared:1 - ext4 /dev/vda1 rw\n",
    "30 22 0:26 / /home rw - btrfs /dev/vdb rw\n",
    "31 30 0:27 / /home/ana/net rw,relatime shared:9 master:2 - nfs4 server:/export rw\n",
    "32 30 0:28 / /home/ana/my\\040drive\\134x rw - fuse.sshfs ana@server: rw\n",
    "33 22 0:29 / /mnt/c rw - 9p C:\\134 rw\n",
    "34 22 0:30 / /srv rw - ext4 /dev/vdc rw\n",
    "35 34 0:31 / /srv rw - virtiofs host rw\n",
]


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/etc", "ext4"),
        ("/", "ext4"),
        ("/home", "btrfs"),
        ("/home/ana/network", "btrfs"),
        ("/home/ana/net", "nfs4"),
        ("/home/ana/net/project/.hippo", "nfs4"),
        ("/home/ana/my drive\\x/project", "fuse.sshfs"),
        ("/mnt/c/Users", "9p"),
        ("/srv/project", "virtiofs"),
    ],
)
def test_the_nearest_mount_point_above_a_path_tells_its_file_system(path: str, kind: str) -> None:
    assert file_system_of(path, MOUNTS) == kind


@pytest.mark.parametrize("lines", [[], [""], ["garbage\n", "22 1 - ext4\n", "1 2 3 4 / rw\n"]])
def test_what_cannot_be_read_tells_nothing(lines: list[str]) -> None:
    assert file_system_of("/home", lines) == ""


@pytest.fixture
def mounts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The list of mounts, to be written by a test."""
    path = tmp_path / "mountinfo"
    monkeypatch.setattr(file_systems, "_MOUNTS", str(path))
    return path


@pytest.mark.parametrize("kind", ["ext4", "btrfs", "xfs", "zfs", "overlay", "tmpfs", "apfs", "fuseblk"])
def test_a_local_disk_is_safe(mounts: Path, tmp_path: Path, kind: str) -> None:
    mounts.write_text(f"22 1 254:1 / / rw - {kind} /dev/vda1 rw\n", encoding="utf-8")
    assert unsafe_reason(str(tmp_path)) == ""


@pytest.mark.parametrize(
    "kind", ["nfs", "nfs4", "cifs", "smb3", "9p", "virtiofs", "fuse.sshfs", "vboxsf", "fuse.rclone"]
)
def test_what_others_may_write_to_is_not(mounts: Path, tmp_path: Path, kind: str) -> None:
    mounts.write_text(f"22 1 254:1 / / rw - {kind} host rw\n", encoding="utf-8")
    assert unsafe_reason(str(tmp_path)) == f"it lies on a {kind} file system"


def test_where_no_mounts_can_be_read_nothing_is_said_against_a_folder(mounts: Path, tmp_path: Path) -> None:
    assert unsafe_reason(str(tmp_path)) == ""


@pytest.mark.parametrize(
    ("parts", "service"),
    [
        ("Dropbox/project", "Dropbox"),
        ("OneDrive - Work/project", "OneDrive"),
        ("Library/Mobile Documents/x", "iCloud"),
        ("Library/CloudStorage/GoogleDrive-ana/x", "a cloud drive"),
        ("Nextcloud/x", "Nextcloud"),
        ("My Drive", "Google Drive"),
    ],
)
def test_a_folder_that_a_service_copies_about_is_not_safe(
    mounts: Path, tmp_path: Path, parts: str, service: str
) -> None:
    assert unsafe_reason(str(tmp_path / parts / ".hippo")) == f"the folder is kept in step by {service}"


def test_a_link_is_judged_by_where_it_leads(mounts: Path, tmp_path: Path) -> None:
    (tmp_path / "Dropbox").mkdir()
    (tmp_path / "project").symlink_to(tmp_path / "Dropbox")
    assert unsafe_reason(str(tmp_path / "project")) == "the folder is kept in step by Dropbox"
    assert unsafe_reason(str(tmp_path / "dropbox-client")) == ""
