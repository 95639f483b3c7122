"""What a program prints, within a deadline, without the module subprocess.

Why: an agent waits for git at every start of a session and at every failure of a tool, and importing subprocess takes
half as long again as the start of a bare interpreter. Where programs cannot be spawned so (Windows), it is used after
all.
"""

from __future__ import annotations

import os
from time import monotonic, sleep

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_PIECE_BYTES = 64 * 1024
_KILL = 9
#: How long a program that has closed its output is left alone before it is asked again whether it ended, in seconds.
_PAUSE_SECONDS = 0.0005


def output_of(command: Sequence[str], environ: Mapping[str, str], *, seconds: float) -> bytes | None:
    """What a command writes to its standard output; None if it cannot be started, fails, or takes longer.

    It reads nothing and what it complains about is dropped. One that takes longer is killed.
    """
    if not hasattr(os, "posix_spawnp"):
        return _by_subprocess(command, environ, seconds)
    end = monotonic() + seconds
    if seconds <= 0:
        return None
    reading, writing = os.pipe()
    try:
        child = _started(command, environ, writing)
        return None if child is None else _awaited(child, reading, end)
    finally:
        os.close(reading)


def _started(command: Sequence[str], environ: Mapping[str, str], writing: int) -> int | None:
    """The process of a command that prints into a pipe, of which this process then holds one end only."""
    streams = (
        (os.POSIX_SPAWN_DUP2, writing, 1),
        (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
    )
    try:
        return os.posix_spawnp(command[0], list(command), environ, file_actions=streams)
    except (OSError, ValueError):
        return None
    finally:
        os.close(writing)


def _awaited(child: int, reading: int, end: float) -> bytes | None:
    """All that a process prints, if it ends well and in time; whatever happens, it is gone afterwards."""
    has_ended = False
    try:
        printed = _read_all(reading, end)
        while printed is not None and monotonic() < end:
            ended, status = _waited_for(child, os.WNOHANG)
            if ended:
                has_ended = True
                return printed if status == 0 else None
            sleep(_PAUSE_SECONDS)
        return None
    finally:
        if not has_ended:
            try:
                os.kill(child, _KILL)
            except ProcessLookupError:  # it has ended meanwhile, and nobody is told
                pass
            _waited_for(child, 0)


def _waited_for(child: int, options: int) -> tuple[int, int]:
    """What `os.waitpid` says; a child of whose end nobody is told has ended well.

    So it is where SIGCHLD is ignored, which a program inherits. subprocess takes it the same way.
    """
    try:
        return os.waitpid(child, options)
    except ChildProcessError:
        return child, 0


def _read_all(reading: int, end: float) -> bytes | None:
    """Everything up to the end of a pipe; None if that does not come in time."""
    from select import select

    pieces: list[bytes] = []
    while (left := end - monotonic()) > 0 and select([reading], [], [], left)[0]:
        piece = os.read(reading, _PIECE_BYTES)
        if not piece:
            return b"".join(pieces)
        pieces.append(piece)
    return None


def _by_subprocess(command: Sequence[str], environ: Mapping[str, str], seconds: float) -> bytes | None:
    from subprocess import DEVNULL, PIPE, SubprocessError, run

    try:
        done = run(
            command, env=environ, stdin=DEVNULL, stdout=PIPE, stderr=DEVNULL, timeout=max(seconds, 0.0), check=True
        )
    except (OSError, ValueError, SubprocessError):
        return None
    return done.stdout
