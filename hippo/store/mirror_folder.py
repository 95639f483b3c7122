"""The Markdown files of a store as they lie there: which of them may be read, and their bytes.

They come from anybody's commit, so a link is not followed: its target would become a memory, and be written over.
"""

from __future__ import annotations

import os
import stat

from hippo.adapters import files
from hippo.core.memory import Layer
from hippo.core.value import value
from hippo.errors import HippoError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

LINK = "it is a link"
UNRESOLVED = "this file has an unresolved merge"
#: No mirror is larger, in bytes: the longest text that can be set, and as much front matter.
_LARGEST = 2 * 1024 * 1024


@value
class MirrorTrouble:
    """A mirror that could not be written or read, relative to the store, and why."""

    name: str
    reason: str

    def __str__(self) -> str:
        return f"the mirror {self.name} could not be used: {self.reason}"


def trouble_with(name: str, error: OSError | HippoError) -> MirrorTrouble:
    """Why a mirror could not be written, in the system's words or in ours."""
    return MirrorTrouble(name=name, reason=str(error) if isinstance(error, HippoError) else str(error.strerror))


class UnreadableMirror(Exception):
    """A file is not read; the message says why."""


def mirror_files(folder: str) -> Iterator[str]:
    """All that is named like a Markdown file of a store, relative to it, in order; what is no file cannot be read."""
    for layer in Layer:
        place = os.path.join(folder, layer)
        if not is_link(folder, layer):
            for name in sorted(os.listdir(place)) if os.path.isdir(place) else ():
                if name.endswith(".md"):
                    yield f"{layer}/{name}"


def linked_folders(folder: str) -> list[MirrorTrouble]:
    """The folders of mirrors that are not used because they are links."""
    return [MirrorTrouble(name=layer.value, reason=LINK) for layer in Layer if is_link(folder, layer)]


def is_link(folder: str, name: str) -> bool:
    """Whether something in a store is a link, which may lead anywhere."""
    return os.path.islink(os.path.join(folder, name))


def read_mirror(folder: str, name: str) -> bytes:
    """The bytes of a file. Raises UnreadableMirror for what is no file, is too large, or cannot be read."""
    try:
        descriptor = os.open(os.path.join(folder, name), os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        try:
            return _content(descriptor)
        finally:
            os.close(descriptor)
    except OSError as error:
        raise UnreadableMirror(LINK if is_link(folder, name) else str(error.strerror)) from error


def _content(descriptor: int) -> bytes:
    found = os.fstat(descriptor)
    if not stat.S_ISREG(found.st_mode):
        raise UnreadableMirror("it is no file")
    if found.st_size > _LARGEST:
        raise UnreadableMirror(f"it has {found.st_size:,} bytes, no mirror has more than {_LARGEST:,}")
    with open(descriptor, "rb", closefd=False) as file:
        return file.read(_LARGEST)


def is_blank(content: bytes) -> bool:
    """Whether a file holds nothing, as after a loss of power; then it is written anew as if it were missing."""
    return not content.strip(b"\0 \t\r\n")


def text_of(content: bytes) -> str:
    """The text of a mirror without its byte order mark. Raises UnreadableMirror for one that is not UTF-8."""
    try:
        return content.decode("utf-8").removeprefix(files.BYTE_ORDER_MARK)
    except UnicodeDecodeError as error:
        raise UnreadableMirror(f"it is not UTF-8 (byte {error.start + 1:,})") from None
