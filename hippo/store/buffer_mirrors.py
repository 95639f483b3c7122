"""The working memory as one Markdown file for each scope below `buffer/`.

For a person to look at, and for a new store when the database is lost; what is edited there is not taken in.
"""

from __future__ import annotations

import json
import os
import re
import zlib

from hippo.adapters import files
from hippo.clock import parse, rfc3339
from hippo.core.buffer import BufferEntry, Kind
from hippo.core.page_text import header_of, joined, split
from hippo.errors import HippoError
from hippo.store.mirror_folder import LINK, MirrorTrouble, UnreadableMirror, is_link, read_mirror, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from hippo.store.store import Store

FOLDER = "buffer"
_HEADER = re.compile(r"<!-- hippo buffer: (\".*\") -->")
_ABOVE = re.compile(r"<!-- (buf_[0-9a-f]{12}) (\w+) (\d[\d.]*) (\S+) -->\n")
_LONGEST_NAME = 48


def write_buffer(store: Store, scope: str) -> list[MirrorTrouble]:
    """Make the file of a scope what the scope is, after the commit; returns what could not be written."""
    entries = store.buffers.of(scope)
    name = file_name(scope)
    path = os.path.join(store.folder, name)
    header = f"<!-- hippo buffer: {json.dumps(scope)} -->"
    content = joined(header, [f"{_above(each)}\n{each.text}" for each in entries])
    if is_link(store.folder, FOLDER):
        return [MirrorTrouble(name=FOLDER, reason=LINK)]
    try:
        if entries:
            files.make_private_folder(os.path.dirname(path))
            files.write_whole(path, content.encode("utf-8", "replace"))
        else:
            files.remove(path)
    except (OSError, HippoError) as error:
        return [MirrorTrouble(name=name, reason=getattr(error, "strerror", None) or str(error))]
    return []


def read_buffers(folder: str) -> Iterator[BufferEntry]:
    """The entries that the files of all scopes show; what is none is passed over."""
    place = os.path.join(folder, FOLDER)
    if is_link(folder, FOLDER) or not os.path.isdir(place):
        return
    turn = 0
    for name in sorted(os.listdir(place)):
        if not name.endswith(".md"):
            continue
        try:
            content = text_of(read_mirror(folder, f"{FOLDER}/{name}"))
        except UnreadableMirror:
            continue
        header = _HEADER.fullmatch(header_of(content))
        for shown in split(content) if header else ():
            turn += 1
            entry = _shown(str(json.loads(header[1])), shown, turn) if header else None
            if entry:
                yield entry


def file_name(scope: str) -> str:
    """The place of a scope's file: its name where that is plain, else with a checksum, so that no two are one."""
    plain = re.sub(r"[^a-z0-9]+", "-", scope.lower()).strip("-")[:_LONGEST_NAME]
    if plain != scope:
        plain = f"{plain}-{zlib.crc32(scope.encode('utf-8', 'surrogatepass')):08x}".lstrip("-")
    return f"{FOLDER}/{plain}.md"


def _above(entry: BufferEntry) -> str:
    return f"<!-- {entry.id} {entry.kind} {entry.importance} {rfc3339(entry.pushed_at)} -->"


def _shown(scope: str, shown: str, turn: int) -> BufferEntry | None:
    above = _ABOVE.match(shown)
    moment = _moment(above[4]) if above else None
    if above is None or moment is None or above[2] not in {*Kind}:
        return None
    return BufferEntry(
        id=above[1],
        scope=scope,
        kind=Kind(above[2]),
        text=shown[above.end() :],
        importance=min(1.0, float(above[3])) if above[3].count(".") <= 1 else 0.0,
        pushed_at=moment,
        turn=turn,
    )


def _moment(text: str) -> datetime | None:
    try:
        return parse(text)
    except ValueError:
        return None
