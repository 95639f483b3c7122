"""What recall is handed to search by meaning as well; it is asked only once a store has vectors."""

from __future__ import annotations

from hippo.adapters import resident_file
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


_LOADING = "the model is being loaded, the next recall has it"
#: What stands in the file of a store from the start of a process to when it holds that file, and how long that may
#: take, in seconds (chosen: an interpreter on a busy machine).
_NOT_BEGUN = "it ended before it had begun; `hippo embed serve` says why"
_BEGINS_SECONDS = 10.0
#: How long a resident model that could not start is not started again, in seconds (chosen: a person who mends what is
#: told need not wait long, and nobody loads a broken model for every recall).
RETRY_SECONDS = 120.0


def nearness(
    embedding: Embedding,
    stores: Sequence[Store],
    text: str,
    *,
    note: Callable[[str], None],
    start: Callable[[Store, str], str] | None = None,
) -> Near | None:
    """Who knows how near the memories are to a question; None where words must do, and then `note` is told why.

    The resident model of the first store, if it is there. If it should be and is not, `start` is asked for it, and this
    question has to do with words. Else, or if it cannot start, the model in this process, where that is allowed.
    """
    if embedding.settings.backend == "off" or not embedding.settings.weight:
        return None
    try:
        near = _resident(embedding, stores, text, note) or _own(embedding, stores, text, note=note, start=start)
    except NoEmbeddings as error:
        from hippo.services.nearness import words_alone

        note(words_alone(error))
        return None
    if len(stores) > 1:
        from hippo.services.left_out import note_left_out

        note_left_out(embedding, stores, note)
    return near


def _own(
    embedding: Embedding,
    stores: Sequence[Store],
    text: str,
    *,
    note: Callable[[str], None],
    start: Callable[[Store, str], str] | None,
) -> Near:
    """The model in this process, unless a resident one is to be started. Raises NoEmbeddings."""
    trouble = ""
    if start is not None and embedding.settings.resident and not embedding.choice.is_server:
        trouble = _start(embedding, stores[0], start)
        if not embedding.is_allowed():
            raise NoEmbeddings(
                f"the resident model cannot start: {trouble}",
                hint="`hippo config embeddings.load always` lets a recall load it itself",
            )
    from hippo.services.nearness import Nearness

    near = Nearness(embedding, stores, text, note=note)
    if trouble:
        note(f"the resident model cannot start: {trouble}; this process has loaded it itself")
    return near


def _start(embedding: Embedding, store: Store, start: Callable[[Store, str], str]) -> str:
    """Start the resident model, or say why that is no use. Raises Starting if it is on its way."""
    model, last = embedding.choice.model, ""
    failed = resident_file.trouble_of(store.folder)
    if failed is not None and failed.model == model:
        if failed.reason == _NOT_BEGUN and failed.age_seconds < _BEGINS_SECONDS:
            raise Starting(_LOADING)
        if failed.age_seconds < RETRY_SECONDS:
            return failed.reason
        last = failed.reason
    if trouble := start(store, model):
        return trouble
    raise Starting(f"the model is being loaded again, the last time it could not be: {last}" if last else _LOADING)


def start_resident(store: Store, model: str) -> str:
    """Start the resident model of a store, unless it is there or on its way; returns what keeps it from starting."""
    try:
        held = resident_file.Announcement.take(store.folder)
        if held is None:
            return ""
        try:
            held.say_trouble(resident_file.Trouble(reason=_NOT_BEGUN, model=model))
        finally:
            held.release()
    except OSError as error:
        return f"its file in {store.folder} cannot be written: {error.strerror}"
    from hippo.adapters.detached import start_program

    try:
        start_program(["embed", "serve", "--quiet", "--store", store.folder], store.folder)
    except OSError as error:
        return str(error)
    return ""


def _resident(embedding: Embedding, stores: Sequence[Store], text: str, note: Callable[[str], None]) -> Near | None:
    """The resident model, if a process says that it is there and is."""
    address = resident_file.announced(stores[0].folder)
    if address is None:
        return None
    from hippo.services.resident_nearness import ResidentNearness

    try:
        return ResidentNearness(address, embedding, stores, text, note=note)
    except OSError:  # it was killed, and its file is all that is left of it
        return None
