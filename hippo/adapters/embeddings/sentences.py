"""Any model of sentence-transformers, from a folder; seconds to load, since it brings torch."""

from __future__ import annotations

import os

from hippo.adapters.embeddings.protocol import NoEmbeddings, unit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from hippo.adapters.embeddings.protocol import Rows


class SentenceEmbedder:
    """A model that sentence-transformers has loaded; nothing is looked up on the network."""

    def __init__(self, folder: str) -> None:
        os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
        try:
            from sentence_transformers import SentenceTransformer
        except ImportError as error:
            raise missing() from error
        try:
            self._model = SentenceTransformer(folder, local_files_only=True)
        except Exception as error:
            raise NoEmbeddings(f"the model {folder} cannot be loaded: {(str(error) or '?').splitlines()[0]}") from error

    def embed(self, texts: Sequence[str], *, wait_seconds: float | None = None) -> Rows:  # noqa: ARG002
        """One row for each text."""
        import numpy as np

        rows = self._model.encode([*texts], convert_to_numpy=True, show_progress_bar=False)
        return unit(np.asarray(rows, dtype=np.float32))


def missing() -> NoEmbeddings:
    """What to say where the package is not installed."""
    return NoEmbeddings(
        "the sentence-transformers backend is not installed",
        hint='`pip install "hippo-memory[embeddings]"` installs it',
    )
