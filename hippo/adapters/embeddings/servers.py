"""Embedding servers: Ollama, and any that speaks the protocol of OpenAI. Only one that the settings name is asked."""

from __future__ import annotations

from hippo.adapters.embeddings.addresses import OLLAMA, endpoint, shown
from hippo.adapters.embeddings.http_json import post
from hippo.adapters.embeddings.protocol import NoEmbeddings, unit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from hippo.adapters.embeddings.protocol import Rows

#: How long a batch may take, in seconds, when nobody waits for an answer (chosen: a large model that loads first).
BATCH_SECONDS = 60.0
#: Components of the longest vector that is taken (chosen: twice the longest in use).
_MOST_COMPONENTS = 16_384


class ServerEmbedder:
    """A server that turns texts into vectors."""

    def __init__(self, backend: str, url: str, model: str, *, key: str = "") -> None:
        self._backend, self._model, self._key = backend, model, key
        self._url = endpoint(backend, url)

    def embed(self, texts: Sequence[str], *, wait_seconds: float | None = None) -> Rows:
        """One row for each text."""
        wait = BATCH_SECONDS if wait_seconds is None else wait_seconds
        payload = {"model": self._model, "input": [*texts]}
        answer = post(self._url, payload, wait_seconds=wait, key=self._key)
        found = _of_ollama(answer) if self._backend == OLLAMA else _of_openai(answer)
        if found is None or not _fits(found, len(texts)):
            raise NoEmbeddings(
                f"the embedding server {shown(self._url)} answered without a vector for each text",
                hint=f"see whether {self._model} is a model of embeddings: `hippo config embeddings.model`",
            )
        import numpy as np

        return unit(np.array(found, dtype=np.float32))


def _of_ollama(answer: Any) -> list[Any] | None:
    found = answer.get("embeddings") if isinstance(answer, dict) else None
    return found if isinstance(found, list) else None


def _of_openai(answer: Any) -> list[Any] | None:
    """The vectors in the order of the texts, which the answer need not have."""
    data = answer.get("data") if isinstance(answer, dict) else None
    if not isinstance(data, list) or not all(isinstance(each, dict) for each in data):
        return None
    places = [each.get("index", place) for place, each in enumerate(data)]
    if not all(type(place) is int for place in places):
        return None
    by_place = {place: each.get("embedding") for place, each in zip(places, data, strict=True)}
    return [by_place.get(place) for place in range(len(data))]


def _fits(rows: Sequence[Any], count: int) -> bool:
    """Whether there is a row for each text, all of one length, of finite numbers."""
    if len(rows) != count or not all(isinstance(row, list) for row in rows):
        return False
    lengths = {len(row) for row in rows}
    return (
        len(lengths) == 1
        and 0 < max(lengths) <= _MOST_COMPONENTS
        and all(type(each) in (int, float) and abs(each) < 1e30 for row in rows for each in row)
    )
