"""Handoffs: saving what the next session needs, showing it, and going on with it."""

from __future__ import annotations

import os

from hippo.core.handoff import ID_PREFIX, Handoff, Leaving
from hippo.core.public import public
from hippo.core.value import replace, value
from hippo.errors import HippoError
from hippo.services.door import admit
from hippo.services.writing import writing
from hippo.store.handoff_mirrors import read_handoffs, write_handoff

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from hippo.core.settings import Settings
    from hippo.services.occasion import Occasion
    from hippo.store.store import Store

#: Handoffs that a list shows.
MOST_LISTED = 20


@value
class Artifact:
    """A path that a handoff names, and whether it is there now."""

    path: str
    exists: bool


@value
class Shown:
    """A handoff with its artifacts as they are now."""

    handoff: Handoff
    artifacts: tuple[Artifact, ...]
    notes: tuple[str, ...] = ()


def save(
    store: Store, leaving: Leaving, *, occasion: Occasion, branch: str = "", folder: str = "", redact: bool = False
) -> Shown:
    """Save a handoff; paths are kept as seen from the project, from `folder` they are given.

    One that is made of what is known, and says what the session's last one says, is that one.

    Raises what the door raises for any of its texts.
    """
    admitted, flag, notes = admitted_leaving(leaving, occasion.settings, redact=redact)
    paths = tuple(dict.fromkeys(_from_project(store, folder, path) for path in admitted.artifacts))
    handoff = Handoff(
        id=ID_PREFIX + occasion.new_id().partition("_")[2],
        at=occasion.now,
        actor=occasion.actor.name,
        session=occasion.actor.session,
        branch=public(branch),
        leaving=replace(admitted, artifacts=paths),
        flag=flag,
    )
    with writing(store, occasion):
        last = store.handoffs.last_of(handoff.session) if handoff.session and handoff.is_made else None
        if last and last.says_the_same_as(handoff):
            return replace(shown(store, last), notes=tuple(notes))
        store.handoffs.add(handoff)
    troubles = write_handoff(store.folder, handoff)
    return replace(shown(store, handoff), notes=(*notes, *map(str, troubles)))


def show(store: Store, name: str) -> Shown:
    """The handoff that `latest`, or an id, names. Raises HandoffNotFound or AmbiguousId."""
    return shown(store, store.handoffs.find(name))


def list_handoffs(store: Store) -> tuple[Handoff, ...]:
    """The newest handoffs, the newest first."""
    return tuple(store.handoffs.latest(MOST_LISTED))


def resume(store: Store, name: str, *, occasion: Occasion) -> Shown:
    """Show a handoff and note who goes on with it. Raises HandoffNotFound or AmbiguousId."""
    with writing(store, occasion):
        handoff = store.handoffs.find(name)
        store.handoffs.resume(handoff, by=occasion.actor.name, now=occasion.now)
        handoff = store.handoffs.find(handoff.id)
    return shown(store, handoff)


def shown(store: Store, handoff: Handoff) -> Shown:
    """A handoff with a look at every path that it names."""
    project = os.path.dirname(os.path.abspath(store.folder))
    found = (Artifact(path=path, exists=_exists(os.path.join(project, path))) for path in handoff.leaving.artifacts)
    return Shown(handoff=handoff, artifacts=tuple(found))


def restore_handoffs(store: Store, settings: Settings) -> None:
    """Fill a new store from the files of its handoffs. The caller holds the transaction."""
    for handoff in read_handoffs(store.folder):
        try:
            leaving, flag, _ = admitted_leaving(handoff.leaving, settings, redact=True)
        except HippoError:
            continue
        store.handoffs.add(replace(handoff, leaving=leaving, flag=flag))


def admitted_leaving(leaving: Leaving, settings: Settings, *, redact: bool) -> tuple[Leaving, str, list[str]]:
    """All texts as the door lets them in, the first flag that one of them carries, and what was done to them."""
    flags: list[str] = []
    notes: list[str] = []

    def through(texts: Iterable[str]) -> tuple[str, ...]:
        admitted = [admit(text, mask=redact, settings=settings.memory) for text in texts if text.strip()]
        flags.extend(each.flag for each in admitted if each.flag)
        notes.extend(note for each in admitted for note in each.notes)
        return tuple(each.text for each in admitted)

    summary = admit(leaving.summary, mask=redact, settings=settings.memory)
    flags += [summary.flag] * bool(summary.flag)
    notes += summary.notes
    done = Leaving(
        summary=summary.text,
        task="".join(through([leaving.task])),
        next_steps=through(leaving.next_steps),
        artifacts=through(leaving.artifacts),
    )
    return done, flags[0] if flags else "", list(dict.fromkeys(notes))


def _from_project(store: Store, folder: str, path: str) -> str:
    """A path as seen from the project's folder, if it lies there."""
    project = os.path.dirname(os.path.realpath(store.folder))
    whole = os.path.realpath(os.path.join(folder or project, path)) if "\0" not in path else path
    return os.path.relpath(whole, project) if whole.startswith(project + os.sep) else whole


def _exists(path: str) -> bool:
    try:
        return os.path.exists(path)
    except ValueError:
        return False
