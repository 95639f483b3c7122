"""The line between a command and the resident model: where it is, who is at the other end, one JSON document a line.

The model's process says in a file of the store where it listens and with which token; the file is the user's alone. It
holds the file locked as long as it lives, so that there is one for each store, and a file that a killed one left behind
or that came with a repository is known by being free. What kept a process from it is left in the same file. On Unix the
line is a socket of the user's alone and the other end must be the same user; where there are no such sockets it is
loopback, and the token alone decides.
"""

from __future__ import annotations

import json
import os
import time

from hippo.adapters import files
from hippo.core.value import fields_of, value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import socket
    from typing import Any, BinaryIO

#: Raised when what either end says changes; another one is not spoken with.
PROTOCOL = 2
#: `.gitignore` leaves out whatever begins like the database, and doctor keeps it private.
FILE = "hippo.db-resident"
SOCKET = "hippo.db-socket"
#: The longest name that a Unix socket may have everywhere, in bytes.
LONGEST_NAME = 100
#: The longest document that is read, in bytes: a question, or the numbers of a few thousand rows.
LONGEST_LINE = 1024 * 1024
_LONGEST_FILE = 4096
_LONGEST_REASON = 500
#: Lines that may wait to be taken in, and how often one that finds no room among them tries again, in seconds.
_WAITING, _AGAIN_SECONDS = 128, 0.005


class Broken(OSError):
    """The other end hung up, said something else, or is somebody else."""


@value
class Address:
    """Where the resident model of a store listens, a socket's path or a port on loopback, and which process it is."""

    token: str
    path: str = ""
    port: int = 0
    process: int = 0


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


def listen(folder: str, *, unix: bool | None = None) -> tuple[socket.socket, Address]:
    """A listening socket for the process that holds the file, and its address. Raises OSError."""
    import socket

    token = os.urandom(16).hex()
    path = socket_path(folder)
    is_unix = hasattr(socket, "AF_UNIX") and bool(path) if unix is None else unix
    if not is_unix:
        listening = socket.create_server(("127.0.0.1", 0))
        return listening, Address(token=token, port=listening.getsockname()[1], process=os.getpid())
    files.remove(path)
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    before = os.umask(0o177)
    try:
        listening.bind(path)
        listening.listen(_WAITING)
    except BaseException:
        listening.close()
        raise
    finally:
        os.umask(before)
    return listening, Address(token=token, path=path, process=os.getpid())


def socket_path(folder: str) -> str:
    """Where the socket of a store is; an empty text where the store's path is too long for one."""
    path = os.path.join(os.path.realpath(folder), SOCKET)
    return path if len(os.fsencode(path)) <= LONGEST_NAME else ""


def connect(address: Address, *, wait_seconds: float) -> Line:
    """A line to the process that listens there. Raises OSError."""
    import socket

    if not address.path:
        return Line(socket.create_connection(("127.0.0.1", address.port), timeout=wait_seconds))
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    connection.settimeout(wait_seconds)
    try:
        _connect(connection, address.path, time.monotonic() + wait_seconds)
        require_same_user(connection)
    except BaseException:
        connection.close()
        raise
    return Line(connection)


def _connect(connection: socket.socket, path: str, deadline: float) -> None:
    """Connect a Unix socket. Where too many wait there it is refused at once, whatever its timeout. Raises OSError."""
    while True:
        try:
            return connection.connect(path)
        except BlockingIOError:
            if time.monotonic() >= deadline:
                raise
        time.sleep(_AGAIN_SECONDS)


def require_same_user(connection: socket.socket) -> None:
    """Raise Broken if the other end of a Unix socket is another user, where the system tells who it is."""
    import socket
    import struct

    if connection.family != getattr(socket, "AF_UNIX", None) or not hasattr(socket, "SO_PEERCRED"):
        return
    told = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
    _, user, _ = struct.unpack("3i", told)
    if user != os.getuid():
        raise Broken(f"the other end is user {user}")


def parsed(line: bytes) -> dict[str, Any]:
    """The document of a line. Raises Broken for anything that is none."""
    try:
        said = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise Broken("the other end said nothing that can be read") from error
    if not isinstance(said, dict):
        raise Broken("the other end said something else")
    return said


class Line:
    """A connection on which both ends say one JSON document a line."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._file = connection.makefile("rb")

    def say(self, document: object) -> None:
        """Send a document. Raises OSError."""
        self._connection.sendall(json.dumps(document).encode() + b"\n")

    def hear(self) -> dict[str, Any]:
        """The next document. Raises OSError, Broken for anything that is none."""
        return parsed(self._file.readline(LONGEST_LINE))

    def wait_at_most(self, seconds: float) -> None:
        """How long the next words may take."""
        self._connection.settimeout(max(0.001, seconds))

    def close(self) -> None:
        self._file.close()
        self._connection.close()
