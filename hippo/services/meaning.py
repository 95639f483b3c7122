"""What recall is handed to search by meaning as well; it is asked only once a store has vectors."""

from __future__ import annotations

from hippo.adapters.embeddings.protocol import NoEmbeddings
from hippo.services.nearness import Nearness

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hippo.services.embedding import Embedding
    from hippo.store.store import Store

    #: Given the stores and a question, how near their memories are to it; None where words must do.
    Meaning = Callable[[Sequence[Store], str], Nearness | None]


def nearness(
    embedding: Embedding, stores: Sequence[Store], text: str, *, note: Callable[[str], None]
) -> Nearness | None:
    """How near the memories are to a question; None where words must do, and then `note` is told why."""
    if embedding.settings.backend == "off" or not embedding.settings.weight:
        return None
    try:
        return Nearness(embedding, stores, text)
    except NoEmbeddings as error:
        note(f"words alone: {error.message}" + (f"; {error.hint}" if error.hint else ""))
        return None
