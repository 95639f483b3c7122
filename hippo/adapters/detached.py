"""Work that nobody waits for: in a process of its own that holds none of the caller's streams.

Why not a new program: the interpreter is up already, and a child that shares its memory starts at once.
"""

from __future__ import annotations

import os
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

#: Descriptors that a caller may have left open to its children.
_OPEN_DESCRIPTORS = range(3, 256)
_NICENESS = 10


def run_detached(work: Callable[[], object], *, most_seconds: float) -> None:
    """Start some work and return at once; it is ended when it takes longer than `most_seconds`.

    Without fork (Windows) it is done in place. Raises OSError when no process can be made.
    """
    if not hasattr(os, "fork"):
        work()
    elif os.fork() == 0:
        try:
            _let_go()
            end_after(most_seconds)
            work()
        finally:
            os._exit(0)


def end_after(seconds: float) -> None:
    """End this process with status 0 when so many seconds have passed, whatever it waits for then."""
    from _thread import start_new_thread

    start_new_thread(_end, (seconds,))


def _end(seconds: float) -> None:
    time.sleep(seconds)
    os._exit(0)


def _let_go() -> None:
    """Leave the caller's process group and close its streams: it waits for neither."""
    os.setsid()
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nowhere, stream)
    os.closerange(_OPEN_DESCRIPTORS.start, _OPEN_DESCRIPTORS.stop)
    os.nice(_NICENESS)


def start_program(arguments: Sequence[str], folder: str) -> None:
    """Start hippo with some arguments in a folder, as a program that outlives this one. Raises OSError.

    `-P`: what lies in the folder, which may have come with a repository, is nothing to import.
    """
    import sys
    from subprocess import DEVNULL, Popen

    command = [sys.executable, "-P", "-m", "hippo", *arguments]
    # The child is nobody's to wait for: its end is not this process's business.
    child = Popen(command, cwd=folder, stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL, start_new_session=True)
    child.returncode = 0
