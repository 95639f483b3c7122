"""The nightly run: in every project that is noted, learn from git and sleep, one after the other.

Trouble in one project, of whatever kind, never keeps the others from their turn; it is told and logged.
"""

from __future__ import annotations

import os
from datetime import timedelta

from hippo.adapters import projects
from hippo.adapters.hook_log import note_trouble
from hippo.core.humane import counted
from hippo.core.value import replace, value
from hippo.errors import HippoError
from hippo.services.learn import learn_from_git
from hippo.services.opening import GLOBAL, LOCAL, open_folder
from hippo.services.sleep import sleep
from hippo.store.store import DATABASE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime

    from hippo.services.occasion import Occasion
    from hippo.store.store import Store

#: How far back commits are read: a week, or to the last sleep and a day more, but no more than a season (chosen).
_LEAST_DAYS, _MOST_DAYS = 7, 90
_LOG = "nightly.log"


@value
class Night:
    """What happened in one store; `dropped` says that it is gone, `trouble` what kept the work from being done."""

    store: str
    learnt: int = 0
    archived: int = 0
    patterns: int = 0
    conflicts: int = 0
    trouble: str = ""
    dropped: bool = False


@value
class Nights:
    """One run over all stores."""

    nights: tuple[Night, ...]

    @property
    def is_partial(self) -> bool:
        """Whether there was trouble."""
        return any(each.trouble for each in self.nights)


def run(home: str, *, occasion: Occasion) -> Nights:
    """Learn and sleep in every store that is noted in the hippo home, and sleep in the user's own.

    A store that is gone is forgotten. `occasion` has the moment and who acts; settings are each store's own.
    """
    stores = [(store, LOCAL) for store in projects.registered(home)]
    stores += [(home, GLOBAL)] * os.path.exists(os.path.join(home, DATABASE))
    nights = []
    for store, scope in stores:
        night = _guarded(home, store, occasion, scope)
        note_trouble((home,), store, told(night), name=_LOG)
        nights.append(night)
    return Nights(nights=tuple(nights))


def told(night: Night) -> str:
    """What happened in a night, in a line."""
    if night.dropped:
        return "it is gone, and left out from now on"
    if night.trouble:
        return f"trouble: {night.trouble}"
    learnt, found = counted(night.learnt, "lesson"), counted(night.conflicts, "contradiction")
    return f"{learnt} learnt, {night.archived} archived, {counted(night.patterns, 'pattern')} and {found} found"


def _guarded(home: str, store: str, occasion: Occasion, scope: str) -> Night:
    """The night of a store; whatever goes wrong there is told."""
    try:
        if not os.path.isdir(store):
            projects.drop(home, store)
            return Night(store=store, dropped=True)
        return _night(store, occasion, scope)
    except HippoError as error:
        return Night(store=store, trouble=error.message)
    except Exception as error:  # noqa: BLE001 - a bug that one store wakes must not cost the others their night
        return Night(store=store, trouble=f"{type(error).__name__}: {error}")


def _night(folder: str, occasion: Occasion, scope: str) -> Night:
    opened = open_folder(folder, scope, warn=lambda text: note_trouble((folder,), scope, text, name=_LOG))
    try:
        own = replace(occasion, settings=opened.settings)
        learnt = _learn(opened.store, os.path.dirname(folder), own) if scope == LOCAL else 0
        slept = sleep(opened.store, occasion=own)
    finally:
        opened.store.close()
    return Night(
        store=folder,
        learnt=learnt,
        archived=len(slept.archived_ids),
        patterns=len(slept.consolidation.patterns),
        conflicts=len(slept.consolidation.conflicts),
    )


def _learn(store: Store, project: str, occasion: Occasion) -> int:
    """Lessons from the project's commits, as many as are new; a project without git has none."""
    if not os.path.exists(os.path.join(project, ".git")):
        return 0
    learnt = learn_from_git(store, [project], occasion=occasion, since=_since(store, occasion.now))
    return sum(len(each.lessons) for each in learnt.repositories)


def _since(store: Store, now: datetime) -> datetime:
    last = store.sleeps.last()
    days = _LEAST_DAYS if last is None else (now - last.at) / timedelta(days=1) + 1
    return now - timedelta(days=min(max(days, _LEAST_DAYS), _MOST_DAYS))
