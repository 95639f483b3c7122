"""Standard input as programs write it to a hook: at most so much of it, and not for long."""

from __future__ import annotations

import os
import time

_PIECE_BYTES = 1024 * 1024


def read_bounded(descriptor: int, *, most_bytes: int, seconds: float) -> bytes | None:
    """All of an input; None if it is longer than `most_bytes` or does not end in time, or for a terminal.

    What is too long is read on and thrown away, so that the program that writes it meets no broken pipe.
    Raises OSError.
    """
    if os.isatty(descriptor):
        return None
    end = time.monotonic() + seconds
    pieces: list[bytes] = []
    size = 0
    while _has_more(descriptor, end - time.monotonic()):
        piece = os.read(descriptor, _PIECE_BYTES)
        if not piece:
            return b"".join(pieces) if size <= most_bytes else None
        size += len(piece)
        if size <= most_bytes:
            pieces.append(piece)
    return None


def _has_more(descriptor: int, seconds: float) -> bool:
    """Whether there is something to read, or the end, within the time.

    Windows cannot wait for a pipe; there the reading itself waits.
    """
    if seconds <= 0:
        return False
    if os.name == "nt":
        return True
    from select import select

    return bool(select([descriptor], [], [], seconds)[0])
