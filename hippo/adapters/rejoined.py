"""A stream of which the beginning was read, whole again."""

from __future__ import annotations

from io import RawIOBase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, BinaryIO


class Rejoined(RawIOBase):
    """The bytes that were read, and then the rest of the stream."""

    def __init__(self, head: bytes, rest: BinaryIO) -> None:
        super().__init__()
        self._head = head
        self._rest = rest
        self._given = 0

    def readable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._given

    def readinto(self, buffer: Any) -> int:
        got = self._head[: len(buffer)] or self._rest.read(len(buffer))
        self._head = self._head[len(got) :]
        buffer[: len(got)] = got
        self._given += len(got)
        return len(got)
