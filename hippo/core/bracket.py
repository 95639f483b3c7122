"""A `with` block as the steps around it.

Why not contextlib: importing it costs a hook a twentieth of the start of a bare interpreter.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


class Bracket:
    """What is done before the lines of a `with`, and after them: when all went well, and when something was raised."""

    __slots__ = ("_begin", "_done", "_failed")

    def __init__(
        self, begin: Callable[[], object], *, done: Callable[[], object], failed: Callable[[], object]
    ) -> None:
        self._begin, self._done, self._failed = begin, done, failed

    def __enter__(self) -> None:
        self._begin()

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self._done()
        else:
            self._failed()
