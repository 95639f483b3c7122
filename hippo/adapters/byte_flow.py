"""Bytes that pass from one file descriptor to another, unchanged and at once, never waiting for either end.

The caller waits with `select` until the source has something, or the target takes something.
"""

from __future__ import annotations

import os
import select

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_PIECE_BYTES = 64 * 1024


class Flow:
    """One direction; `take` sees every piece that passes.

    `waiting` is what was read and not yet written. A flow ends when its source has ended, or when nobody takes what
    comes out of it: then the source is closed, so that its writer notices as if it wrote to the target itself.
    """

    def __init__(
        self, source: int, target: int, *, take: Callable[[bytes], None] = lambda _: None, owns_source: bool = True
    ) -> None:
        self.source = source
        self.target = target
        self.waiting = b""
        self.is_open = True
        self._take = take
        self._owns_source = owns_source

    def pull(self) -> None:
        """Read what the source has; call it when it is readable."""
        try:
            self.waiting = os.read(self.source, _PIECE_BYTES)
        except BlockingIOError:
            return
        except OSError:  # a terminal whose other end was closed
            self.waiting = b""
        if self.waiting:
            self._take(self.waiting)
        else:
            self.close()

    def push(self) -> None:
        """Write as much as a writable target takes without waiting: PIPE_BUF bytes."""
        try:
            written = os.write(self.target, self.waiting[: select.PIPE_BUF])
        except BlockingIOError:
            return
        except OSError:  # the target's reader has gone
            self.close()
            return
        self.waiting = self.waiting[written:]

    def close(self) -> None:
        """End the flow."""
        if self.is_open and self._owns_source:
            os.close(self.source)
        self.is_open = False
        self.waiting = b""
