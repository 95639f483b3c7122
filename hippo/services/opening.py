"""Opening the stores that a command works on; a store of which only the mirrors exist is made anew from them."""

from __future__ import annotations

import os

from hippo.adapters import config, files
from hippo.adapters.places import global_folder, local_folder
from hippo.core.value import value
from hippo.store.store import DATABASE, Store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from hippo.core.settings import Settings

LOCAL = "local"
GLOBAL = "global"


@value
class Opened:
    """A store with its settings, and what to know about both."""

    store: Store
    settings: Settings
    notes: tuple[str, ...] = ()


def open_local(start: str, environ: Mapping[str, str], *, named: str = "") -> Opened:
    """The project's store seen from a folder. Raises NoStore and what `Store.open` raises."""
    return open_folder(local_folder(start, environ, named=named), LOCAL)


def open_global(environ: Mapping[str, str], *, create: bool) -> Opened | None:
    """The user's store; None when there is none and `create` does not ask to make it."""
    folder = global_folder(environ)
    if not os.path.isdir(folder):
        if not create:
            return None
        files.make_private_folder(folder)
    elif not create and not os.path.exists(os.path.join(folder, DATABASE)):
        return None
    return open_folder(folder, GLOBAL)


def open_folder(folder: str, scope: str) -> Opened:
    """The store in a `.hippo` folder."""
    loaded = config.load(folder)
    notes = list(loaded.complaints)
    store = Store.open(folder, scope=scope, settings=loaded.settings.sleep, created=_from_mirrors(notes))
    return Opened(store=store, settings=loaded.settings, notes=tuple(notes))


def _from_mirrors(notes: list[str]) -> Callable[[Store], None]:
    """What fills a new store: the memories that its Markdown files show, if there are any."""

    def fill(store: Store) -> None:
        from hippo.services.rebuild import rebuild

        notes.extend(rebuild(store))

    return fill


