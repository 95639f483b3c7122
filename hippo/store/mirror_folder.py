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

LEADS_OUT = "it is a link that leads out of the store"
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
    """The Markdown files of a store, relative to it, in order; folders and what is neither are left out."""
    for layer in Layer:
        place = os.path.join(folder, layer)
        if not leads_out(folder, layer):
            for name in sorted(os.listdir(place)) if os.path.isdir(place) else ():
                if name.endswith(".md") and _is_file_or_link(os.path.join(place, name)):
                    yield f"{layer}/{name}"


def links_out(folder: str) -> list[MirrorTrouble]:
    """The folders of mirrors that are not used because they lead out of the store."""
    return [MirrorTrouble(name=layer.value, reason=LEADS_OUT) for layer in Layer if leads_out(folder, layer)]


def leads_out(folder: str, name: str) -> bool:
    """Whether something in a store is a link to a place outside of it."""
    path = os.path.join(folder, name)
    if not os.path.islink(path):
        return False
    home = os.path.realpath(folder)
    return os.path.commonpath([home, os.path.realpath(path)]) != home


def read_mirror(folder: str, name: str) -> bytes:
    """The bytes of a file. Raises UnreadableMirror for a link, for one that is too large, or cannot be read."""
    path = os.path.join(folder, name)
    try:
        found = os.lstat(path)
        if stat.S_ISLNK(found.st_mode):
            raise UnreadableMirror("it is a link")
        if found.st_size > _LARGEST:
            raise UnreadableMirror(f"it has {found.st_size:,} bytes, no mirror has more than {_LARGEST:,}")
        with open(path, "rb") as file:
            return file.read(_LARGEST)
    except OSError as error:
        raise UnreadableMirror(error.strerror or str(error)) from error


def is_blank(content: bytes) -> bool:
    """Whether a file holds nothing, as after a loss of power; then it is written anew as if it were missing."""
    return not content.strip(b"\0 \t\r\n")


def text_of(content: bytes) -> str:
    """The text of a mirror without its byte order mark. Raises UnreadableMirror for one that is not UTF-8."""
    try:
        return content.decode("utf-8").removeprefix(files.BYTE_ORDER_MARK)
    except UnicodeDecodeError as error:
        raise UnreadableMirror(f"it is not UTF-8 (byte {error.start + 1:,})") from None


def _is_file_or_link(path: str) -> bool:
    try:
        mode = os.lstat(path).st_mode
    except OSError:
        return False
    return stat.S_ISREG(mode) or stat.S_ISLNK(mode)
