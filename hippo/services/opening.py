"""Opening the stores that a command works on; a store of which only the mirrors exist is made anew from them."""

from __future__ import annotations

import os

from hippo.adapters import config, files
from hippo.adapters.places import global_folder, local_folder
from hippo.core.value import value
from hippo.errors import StoreError
from hippo.store.store import DATABASE, Store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from hippo.core.settings import Settings

    Warn = Callable[[str], None]

LOCAL = "local"
GLOBAL = "global"


@value
class Opened:
    """A store with the settings that hold for it."""

    store: Store
    settings: Settings


def open_local(start: str, environ: Mapping[str, str], *, named: str = "", warn: Warn) -> Opened:
    """The project's store seen from a folder; one that is made by that is noted for the nightly run, as by `init`.

    Raises NoStore and what `Store.open` raises.
    """
    folder = local_folder(start, environ, named=named)
    is_new = not os.path.exists(os.path.join(folder, DATABASE))
    opened = open_folder(folder, LOCAL, warn=warn)
    if is_new:
        _note_for_nights(environ, folder)
    return opened


def _note_for_nights(environ: Mapping[str, str], folder: str) -> None:
    """A home that cannot be written only keeps the project out of the nightly run."""
    from hippo.adapters.projects import register

    try:
        register(global_folder(environ), folder)
    except (OSError, StoreError):
        pass


def open_global(environ: Mapping[str, str], *, create: bool, warn: Warn) -> Opened | None:
    """The user's store; None when there is none and `create` does not ask to make it."""
    folder = global_folder(environ)
    if not os.path.isdir(folder):
        if not create:
            return None
        files.make_private_folder(folder)
    elif not create and not _is_store(folder):
        return None
    return open_folder(folder, GLOBAL, warn=warn)


def _is_store(folder: str) -> bool:
    """Whether a folder holds a store, or Markdown files to make one from."""
    if os.path.exists(os.path.join(folder, DATABASE)):
        return True
    from hippo.store.core_mirrors import has_pages
    from hippo.store.mirrors import has_mirrors

    return has_mirrors(folder) or has_pages(folder)


def open_folder(folder: str, scope: str, *, warn: Warn) -> Opened:
    """The store in a `.hippo` folder; `warn` is told what a person should know about it, now and later."""
    loaded = config.load(folder)
    for complaint in loaded.complaints:
        warn(complaint)
    store = Store.open(
        folder, scope=scope, settings=loaded.settings.sleep, warn=warn, created=_from_mirrors(loaded.settings, scope)
    )
    return Opened(store=store, settings=loaded.settings)


def _from_mirrors(settings: Settings, scope: str) -> Callable[[Store], None]:
    """What fills a new store: what its Markdown files show, if there are any."""

    def fill(store: Store) -> None:
        from hippo.core.humane import day
        from hippo.services.backup import newest_sound
        from hippo.services.buffer_keeping import restore_buffers
        from hippo.services.core_files import read_pages
        from hippo.services.handoff import restore_handoffs
        from hippo.services.rebuild import rebuild

        for note in (*rebuild(store, settings=settings.memory), *read_pages(store, settings)):
            store.warn(note)
        sound = newest_sound(store.folder)
        if sound is not None:
            command = f"hippo backup restore {sound.path}{' --global' if scope == GLOBAL else ''}"
            store.warn(f"a backup of {day(sound.taken_at)} holds the history as well: `{command}`")
        restore_buffers(store, settings)
        restore_handoffs(store, settings)

    return fill


def addressed(command: str, scope: str) -> str:
    """A command as it is typed for the store of a scope."""
    return f"{command} --global" if scope == GLOBAL else command
