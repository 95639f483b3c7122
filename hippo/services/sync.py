"""Sync: take what people and other clones wrote in the Markdown files into the store, and write what is missing.

Three kinds of files differ from what the store wrote last. One that a hippo wrote, in another clone: the later version
wins. One that a person edited: what the person changed wins; if the store had changed the same, that stays in the
history. One that shows no memory yet: it becomes one. The files are read before the store is locked.
"""

from __future__ import annotations

from hippo.adapters.leftovers import remove_leftovers
from hippo.core.value import value
from hippo.services.arriving import Arrivals, Taken
from hippo.services.core_files import sync_pages
from hippo.services.writing import writing
from hippo.store.mirror_folder import MirrorTrouble, UnreadableMirror, linked_folders, mirror_files, read_mirror
from hippo.store.mirrors import write_mirrors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hippo.services.occasion import Occasion
    from hippo.store.store import Store


@value
class Synced:
    """What was taken in, how many files were written, and what could not be used."""

    taken: tuple[Taken, ...]
    written: int
    troubles: tuple[MirrorTrouble, ...]
    notes: tuple[str, ...] = ()


def sync(store: Store, *, occasion: Occasion) -> Synced:
    """Bring files and store together; neither loses anything, and one broken file stops nothing."""
    remove_leftovers(store.folder)
    arrivals = read_files(store, occasion)
    with writing(store, occasion):
        arrivals.take()
    pages = sync_pages(store, occasion)
    numbers = [*arrivals.to_write(), *pages.numbers]
    troubles = write_mirrors(store, numbers) if numbers else []
    return Synced(
        taken=tuple(arrivals.taken),
        written=len(numbers) - len(troubles),
        troubles=(*arrivals.troubles, *pages.troubles, *troubles),
        notes=(*arrivals.notes, *pages.notes),
    )


def read_files(store: Store, occasion: Occasion) -> Arrivals:
    """Every file of a store, looked at; nothing is taken in yet."""
    arrivals = Arrivals(store, occasion)
    arrivals.troubles += linked_folders(store.folder)
    for name in mirror_files(store.folder):
        try:
            arrivals.look_at(name, read_mirror(store.folder, name))
        except UnreadableMirror as error:
            arrivals.refuse(name, str(error))
    return arrivals
