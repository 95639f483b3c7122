"""The line between a command and the resident model: where it is, who is at the other end, one JSON document a line.

The model's process says in a file of the store where it listens and with which token; the file is the user's alone. It
holds the file locked as long as it lives, so that there is one for each store, and a file that a killed one left behind
is known by being free. On Unix the line is a socket of the user's alone and the other end must be the same user; where
there are no such sockets it is loopback, and the token alone decides.
"""

from __future__ import annotations

import json
import os

from hippo.adapters import files
from hippo.core.value import fields_of, value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import socket
    from typing import Any, BinaryIO

#: Raised when what either end says changes; another one is not spoken with.
PROTOCOL = 1
#: `.gitignore` leaves out whatever begins like the database, and doctor keeps it private.
FILE = "hippo.db-resident"
SOCKET = "hippo.db-socket"
#: The longest name that a Unix socket may have everywhere, in bytes.
LONGEST_NAME = 100
#: The longest document that is read, in bytes: a question, or the numbers of a few thousand rows.
LONGEST_LINE = 1024 * 1024
_LONGEST_FILE = 4096


class Broken(OSError):
    """The other end hung up, said something else, or is somebody else."""


@value
class Address:
    """Where the resident model of a store listens, a socket's path or a port on loopback, and which process it is."""

    token: str
    path: str = ""
    port: int = 0
    process: int = 0


def announced(folder: str) -> Address | None:
    """What the file of a store says; None for no file or an empty one."""
    try:
        with open(os.path.join(folder, FILE), "rb") as file:
            said = json.loads(file.read(_LONGEST_FILE))
        return Address(
            token=str(said["token"]), path=str(said["path"]), port=int(said["port"]), process=said["process"]
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None


def is_held(folder: str) -> bool:
    """Whether a process holds the file of a store: it is the resident model, or is loading it."""
    try:
        held = Announcement.take(folder)
    except OSError:
        return False
    if held is None:
        return True
    held.close()
    return False


class Announcement:
    """The file of a store, held by the one process that is its resident model."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    @classmethod
    def take(cls, folder: str) -> Announcement | None:
        """Hold the file; None when another process does. Raises OSError."""
        descriptor = os.open(os.path.join(folder, FILE), os.O_RDWR | os.O_CREAT, files.PRIVATE_FILE)
        file = os.fdopen(descriptor, "r+b")
        try:
            _lock(descriptor)
        except OSError:
            file.close()
            return None
        return cls(file)

    def say(self, address: Address) -> None:
        """Write where the process listens."""
        self._write(json.dumps(dict(fields_of(address))).encode())

    def close(self) -> None:
        """Take it back, and let the file go; the next one finds it empty."""
        try:
            self._write(b"")
        finally:
            self._file.close()

    def _write(self, content: bytes) -> None:
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
        listening.listen(16)
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
        connection.connect(address.path)
        require_same_user(connection)
    except BaseException:
        connection.close()
        raise
    return Line(connection)


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
        line = self._file.readline(LONGEST_LINE)
        try:
            said = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise Broken("the other end said nothing that can be read") from error
        if not isinstance(said, dict):
            raise Broken("the other end said something else")
        return said

    def wait_at_most(self, seconds: float) -> None:
        """How long the next words may take."""
        self._connection.settimeout(max(0.001, seconds))

    def close(self) -> None:
        self._file.close()
        self._connection.close()
