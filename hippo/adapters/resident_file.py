"""The file of a store in which its resident model says where it listens and with which token.

The file is the user's alone. The model's process holds it locked as long as it lives, so that there is one for each
store, and a file that a killed one left behind or that came with a repository is known by being free. What kept a
process from it is left in the same file.
"""

from __future__ import annotations

import json
import os
import time

from hippo.adapters import files
from hippo.adapters.resident_link import Address, socket_path
from hippo.core.value import fields_of, value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import BinaryIO

#: `.gitignore` leaves out whatever begins like the database, and doctor keeps it private.
FILE = "hippo.db-resident"
#: Bytes of it that are read, and characters of a reason that are written.
_LONGEST_FILE = 4096
_LONGEST_REASON = 500


@value
class Trouble:
    """What keeps a store from having a resident model of this name, and how long ago that was, in seconds."""

    reason: str
    model: str
    age_seconds: float = 0.0


def announced(folder: str) -> Address | None:
    """What the file of a store says; None for no file, or for one that nobody holds."""
    try:
        with files.open_regular(os.path.join(folder, FILE)) as file:
            said = json.loads(file.read(_LONGEST_FILE))
            address = Address(
                token=str(said["token"]), path=str(said["path"]), port=int(said["port"]), process=said["process"]
            )
            return address if address.path in ("", socket_path(folder)) and _is_locked(file) else None
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None


def is_held(folder: str) -> bool:
    """Whether a process holds the file of a store: it is the resident model, or is loading it."""
    try:
        with files.open_regular(os.path.join(folder, FILE)) as file:
            return _is_locked(file)
    except OSError:
        return False


def trouble_of(folder: str) -> Trouble | None:
    """What the last process left that could not be the resident model of a store, or broke off."""
    try:
        with files.open_regular(os.path.join(folder, FILE)) as file:
            said = json.loads(file.read(_LONGEST_FILE))
            age = time.time() - os.fstat(file.fileno()).st_mtime  # noqa: TID251 - files have the machine's times
            if _is_locked(file):
                return None
        reason = "".join(each if each.isprintable() else " " for each in str(said["reason"]))
        return Trouble(reason=reason, model=str(said["model"]), age_seconds=age if age >= 0.0 else float("inf"))
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None


class Announcement:
    """The file of a store, held by the one process that is its resident model."""

    def __init__(self, file: BinaryIO, path: str) -> None:
        self._file, self._path = file, path
        self._said = b""

    @classmethod
    def take(cls, folder: str) -> Announcement | None:
        """Hold the file; None when another process does. Raises OSError, also for a link, which would be written to."""
        path = os.path.join(folder, FILE)
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), files.PRIVATE_FILE)
        file = os.fdopen(descriptor, "r+b")
        try:
            _lock(descriptor)
        except OSError:
            file.close()
            return None
        return cls(file, path)

    def say(self, address: Address) -> None:
        """Write where the process listens."""
        self._write(json.dumps(dict(fields_of(address))).encode())

    def say_trouble(self, trouble: Trouble) -> None:
        """Write what keeps the process from listening, or will have if this is the last that is heard of it."""
        self._write(json.dumps({"reason": trouble.reason[:_LONGEST_REASON], "model": trouble.model}).encode())

    def release(self) -> None:
        """Let the file go with what it says."""
        self._file.close()

    def is_own(self) -> bool:
        """Whether the file in its place is the one that is held, and says what was said last."""
        try:
            with files.open_regular(self._path) as file:
                there, own = os.fstat(file.fileno()), os.fstat(self._file.fileno())
                return os.path.samestat(there, own) and file.read(_LONGEST_FILE) == self._said
        except OSError:
            return False

    def close(self, trouble: Trouble | None = None) -> None:
        """Take it back, and let the file go; the next one finds it empty, or what has gone wrong."""
        try:
            if trouble is None:
                self._write(b"")
            else:
                self.say_trouble(trouble)
        finally:
            self._file.close()

    def _write(self, content: bytes) -> None:
        self._said = content
        self._file.seek(0)
        self._file.truncate()
        self._file.write(content)
        self._file.flush()


def _lock(descriptor: int) -> None:
    """Hold a file until it is closed, which the system does for whoever is killed. Raises OSError if it is held."""
    try:
        import fcntl
    except ImportError:
        import msvcrt

        os.lseek(descriptor, _LONGEST_FILE, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
    else:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _is_locked(file: BinaryIO) -> bool:
    """Whether another process holds an open file. Who asks holds it for a moment, others who ask do not mind."""
    try:
        import fcntl
    except ImportError:
        try:
            _lock(file.fileno())
        except OSError:
            return True
        return False
    try:
        fcntl.flock(file.fileno(), fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    return False
