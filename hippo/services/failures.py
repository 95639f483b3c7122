"""A failed command as a memory: stored once, stronger each time it fails the same way, open again if it was fixed.

Whoever saw it fail, `hippo watch` or a hook, the same failure of a command in a folder is the same memory.
"""

from __future__ import annotations

import os

from hippo.adapters.git_head import read_head
from hippo.core import failure_text
from hippo.core.command_text import secret_values, without_values, without_variables
from hippo.core.encode import ERROR_TAG, encode
from hippo.core.failure import identity_of
from hippo.core.failure_text import FIXED_TAG
from hippo.core.humane import day
from hippo.core.memory import Origin, State
from hippo.core.value import replace, value
from hippo.services.door import admit
from hippo.services.failure_keys import key_of
from hippo.services.keeping import Keeping, Kept, keep, use, write_text
from hippo.services.writing import writing
from hippo.store.events import REPEATED
from hippo.store.mirrors import write_mirrors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hippo.adapters.git_head import Head
    from hippo.core.memory import Memory
    from hippo.services.occasion import Occasion
    from hippo.store.rows import Stored
    from hippo.store.store import Store


@value
class FailedCommand:
    """A command as it was typed, where and in which environment it ran, its exit code and the lines that tell why.

    The exit code is 0 where nobody knows it.
    """

    command: str
    folder: str
    environ: Mapping[str, str]
    status: int
    lines: tuple[str, ...]


@value
class Learnt:
    """What became of a failure; `came_back` says that it was thought to be fixed."""

    memory: Memory
    keeping: Keeping
    came_back: bool
    notes: tuple[str, ...] = ()


def learn_failure(
    store: Store, failed: FailedCommand, *, occasion: Occasion, tags: Sequence[str], kind: str, wait_seconds: float
) -> Learnt:
    """Make a memory of a failure, or strengthen the one it has. Raises what the door and the store raise."""
    head = read_head(failed.folder)
    command = without_variables(failed.command)
    told = failure_text.failure_text(
        command,
        failed.status,
        failed.lines,
        folder=_place(store, failed.folder, head),
        commit=head.commit if head else "",
    )
    public = without_values(told, secret_values(failed.environ))
    admitted = admit(public, mask=True, settings=occasion.settings.memory)
    draft = encode(
        admitted.text,
        tags=[*tags, ERROR_TAG],
        flag=admitted.flag,
        origin=Origin(
            kind=kind,
            reference=head.commit if head else "",
            key=f"{key_of(store, failed.command, failed.folder, head)}{identity_of(failed.status, failed.lines)}",
        ),
        settings=occasion.settings.memory,
    )
    with writing(store, occasion, wait_seconds=wait_seconds):
        known = _known(store, draft.origin.key)
        kept = keep(store, draft, occasion) if known is None else _repeat(store, known, draft.tags, head, occasion)
    troubles = write_mirrors(store, [kept.number])
    masked = ("masked: variable",) * (public != told or command != failed.command)
    return Learnt(
        memory=kept.memory,
        keeping=kept.keeping,
        came_back=known is not None and FIXED_TAG in known.memory.tags,
        notes=(*masked, *admitted.notes, *map(str, troubles)),
    )


def write_changed(store: Store, found: Stored, after: Memory, kind: str, occasion: Occasion) -> None:
    """Write a memory whose text or tags have changed, and note what it was. The caller holds the transaction."""
    write_text(store, found.number, after)
    was = {name: getattr(found.memory, name) for name in ("text", "tags")}
    store.events.add(after.id, kind, now=occasion.now, actor=occasion.actor, before=was)


def _known(store: Store, key: str) -> Stored | None:
    """The memory of the same failure; a live one before an archived one."""
    found = [each for each in store.memories.with_key(key) if each.memory.state is not State.SUPERSEDED]
    return min(found, key=lambda each: (each.memory.state is not State.LIVE, each.number), default=None)


def _repeat(store: Store, known: Stored, tags: Sequence[str], head: Head | None, occasion: Occasion) -> Kept:
    """Strengthen the memory of a failure that happened again; one that was fixed is open again."""
    after = use(store, known, REPEATED, occasion)
    text = after.text
    if FIXED_TAG in after.tags:
        earlier = failure_text.ending_of(text)
        again = failure_text.failed_again(earlier, head.commit if head else "", day=day(occasion.now))
        text = failure_text.with_ending(text, again)
    open_again = replace(after, text=text, tags=tuple(sorted({*after.tags, *tags} - {FIXED_TAG})))
    if open_again != after:
        write_changed(store, known, open_again, "failed again", occasion)
    was_archived = known.memory.state is State.ARCHIVED
    keeping = Keeping.RESTORED if was_archived else Keeping.STRENGTHENED
    return Kept(number=known.number, memory=open_again, keeping=keeping)


def _place(store: Store, folder: str, head: Head | None) -> str:
    """The folder as a memory tells it: "" at the top of the project."""
    if head and store.scope == "local":
        return head.folder
    top = os.path.dirname(store.folder)
    inside = os.path.relpath(os.path.realpath(folder), os.path.realpath(top))
    return folder if inside.startswith("..") else "" if inside == os.curdir else inside
