"""What is wrong with the vectors of a store. Words find every memory without them, and all can be made again."""

from __future__ import annotations

from contextlib import suppress

from hippo.adapters import config
from hippo.core.humane import counted
from hippo.services.findings import Finding, Part
from hippo.services.opening import addressed
from hippo.services.writing import writing
from hippo.store.vector_cache import is_wrong, remove_cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from hippo.services.occasion import Occasion
    from hippo.store.store import Store


def check_vectors(store: Store, occasion: Occasion, environ: Mapping[str, str], *, fix: bool) -> Finding:
    """How far the vectors are, and whether they can be what they are taken for; that some are missing is no illness.

    `--fix` removes what is none, and what is of memories that have gone.
    """
    troubles = _troubles(store)
    if not troubles:
        return Finding(part=Part.VECTORS, advice=_how_far(store, environ))
    if fix:
        _mend(store, occasion)
    return Finding(
        part=Part.VECTORS,
        trouble="; ".join(troubles),
        advice=f"`{addressed('hippo doctor --fix', store.scope)}` removes what is wrong, then "
        f"`{addressed('hippo embed', store.scope)}` makes what is missing",
        mended=fix and not _troubles(store),
    )


def has_vectors(store: Store) -> bool:
    """Whether there is anything to look at: vectors, or what is left of them."""
    return bool(store.vectors_mark() or store.health.damaged_vectors() or store.vectors.are_any())


def _mend(store: Store, occasion: Occasion) -> None:
    is_damaged = bool(store.health.damaged_vectors())
    with writing(store, occasion):
        if is_damaged:
            store.health.replant_vectors()
        else:
            store.vector_health.mend()
        if store.vectors.are_any():
            store.mark_vectors()
    if is_damaged:
        store.health.rewrite()
    with suppress(OSError):
        remove_cache(store.folder)


def _troubles(store: Store) -> list[str]:
    damage = store.health.damaged_vectors()
    if damage:
        return [f"damaged: {damage[0]}"]
    unsound, models = store.vector_health.unsound(), store.vector_health.unsound_models()
    mark = store.vectors_mark()
    found = []
    if unsound:
        found.append(f"{counted(unsound, 'vector')} cannot be of any model")
    if models:
        found.append(f"{counted(models, 'model')} of an impossible dimension or scale")
    if not mark and store.vectors.are_any():
        found.append("their mark is missing, without which no recall asks for them")
    used = store.vectors.model_in_use()
    if used is not None and mark and is_wrong(store.folder, store.vectors, used, mark):
        found.append("the file of all vectors differs from the database")
    return found


def _how_far(store: Store, environ: Mapping[str, str]) -> str:
    from hippo.services.embed_status import status
    from hippo.services.embedding import Embedding

    found = status(store, Embedding(config.load(store.folder).settings.embeddings, environ))
    told = f"{found.current:,} of {counted(found.live, 'live memory')} have one"
    if found.trouble:
        told += f", and none is used: {found.trouble}"
    elif found.current < found.live:
        told += f"; `{addressed('hippo embed', store.scope)}` makes the others"
    if found.to_rebuild:
        told += f"; a rebuild has {found.to_rebuild:,} to go: `{addressed('hippo embed', store.scope)}`"
    return told
