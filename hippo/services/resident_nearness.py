"""Asking the resident model how near memories are to a question: no model and no numbers library in this process."""

from __future__ import annotations

import time

from hippo.adapters import resident_link as link
from hippo.adapters.embeddings.protocol import NoEmbeddings
from hippo.services.nearness import as_asked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from hippo.services.embedding import Embedding
    from hippo.store.store import Store


class ResidentNearness:
    """A line to the resident model of the first store; all its words come within the time that a recall waits."""

    def __init__(
        self,
        address: link.Address,
        embedding: Embedding,
        stores: Sequence[Store],
        text: str,
        *,
        note: Callable[[str], None],
    ) -> None:
        """Raises OSError if nobody is there any more."""
        self.settings = embedding.settings
        self.note = note
        self._question: dict[str, Any] = {
            "protocol": link.PROTOCOL,
            "token": address.token,
            "model": embedding.choice.model,
            "text": as_asked(text),
            "folders": [store.folder for store in stores],
        }
        wait = self.settings.wait_ms / 1000
        self._deadline = time.monotonic() + wait
        self._line = link.connect(address, wait_seconds=wait)

    def nearest(self, most: int, among: Sequence[Sequence[int] | None]) -> list[list[int]]:
        """The rows of each store that are nearest to the question. Raises NoEmbeddings."""
        said = self._answer(self._question | {"most": most, "among": among}, "nearest", len(among))
        return [[int(number) for number in numbers] for numbers in said]

    def cosines(self, numbers: Sequence[Sequence[int]]) -> list[dict[int, float]]:
        """How near some rows of each store are; the line ends with it. Raises NoEmbeddings."""
        try:
            said = self._answer({"numbers": numbers}, "cosines", len(numbers))
            return [{int(number): float(cosine) for number, cosine in pairs} for pairs in said]
        finally:
            self._line.close()

    def _answer(self, document: dict[str, Any], name: str, count: int) -> list[Any]:
        try:
            self._line.wait_at_most(self._deadline - time.monotonic())
            self._line.say(document)
            heard = self._line.hear()
        except OSError as error:
            self._line.close()
            if isinstance(error, TimeoutError):
                raise NoEmbeddings(
                    f"the resident model did not answer within {self.settings.wait_ms} ms",
                    hint="`hippo config embeddings.wait_ms` gives it longer",
                ) from error
            raise NoEmbeddings(
                f"the resident model cannot be asked ({error})", hint="it has left, and the next recall finds a new one"
            ) from error
        said = heard.get(name)
        if "trouble" in heard:
            self._line.close()
            raise NoEmbeddings(f"the resident model: {heard['trouble']}", hint=str(heard.get("hint", "")))
        if not isinstance(said, list) or len(said) != count:
            self._line.close()
            raise NoEmbeddings(
                "the resident model is another one", hint="it has left, and the next recall finds the new one"
            )
        return said
