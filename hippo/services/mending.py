"""Making damaged full-text indexes anew: they are caches of the memories, so nothing is lost with them."""

from __future__ import annotations

from hippo.errors import StoreError
from hippo.services.opening import open_folder
from hippo.store.connection import Damaged

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from hippo.store.store import Store


def mend_indexes(folder: str, scope: str) -> list[str]:
    """Make the damaged indexes of a store anew and return their names; none if the memories themselves are damaged.

    Every attempt is a connection of its own, for SQLite lets none that has met a damaged index replace it.
    """
    try:
        with _opened(folder, scope) as store:
            ill = store.health.damaged_indexes()
            if not ill or store.health.damaged_pages():
                return []
        _make_anew(folder, scope, ill)
        with _opened(folder, scope) as store:
            return [] if store.health.damaged_indexes() else ill
    except StoreError:
        return []


def _make_anew(folder: str, scope: str, indexes: Sequence[str]) -> None:
    try:
        with _opened(folder, scope) as store, store.transaction():
            store.health.mend_indexes(indexes)
    except Damaged:
        with _opened(folder, scope) as store:
            with store.transaction():
                store.health.replant_indexes(indexes)
            store.health.rewrite()


def _opened(folder: str, scope: str) -> Store:
    return open_folder(folder, scope, warn=lambda _: None).store
