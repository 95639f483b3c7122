"""Where a write-ahead log is safe: on a local disk that one machine alone writes to.

SQLite's log needs shared memory and locks that work between all who open the file. Network and virtual-machine file
systems promise neither, and a folder that a cloud service copies about may tear the log from its database.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

#: Types of file systems, as /proc/self/mountinfo names them, on which shared memory or locks cannot be trusted.
_SHARED = frozenset(
    """
    9p afs afpfs beegfs ceph cifs cvmfs davfs drvfs fuse.cephfs fuse.davfs2 fuse.gcsfuse fuse.glusterfs fuse.grpcfuse
    fuse.mergerfs fuse.osxfs fuse.rclone fuse.s3fs fuse.sshfs fuse.vmhgfs-fuse gfs2 glusterfs gpfs lustre ncpfs nfs nfs4
    ocfs2 orangefs prl_fs smb2 smb3 smbfs vboxsf virtiofs vmhgfs webdav
    """.split()
)
#: Folders that a cloud service keeps in step, by the names they have on every system.
_SYNCED = {
    "dropbox": "Dropbox",
    "google drive": "Google Drive",
    "googledrive": "Google Drive",
    "my drive": "Google Drive",
    "icloud drive": "iCloud",
    "iclouddrive": "iCloud",
    "mobile documents": "iCloud",
    "cloudstorage": "a cloud drive",
    "nextcloud": "Nextcloud",
    "owncloud": "ownCloud",
    "syncthing": "Syncthing",
}
_MOUNTS = "/proc/self/mountinfo"


def unsafe_reason(folder: str) -> str:
    """Why a write-ahead log is not safe in a folder; empty where it is."""
    path = os.path.realpath(folder)
    for part in path.lower().split(os.sep):
        if part in _SYNCED or part.startswith("onedrive"):
            return f"the folder is kept in step by {_SYNCED.get(part, 'OneDrive')}"
    kind = file_system_of(path, _mounts())
    return f"it lies on a {kind} file system" if kind in _SHARED else ""


def file_system_of(path: str, mounts: Iterable[str]) -> str:
    """The type of the file system that a path is on, from lines of mountinfo; empty if they do not tell."""
    best, kind = "", ""
    for line in mounts:
        before, _, after = line.partition(" - ")
        fields = before.split()
        if len(fields) < 5 or not after:
            continue
        point = _unescaped(fields[4])
        inside = path == point or path.startswith(point.rstrip("/") + "/")
        if inside and len(point) >= len(best):
            best, kind = point, after.split()[0]
    return kind


def _mounts() -> list[str]:
    try:
        with open(_MOUNTS, encoding="utf-8", errors="surrogateescape") as file:
            return file.readlines()
    except OSError:
        return []


def _unescaped(point: str) -> str:
    r"""A mount point with its octal escapes (`\040` for a space) read back."""
    if "\\" not in point:
        return point
    for escape, character in (("\\040", " "), ("\\011", "\t"), ("\\012", "\n"), ("\\134", "\\")):
        point = point.replace(escape, character)
    return point
