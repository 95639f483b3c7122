"""The line between a command and the resident model: who is at the other end, one JSON document a line.

On Unix it is a socket of the user's alone and the other end must be the same user; where there are no such sockets it
is loopback, and the token that stands in the file of a store (`adapters.resident_file`) decides alone.
"""

from __future__ import annotations

import json
import os
import time

from hippo.adapters import files
from hippo.core.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import socket
    from typing import Any

#: Raised when what either end says changes; another one is not spoken with.
PROTOCOL = 2
#: `.gitignore` leaves out whatever begins like the database, and doctor keeps it private.
SOCKET = "hippo.db-socket"
#: The longest name that a Unix socket may have everywhere, in bytes.
LONGEST_NAME = 100
#: The longest document that is read, in bytes: a question, or the numbers of a few thousand rows.
LONGEST_LINE = 1024 * 1024
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
