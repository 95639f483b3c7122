"""Stores that a question goes to by words alone, since their vectors are of another model, and what ends that."""

from __future__ import annotations

from hippo.adapters import config
from hippo.core.public import plain_name
from hippo.services.opening import GLOBAL, addressed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hippo.core.settings import EmbeddingSettings
    from hippo.services.embedding import Embedding
    from hippo.store.store import Store

#: The settings by which two stores come to one model.
_OF_THE_MODEL = ("backend", "model", "url")
#: Characters of a setting that is told whole (chosen: a path of a model).
_LONGEST = 200


def note_left_out(embedding: Embedding, stores: Sequence[Store], note: Callable[[str], None]) -> None:
    """Say which stores have vectors, but none of the model by which another one is searched."""
    name = embedding.choice.model
    lacking = [store for store in stores if store.vectors.model(name) is None]
    for store in lacking if len(lacking) < len(stores) else ():
        if store.vectors_mark() and store.vectors.are_any():
            whose = "your own store" if store.scope == GLOBAL else "the project's store"
            note(
                f"words alone in {whose}: its vectors are of another model; {next_step(embedding, store)} makes others"
            )


def next_step(embedding: Embedding, store: Store) -> str:
    """The commands that give a store vectors of the model in use: each store's are made by its own settings."""
    theirs = config.load(store.folder).settings.embeddings
    steps = [
        f"hippo config embeddings.{key} {_typed(key, embedding.settings)}"
        for key in _OF_THE_MODEL
        if getattr(embedding.settings, key) != getattr(theirs, key)
    ]
    return ", then ".join(f"`{addressed(each, store.scope)}`" for each in (*steps, "hippo embed"))


def _typed(key: str, settings: EmbeddingSettings) -> str:
    """A setting as it is typed; `…` for what cannot be, or must not be shown, such as a key in an address."""
    from shlex import quote

    content: str = getattr(settings, key)
    is_plain = (
        len(content) <= _LONGEST
        and content == plain_name(content)
        and not (key == "url" and {*content} & {"?", "@", "#"})
    )
    return quote(content) if is_plain else "…"
