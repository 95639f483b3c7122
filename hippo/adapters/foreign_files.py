"""The files that an import is given: one, a folder with all below it, or what a zip holds. Nothing is unpacked.

A link is followed only to a file within the folder that was named; folders are never entered through one, so there is
no way out and no circle. What is no regular file is passed over. A member of a zip is read as it is unpacked, and no
further than it says it goes.
"""

from __future__ import annotations

import os
import stat
from contextlib import contextmanager
from io import BufferedReader, FileIO

from hippo.core.public import plain_name
from hippo.core.value import value
from hippo.errors import NotFound, Refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager
    from typing import Any, BinaryIO
    from zipfile import ZipFile, ZipInfo

    Opened = BufferedReader[Any]

#: Folders whose files nobody wrote to be remembered: of tools, of dependencies, of hippo itself, the bin of a vault.
_SKIPPED_FOLDERS = frozenset(
    """
    __MACOSX __pycache__ node_modules site-packages venv .venv .git .hg .svn .hippo .obsidian .trash .Trash .idea
    .vscode .tox .mypy_cache .ruff_cache .pytest_cache .cache logseq
    """.split()
)
_ZIP_MARK = b"PK\x03\x04"
#: How many times as large as in the zip a member may be, once it is larger than this many bytes (measured: exports of
#: chats shrink to a tenth; chosen ten times that).
_MOST_EXPANSION = 100
_SMALL_BYTES = 16 * 1024 * 1024
_ENCRYPTED = 0x1
#: So much of a file is read at once, and can be looked at before it is read.
BUFFER_BYTES = 64 * 1024
_WAIT_FOR_NOBODY = getattr(os, "O_NONBLOCK", 0)


@value
class ForeignFile:
    """A file to be read: its name below what was named, its size in bytes, and how it is opened."""

    name: str
    size_bytes: int
    open: Callable[[], AbstractContextManager[Opened]]


@value
class PassedOver:
    """A file that cannot be read, and why."""

    name: str
    reason: str


def found_in(path: str) -> Iterator[ForeignFile | PassedOver]:
    """The files at a path, in the order of their names. Raises NotFound, and Refused for what is no file."""
    try:
        mode = os.stat(path).st_mode
    except (FileNotFoundError, NotADirectoryError):
        raise NotFound(f"there is no file {path}") from None
    except (OSError, ValueError) as error:
        raise Refused(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from error
    if stat.S_ISDIR(mode):
        yield from _in_folder(path)
    elif not stat.S_ISREG(mode):
        raise Refused(f"{path} is neither a file nor a folder")
    elif _is_zip(path):
        yield from _in_zip(path, "", _Archives())
    else:
        yield _file(path, plain_name(os.path.basename(path)))


def from_stream(file: BinaryIO, name: str) -> ForeignFile:
    """What a stream gives, such as standard input; it can be opened once. Raises OSError."""
    head = file.read(BUFFER_BYTES)

    @contextmanager
    def opened() -> Iterator[Opened]:
        from hippo.adapters.rejoined import Rejoined

        yield BufferedReader(Rejoined(head, file), BUFFER_BYTES)

    return ForeignFile(name=name, size_bytes=0, open=opened)


def _in_folder(root: str) -> Iterator[ForeignFile | PassedOver]:
    whole = os.path.realpath(root)
    archives = _Archives()

    def told(error: OSError) -> None:
        troubles.append(PassedOver(name=_shown(error.filename or "", root), reason=error.strerror or str(error)))

    troubles: list[PassedOver] = []
    for folder, folders, names in os.walk(root, onerror=told):
        folders[:] = sorted(each for each in folders if each not in _SKIPPED_FOLDERS)
        for name in sorted(names):
            path = os.path.join(folder, name)
            shown = _shown(path, root)
            try:
                mode = os.lstat(path).st_mode
                if stat.S_ISLNK(mode):
                    target = os.path.realpath(path)
                    if os.path.commonpath((whole, target)) != whole:
                        yield PassedOver(name=shown, reason="a link that leads out of the folder")
                        continue
                    mode = os.stat(path).st_mode
            except OSError as error:
                yield PassedOver(name=shown, reason=error.strerror or str(error))
                continue
            if stat.S_ISREG(mode) and name.lower().endswith(".zip"):
                yield from _in_zip(path, f"{shown}/", archives)
            elif stat.S_ISREG(mode):
                yield _file(path, shown)
            elif not stat.S_ISDIR(mode):
                yield PassedOver(name=shown, reason="no regular file")
    yield from troubles


def _shown(path: str, root: str) -> str:
    return plain_name(os.path.relpath(path, root).replace(os.sep, "/"))


def _file(path: str, name: str) -> ForeignFile:
    @contextmanager
    def opened() -> Iterator[Opened]:
        with BufferedReader(FileIO(os.open(path, os.O_RDONLY | _WAIT_FOR_NOBODY)), BUFFER_BYTES) as file:
            yield file

    return ForeignFile(name=name, size_bytes=os.path.getsize(path), open=opened)


def _is_zip(path: str) -> bool:
    try:
        with open(path, "rb") as file:
            return file.read(len(_ZIP_MARK)) == _ZIP_MARK
    except OSError:
        return False


class _Archives:
    """The zip that was read from last stays open: with many members it takes long to open."""

    def __init__(self) -> None:
        self._path = ""
        self._archive: ZipFile | None = None

    def at(self, path: str) -> ZipFile:
        """The zip at a path. Raises BadZipFile, OSError, ValueError or NotImplementedError for one that is none."""
        from zipfile import ZipFile

        if self._archive is None or self._path != path:
            if self._archive is not None:
                self._archive.close()
            self._archive, self._path = ZipFile(path), path
        return self._archive


def _in_zip(path: str, before: str, archives: _Archives) -> Iterator[ForeignFile | PassedOver]:
    from zipfile import BadZipFile

    try:
        members = sorted(archives.at(path).infolist(), key=lambda member: member.filename)
    except (BadZipFile, OSError, ValueError, NotImplementedError) as error:
        name = before.strip("/") or plain_name(os.path.basename(path))
        yield PassedOver(name=name, reason=f"no sound zip: {error}")
        return
    for member in members:
        folders = member.filename.split("/")
        if member.is_dir() or _SKIPPED_FOLDERS.intersection(folders) or folders[-1].startswith("._"):
            continue
        shown = before + plain_name(member.filename)
        reason = _why_not(member)
        if reason:
            yield PassedOver(name=shown, reason=reason)
        else:
            yield ForeignFile(name=shown, size_bytes=member.file_size, open=_member(archives, path, member))


def _why_not(member: ZipInfo) -> str:
    if member.flag_bits & _ENCRYPTED:
        return "it is encrypted"
    if ".." in member.filename.replace("\\", "/").split("/") or member.filename.startswith(("/", "\\")):
        return "a name that leads out of the zip"
    if stat.S_ISLNK(member.external_attr >> 16):
        return "a link"
    if member.file_size > max(_SMALL_BYTES, _MOST_EXPANSION * member.compress_size):
        return f"it would unpack to {member.file_size / 1e6:,.0f} MB from {member.compress_size / 1e3:,.0f} kB"
    if member.filename.lower().endswith(".zip"):
        return "a zip within a zip"
    return ""


def _member(archives: _Archives, path: str, member: ZipInfo) -> Callable[[], AbstractContextManager[Opened]]:
    @contextmanager
    def opened() -> Iterator[Opened]:
        import zlib
        from zipfile import BadZipFile

        try:
            with archives.at(path).open(member) as unpacked:
                yield BufferedReader(unpacked, BUFFER_BYTES)
        except (BadZipFile, EOFError, NotImplementedError, RuntimeError, zlib.error) as error:
            raise OSError(f"the zip is damaged: {error}") from error

    return opened
