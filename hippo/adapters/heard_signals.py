"""Signals that are read like bytes instead of interrupting: while a child is watched they are meant for it."""

from __future__ import annotations

import os
import signal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType
    from typing import Any, Self

#: What ends a program when it is not handled: handed on to the child's whole group.
HANDED_ON = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGUSR1, signal.SIGUSR2)
_HEARD = (*HANDED_ON, signal.SIGTSTP, signal.SIGWINCH, signal.SIGCHLD)


class HeardSignals:
    """`source` becomes readable when a signal has come; `read` gives their numbers.

    What is ignored stays ignored (`nohup`), so that the child ignores it as well. For the main thread only.
    """

    def __init__(self) -> None:
        self.source, self._sink = os.pipe()
        os.set_blocking(self.source, False)
        os.set_blocking(self._sink, False)
        self._before: dict[int, Any] = {}
        self._wakeup = -1

    def __enter__(self) -> Self:
        self._wakeup = signal.set_wakeup_fd(self._sink, warn_on_full_buffer=False)
        for number in _HEARD:
            before = signal.getsignal(number)
            if before is not signal.SIG_IGN or number == signal.SIGCHLD:
                self._before[number] = before
                signal.signal(number, lambda *_: None)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        for number, before in self._before.items():
            signal.signal(number, signal.SIG_DFL if before is None else before)
        signal.set_wakeup_fd(self._wakeup)
        os.close(self.source)
        os.close(self._sink)

    def read(self) -> bytes:
        """The numbers of the signals that have come, in their order."""
        try:
            return os.read(self.source, 4096)
        except BlockingIOError:
            return b""
