"""What every embedder does."""

from __future__ import annotations

from hippo.errors import HippoError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Protocol

    import numpy as np
    from numpy.typing import NDArray

    #: One row of components for each text.
    Rows = NDArray[np.float32]

    class Embedder(Protocol):
        """Turns texts into vectors of length 1 (or 0, for a text that says nothing to the model)."""

        def embed(self, texts: Sequence[str], *, wait_seconds: float | None = None) -> Rows:
            """One row for each text; `wait_seconds` bounds the wait for a server.

            Raises NoEmbeddings.
            """
            ...


#: The variable that holds the key of a server.
KEY_VARIABLE = "HIPPO_EMBEDDINGS_KEY"
#: What to do about a model that is none, and about an address where nothing is.
ANOTHER_MODEL = "`hippo config embeddings.model` takes another one, or its folder"
SHOWS_ADDRESS = "`hippo config embeddings.url` shows its address"


class NoEmbeddings(HippoError):
    """No vector can be made: a package, a model or a server is missing, or answers with something else."""

    code = "no-embeddings"


def unit(rows: Rows) -> Rows:
    """The same vectors with the length 1; what has none stays as it is.

    Each is brought near 1 first: squares of very large or very small components are beyond what 32 bits hold.
    """
    import numpy as np

    largest = np.abs(rows).max(axis=1, keepdims=True, initial=0.0)
    near = rows / np.where(largest > 0.0, largest, 1.0)
    lengths = np.linalg.norm(near, axis=1, keepdims=True)
    lengths[lengths == 0.0] = 1.0
    return np.asarray(near / lengths, dtype=np.float32)
