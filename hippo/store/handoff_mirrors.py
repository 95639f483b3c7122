"""Handoffs as Markdown files below `buffer/handoffs/`.

For a person to read, and for a new store when the database is lost; what is edited there is not taken in. They lie in
the folder that git ignores: what one person left unfinished is no news for everybody.
"""

from __future__ import annotations

import os

from hippo.adapters import files
from hippo.clock import parse, rfc3339
from hippo.core import front_matter
from hippo.core.front_matter import BrokenFrontMatter
from hippo.core.handoff import ID_PREFIX, Handoff, Leaving
from hippo.core.memory import is_id
from hippo.errors import HippoError
from hippo.store.mirror_folder import LINK, MirrorTrouble, UnreadableMirror, is_link, read_mirror, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = "buffer/handoffs"
_KEYS = frozenset("id saved_at actor session branch task next artifacts".split())


def write_handoff(folder: str, handoff: Handoff) -> list[MirrorTrouble]:
    """Write the file of a handoff, after the commit; returns what could not be written."""
    name = f"{FOLDER}/{handoff.id}.md"
    leaving = handoff.leaving
    values = {
        "id": handoff.id,
        "saved_at": rfc3339(handoff.at),
        "actor": handoff.actor,
        "session": handoff.session,
        "branch": handoff.branch,
        "task": leaving.task,
        "next": leaving.next_steps,
        "artifacts": leaving.artifacts,
    }
    block = front_matter.write({key: content for key, content in values.items() if content})
    content = "\n".join([front_matter.FENCE, *block, front_matter.FENCE, "", leaving.summary, ""])
    path = os.path.join(folder, name)
    if _is_linked(folder):
        return [MirrorTrouble(name=FOLDER, reason=LINK)]
    try:
        files.make_private_folder(os.path.dirname(path))
        files.write_whole(path, content.encode("utf-8", "replace"))
    except (OSError, HippoError) as error:
        return [MirrorTrouble(name=name, reason=getattr(error, "strerror", None) or str(error))]
    return []


def read_handoffs(folder: str) -> Iterator[Handoff]:
    """The handoffs that the files show; what shows none is passed over."""
    place = os.path.join(folder, FOLDER)
    if _is_linked(folder) or not os.path.isdir(place):
        return
    for name in sorted(os.listdir(place)):
        try:
            yield _shown(text_of(read_mirror(folder, f"{FOLDER}/{name}")))
        except (UnreadableMirror, BrokenFrontMatter, KeyError, ValueError):
            continue


def _is_linked(folder: str) -> bool:
    return is_link(folder, "buffer") or is_link(folder, FOLDER)


def _shown(content: str) -> Handoff:
    """The handoff in a file. Raises KeyError or ValueError for one that lacks what it needs."""
    lines, body = front_matter.split(content)
    found = front_matter.read(lines, _KEYS)
    handoff_id = _text(found["id"])
    if not is_id(handoff_id, ID_PREFIX):
        raise ValueError(f"not the id of a handoff: {handoff_id!r}")
    return Handoff(
        id=handoff_id,
        at=parse(_text(found["saved_at"])),
        actor=_text(found.get("actor", "cli")),
        session=_text(found.get("session", "")),
        branch=_text(found.get("branch", "")),
        leaving=Leaving(
            summary=body.strip("\n"),
            task=_text(found.get("task", "")),
            next_steps=_list(found.get("next", [])),
            artifacts=_list(found.get("artifacts", [])),
        ),
    )


def _text(content: str | list[str]) -> str:
    return content if isinstance(content, str) else " ".join(content)


def _list(content: str | list[str]) -> tuple[str, ...]:
    return (content,) if isinstance(content, str) else tuple(content)
