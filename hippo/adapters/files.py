"""Writing files so that nobody ever sees half of one."""

from __future__ import annotations

import errno
import os
import stat

from hippo.errors import StoreError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import BinaryIO

PRIVATE_FILE = 0o600
PRIVATE_FOLDER = 0o700
#: What is written at once of a file that is made part by part.
_BLOCK_BYTES = 65_536
#: Taken off by hand: Python's utf-8-sig is a module more at every start.
BYTE_ORDER_MARK = "\ufeff"


def make_private_folder(path: str) -> bool:
    """Make a folder that only its owner can enter, with the ones above it; True if it was not there."""
    if os.path.isdir(path):
        return False
    try:
        os.makedirs(path, mode=PRIVATE_FOLDER, exist_ok=True)
        os.chmod(path, PRIVATE_FOLDER)
    except OSError as error:
        raise StoreError(f"cannot make the folder {path}: {error.strerror}") from error
    return True


def write_whole(path: str, content: bytes) -> None:
    """Put a file in place at once: a private temporary file beside it, then a rename.

    No fsync: a mirror can be made again from the database. Raises OSError.
    """
    write_parts(path, (content,))


def write_parts(path: str, parts: Iterable[bytes]) -> None:
    """Put a file in place at once that is made part by part; if a part fails, nothing is put in place.

    Raises OSError, and whatever making a part does.
    """
    temporary = f"{path}.{os.getpid()}.tmp"
    # Bytes where that is a choice (Windows): a descriptor of texts makes two bytes of every line's end.
    how = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0)
    descriptor = os.open(temporary, how, PRIVATE_FILE)
    try:
        try:
            for block in _blocks(parts):
                _write_all(descriptor, block)
        finally:
            os.close(descriptor)
        os.replace(temporary, path)
    except BaseException:
        remove(temporary)
        raise


def _blocks(parts: Iterable[bytes]) -> Iterator[bytes]:
    """The parts put together, so that few writes take them."""
    held: list[bytes] = []
    size = 0
    for part in parts:
        held.append(part)
        size += len(part)
        if size >= _BLOCK_BYTES:
            yield b"".join(held)
            held, size = [], 0
    if held:
        yield b"".join(held)


def _write_all(descriptor: int, block: bytes) -> None:
    """Write a block with no file object between: making one takes a third of putting a small file in place."""
    done = os.write(descriptor, block)
    while done < len(block):
        done += os.write(descriptor, block[done:])


def open_regular(path: str) -> BinaryIO:
    """Open a file for reading that must be one: a pipe in its place would be waited for. Raises OSError."""
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, "no regular file", path)
        return os.fdopen(descriptor, "rb")
    except BaseException:
        os.close(descriptor)
        raise


def identity(path: str) -> tuple[int, ...]:
    """What tells a file from another one in its place; nothing for one that has gone."""
    try:
        there = os.lstat(path)
    except OSError:
        return ()
    return there.st_dev, there.st_ino


def append(path: str, text: str, *, head: str = "") -> None:
    """Add text at the end of a file; a new one begins with `head`. Raises OSError, also for a link."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW, PRIVATE_FILE)
    with os.fdopen(descriptor, "ab") as file:
        file.write((text if file.tell() else head + text).encode())


def read_text(path: str) -> str | None:
    """A text file as UTF-8 without its byte order mark, broken bytes replaced; None if it cannot be read."""
    try:
        with open(path, encoding="utf-8", errors="replace", newline="") as file:
            return file.read().removeprefix(BYTE_ORDER_MARK)
    except OSError:
        return None


def remove(path: str) -> None:
    """Remove a file that may not be there."""
    try:
        os.unlink(path)
    except FileNotFoundError:
        pass


def read_bytes(folder: str, name: str) -> bytes:
    """The bytes of a file; none for one that cannot be read."""
    try:
        with open(os.path.join(folder, name), "rb") as file:
            return file.read()
    except OSError:
        return b""
