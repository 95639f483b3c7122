"""Vectors and models that cannot be what they are taken for, which nobody uses and doctor removes."""

from __future__ import annotations

from hippo.store.vectors import SOUND_MODEL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hippo.store.connection import Connection

_UNSOUND_MODELS = f"FROM embedding_model WHERE NOT ({SOUND_MODEL})"
_DELETE_UNUSED = "DELETE FROM embedding_model WHERE number NOT IN (SELECT model FROM vector)"
_UNSOUND = f"""
FROM vector WHERE NOT EXISTS (
    SELECT 1 FROM embedding_model WHERE embedding_model.number = vector.model AND {SOUND_MODEL}
    AND typeof(vector.components) = 'blob' AND length(vector.components) = embedding_model.dimension
) OR NOT EXISTS (SELECT 1 FROM memory WHERE memory.number = vector.memory)
"""


class VectorHealth:
    """The checks of the vectors of one store. `mend` runs in the caller's transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def unsound(self) -> int:
        """How many vectors are not as long as their model says, are none at all, or are of no model or memory."""
        return self._connection.number(f"SELECT count(*) {_UNSOUND}")

    def unsound_models(self) -> int:
        """How many models have a dimension or a scale that no model has."""
        return self._connection.number(f"SELECT count(*) {_UNSOUND_MODELS}")

    def mend(self) -> None:
        """Remove them, and the models that no vector is left of; `hippo embed` makes vectors for who loses theirs."""
        self._connection.run(f"DELETE {_UNSOUND}")
        self._connection.run(_DELETE_UNUSED)
        self._connection.run(f"DELETE {_UNSOUND_MODELS}")
