"""Meaning in a process that lives on, such as the MCP server: the model is loaded once, beside the work.

The first answer does not wait for it: it goes by words while a thread loads the model, and so do the next ones until it
is there. Later answers find it in memory.
"""

from __future__ import annotations

from hippo.services.embedding import Embedding
from hippo.services.meaning import nearness

TYPE_CHECKING = False
if TYPE_CHECKING:
    import threading
    from collections.abc import Callable, Mapping, Sequence

    from hippo.core.settings import EmbeddingSettings
    from hippo.services.nearness import Near
    from hippo.store.store import Store


class Warm:
    """The embedders of this process, by the settings that ask for them. Safe to share between threads."""

    def __init__(self, environ: Mapping[str, str], *, made: Callable[..., Embedding] = Embedding) -> None:
        self._environ = environ
        self._made = made
        self._ready: dict[EmbeddingSettings, Embedding] = {}
        self._loading: dict[EmbeddingSettings, threading.Thread] = {}

    def meaning(
        self, settings: EmbeddingSettings, stores: Sequence[Store], text: str, *, note: Callable[[str], None]
    ) -> Near | None:
        """Who knows how near the memories are to a question; None where words must do for now."""
        embedding = self._ready.get(settings)
        if embedding is None:
            embedding = self._made(settings, self._environ)
            if self._must_load(embedding):
                self._load(settings, embedding)
                note("words alone: the model is being loaded, the next answer has it")
                return None
            self._ready[settings] = embedding
        return nearness(embedding, stores, text, note=note)

    def wait(self) -> None:
        """Until all that is being loaded is there."""
        for thread in list(self._loading.values()):
            thread.join()

    def _must_load(self, embedding: Embedding) -> bool:
        """Whether there is a model of this machine to be loaded; whatever keeps it away is told when it is asked."""
        from hippo.adapters.embeddings.protocol import NoEmbeddings

        try:
            settings = embedding.settings
            return bool(settings.weight) and settings.load != "never" and not embedding.choice.is_server
        except NoEmbeddings:
            return False

    def _load(self, settings: EmbeddingSettings, embedding: Embedding) -> None:
        import threading

        def load() -> None:
            try:
                embedding.embed([""])
            except Exception:  # noqa: BLE001 - met again by the next question, which has somebody to tell
                pass
            self._ready[settings] = embedding
            self._loading.pop(settings, None)

        thread = threading.Thread(target=load, daemon=True)
        if self._loading.setdefault(settings, thread) is thread:
            thread.start()
