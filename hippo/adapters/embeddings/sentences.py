"""Any model of sentence-transformers, from a folder; seconds to load, since it brings torch."""

from __future__ import annotations

from hippo.adapters.embeddings.libraries import hush
from hippo.adapters.embeddings.protocol import ANOTHER_MODEL, NoEmbeddings, unit
from hippo.adapters.embeddings.saying import first_line
from hippo.core.extras import how_to_install

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from hippo.adapters.embeddings.protocol import Rows


class SentenceEmbedder:
    """A model that sentence-transformers has loaded; nothing is looked up on the network."""

    def __init__(self, folder: str) -> None:
        hush()
        try:
            from sentence_transformers import SentenceTransformer
        except ImportError as error:
            raise missing() from error
        try:
            self._model = SentenceTransformer(folder, local_files_only=True)
        except Exception as error:
            raise NoEmbeddings(
                f"the model {folder} cannot be loaded: {first_line(error)}", hint=ANOTHER_MODEL
            ) from error
        self._folder = folder

    def embed(self, texts: Sequence[str], *, wait_seconds: float | None = None) -> Rows:  # noqa: ARG002
        """One row for each text. Raises NoEmbeddings."""
        import numpy as np

        try:
            rows = self._model.encode([*texts], convert_to_numpy=True, show_progress_bar=False)
            found = np.asarray(rows, dtype=np.float32)
        except Exception as error:
            raise NoEmbeddings(
                f"the model {self._folder} gives no vectors: {first_line(error)}", hint=ANOTHER_MODEL
            ) from error
        if found.ndim != 2 or len(found) != len(texts) or not np.isfinite(found).all():
            raise NoEmbeddings(f"the model {self._folder} gives no vector for each text", hint=ANOTHER_MODEL)
        return unit(found)


def missing() -> NoEmbeddings:
    """What to say where the package is not installed."""
    return NoEmbeddings(
        "the sentence-transformers backend is not installed",
        hint=f"{how_to_install('embeddings')} adds it",
    )
