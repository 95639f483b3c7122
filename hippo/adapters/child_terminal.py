"""A terminal for a child whose output a person sees: a pseudo terminal with the size and the modes of ours.

While the child has the keyboard, ours is raw: every key goes to the child's terminal, which echoes it and makes a
signal of Ctrl-C for whoever works there, as if the child were alone.
"""

from __future__ import annotations

import fcntl
import os
import termios
import tty

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType
    from typing import Self

KEYBOARD = 0
_OUTPUT_MODES = 1


class ChildTerminal:
    """`outer` is our end, `inner` the child's; `has_keyboard` says whether what is typed goes to the child.

    `screen` is our standard output. Raises OSError when the system has no terminal left.
    """

    def __init__(self, screen: int) -> None:
        self._screen = screen
        self._modes = termios.tcgetattr(screen)
        self.has_keyboard = is_typed_to_us()
        self.outer, self.inner = os.openpty()
        termios.tcsetattr(self.inner, termios.TCSANOW, self._inner_modes())
        self.resize()

    def __enter__(self) -> Self:
        if self.has_keyboard:
            tty.setraw(KEYBOARD, termios.TCSANOW)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self.has_keyboard:
            termios.tcsetattr(KEYBOARD, termios.TCSADRAIN, self._modes)

    def resize(self) -> None:
        """Give the child's terminal the size of ours; whoever works there is told by the system."""
        try:
            fcntl.ioctl(self.outer, termios.TIOCSWINSZ, fcntl.ioctl(self._screen, termios.TIOCGWINSZ, bytes(8)))
        except OSError:  # our terminal has gone
            return

    def become_controlling(self) -> None:
        """Make it the terminal of the session; called in the child."""
        fcntl.ioctl(self.inner, termios.TIOCSCTTY, 0)

    def _inner_modes(self) -> list[int | list[bytes | int]]:
        """Ours; but while ours is not raw it does what is done to output, and the child's must not do it as well."""
        modes = list(self._modes)
        if not self.has_keyboard:
            output = modes[_OUTPUT_MODES]
            assert isinstance(output, int)
            modes[_OUTPUT_MODES] = output & ~termios.OPOST
        return modes


def is_typed_to_us() -> bool:
    """Whether standard input is a terminal on which we are in the foreground."""
    try:
        return os.isatty(KEYBOARD) and os.tcgetpgrp(KEYBOARD) == os.getpgrp()
    except OSError:
        return False
