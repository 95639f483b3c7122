"""What recall is handed to search by meaning as well; it is asked only once a store has vectors."""

from __future__ import annotations

from hippo.adapters import resident_link
from hippo.adapters.embeddings.protocol import NoEmbeddings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hippo.services.embedding import Embedding
    from hippo.services.nearness import Near
    from hippo.store.store import Store

    #: Given the stores and a question, who knows how near their memories are to it; None where words must do.
    Meaning = Callable[[Sequence[Store], str], Near | None]


class Starting(NoEmbeddings):
    """The resident model has just been started."""

    code = "resident-starting"


def nearness(
    embedding: Embedding,
    stores: Sequence[Store],
    text: str,
    *,
    note: Callable[[str], None],
    start: Callable[[Store], None] | None = None,
) -> Near | None:
    """Who knows how near the memories are to a question; None where words must do, and then `note` is told why.

    The resident model of the first store, if it is there. If it should be and is not, `start` is asked for it, and this
    question has to do with words. Else the model in this process, where that is allowed.
    """
    if embedding.settings.backend == "off" or not embedding.settings.weight:
        return None
    try:
        found = _resident(embedding, stores, text, note)
        if found is not None:
            return found
        if start is not None and embedding.settings.resident and not embedding.choice.is_server:
            start(stores[0])
            raise Starting("the model is being loaded, the next recall has it")
        from hippo.services.nearness import Nearness

        return Nearness(embedding, stores, text, note=note)
    except NoEmbeddings as error:
        from hippo.services.nearness import words_alone

        note(words_alone(error))
        return None


def start_resident(store: Store) -> None:
    """Start the resident model of a store, unless it is there or on its way. Raises NoEmbeddings."""
    if resident_link.is_held(store.folder):
        return
    from hippo.adapters.detached import start_program

    try:
        start_program(["embed", "serve", "--quiet", "--store", store.folder], store.folder)
    except OSError as error:
        raise NoEmbeddings(f"the resident model cannot be started: {error}") from error


def _resident(embedding: Embedding, stores: Sequence[Store], text: str, note: Callable[[str], None]) -> Near | None:
    """The resident model, if a process says that it is there and is."""
    address = resident_link.announced(stores[0].folder)
    if address is None:
        return None
    from hippo.services.resident_nearness import ResidentNearness

    try:
        return ResidentNearness(address, embedding, stores, text, note=note)
    except OSError:  # it was killed, and its file is all that is left of it
        return None
