"""The open contradictions as Markdown files below `conflicts/`; made from the database, never read back."""

from __future__ import annotations

import os

from hippo.adapters import files
from hippo.clock import rfc3339
from hippo.errors import HippoError
from hippo.store.mirror_folder import LINK, MirrorTrouble, is_link, trouble_with

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hippo.store.conflicts import StoredConflict
    from hippo.store.store import Store

FOLDER = "conflicts"


def write_conflicts(store: Store) -> list[MirrorTrouble]:
    """Leave one file for each open contradiction and none for the others; returns what could not be written."""
    place = os.path.join(store.folder, FOLDER)
    wanted = {f"{conflict.id}.md": _text(store, conflict) for conflict in store.conflicts.open()}
    if is_link(store.folder, FOLDER):
        return [MirrorTrouble(name=FOLDER, reason=LINK)]
    try:
        there = {name for name in os.listdir(place) if name.startswith("con_")} if os.path.isdir(place) else set()
        for name in there - wanted.keys():
            files.remove(os.path.join(place, name))
        if wanted:
            files.make_private_folder(place)
        for name, text in wanted.items():
            path = os.path.join(place, name)
            if files.read_text(path) != text:
                files.write_whole(path, text.encode("utf-8", "replace"))
    except (OSError, HippoError) as error:
        return [trouble_with(FOLDER, error)]
    return []


def _text(store: Store, conflict: StoredConflict) -> str:
    sides = [each.memory for each in store.memories.by_numbers(conflict.numbers)]
    lines = [
        "---",
        f"id: {conflict.id}",
        f"found_at: {rfc3339(conflict.found_at)}",
        f"rule: {conflict.rule}",
        "---",
        "",
    ]
    lines += [conflict.reason, ""]
    for memory in sides:
        lines += [f"## {memory.id}", "", memory.text, ""]
    keep = " or ".join(f"`hippo resolve {conflict.id} --keep {memory.id}`" for memory in sides)
    return "\n".join([*lines, f"Settle it with {keep}, or `hippo resolve {conflict.id} --both` if both hold.", ""])
