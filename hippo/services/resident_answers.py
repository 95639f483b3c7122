"""What the resident model answers: which memories are nearest to a question, then how near some of them are."""

from __future__ import annotations

import os

from hippo.adapters import resident_link as link
from hippo.adapters.files import identity
from hippo.core.value import value
from hippo.errors import HippoError
from hippo.services.nearness import Space, question_vector, require_dimension
from hippo.services.opening import LOCAL, open_folder
from hippo.store.store import DATABASE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    import numpy as np
    from numpy.typing import NDArray

    from hippo.services.embedding import Embedding
    from hippo.services.nearness import Measured
    from hippo.store.store import Store


class Outdated(Exception):
    """Somebody asks who needs another resident model than this one."""


@value
class Reply:
    """A document to send, and the question as it was measured, to which the next words of the asker belong."""

    document: dict[str, Any]
    measured: tuple[Measured | None, ...] = ()


class Answers:
    """The model, and the vectors of the stores that were asked about as far as they are of now."""

    def __init__(self, embedding: Embedding) -> None:
        self._embedding = embedding
        self._stores: dict[str, tuple[tuple[int, ...], Store]] = {}
        self._spaces: dict[str, tuple[str, Space]] = {}
        self._question: tuple[str, NDArray[np.float32]] | None = None

    def require_current(self, asked: dict[str, Any]) -> None:
        """Raise Outdated for a question that another protocol or model is meant by."""
        if asked.get("protocol") != link.PROTOCOL or asked.get("model") != self._embedding.choice.model:
            raise Outdated("somebody needs another model or protocol")

    def to_question(self, asked: dict[str, Any]) -> Reply:
        """The nearest memories of some stores. Raises Broken for what is no question.

        What keeps the model from answering is told, and words must do.
        """
        try:
            text, most = str(asked["text"]), int(asked["most"])
            measured = [self._measured(str(folder), text) for folder in asked["folders"]]
            nearest = [
                each.nearest(most, among) if each else [] for each, among in zip(measured, asked["among"], strict=True)
            ]
        except HippoError as error:
            return Reply(document={"trouble": error.message, "hint": error.hint})
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            raise link.Broken("somebody asked for what is none") from error
        return Reply(document={"nearest": nearest}, measured=tuple(measured))

    def to_numbers(self, wanted: object, measured: Sequence[Measured | None]) -> Reply:
        """How near some memories of each store are. Raises Broken for what are no numbers."""
        try:
            told = [
                list(each.cosines([int(number) for number in numbers]).items()) if each else []
                for each, numbers in zip(measured, wanted, strict=True)  # type: ignore[call-overload]
            ]
        except (TypeError, ValueError, OverflowError) as error:
            raise link.Broken("somebody asked for what is none") from error
        return Reply(document={"cosines": told})

    def forget_outdated(self) -> None:
        """Let go of the vectors that are of yesterday. Raises HippoError, OSError."""
        marks = {folder: self.store(folder).vectors_mark() for folder in self._spaces}
        self._spaces = {folder: kept for folder, kept in self._spaces.items() if kept[0] == marks[folder]}

    def store(self, folder: str) -> Store:
        """A store, opened at its first use, and anew when another is in its place. Raises HippoError."""
        there = identity(os.path.join(folder, DATABASE))
        known = self._stores.get(folder)
        if known is not None and known[0] != there:
            known[1].close()
            del self._stores[folder]
            known = None
        if known is None:
            known = (there, open_folder(folder, LOCAL, warn=lambda _: None).store)
            self._stores[folder] = known
        return known[1]

    def close(self) -> None:
        """Close the stores."""
        for _, store in self._stores.values():
            store.close()

    def _measured(self, folder: str, text: str) -> Measured | None:
        """How near the memories of a store are to a question; None for a store that has no vectors of this model."""
        store = self.store(folder)
        mark = store.vectors_mark()
        known = self._spaces.get(folder)
        if known is None or known[0] != mark:
            model = store.vectors.model(self._embedding.choice.model)
            if model is None:
                return None
            known = (mark, Space(store, model))
            self._spaces[folder] = known
        if self._question is None or self._question[0] != text:
            self._question = (text, question_vector(self._embedding, text))
        require_dimension(known[1], self._question[1], self._embedding)
        return known[1].measured(self._question[1])
