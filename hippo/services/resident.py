"""The resident model: one process for a store that keeps the model and the vectors in memory and answers questions.

It leaves when nobody has asked for a while, when its store goes, and when somebody asks who speaks another protocol or
means another model, so that a newer one can begin. While nobody asks it makes the vectors that are missing.
"""

from __future__ import annotations

import os
import time

from hippo.adapters import resident_link as link
from hippo.core.value import value
from hippo.errors import HippoError, Refused
from hippo.services.embed import BATCH, embed
from hippo.services.nearness import Space, question_vector
from hippo.services.opening import LOCAL, open_folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    import socket
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    from hippo.services.embedding import Embedding
    from hippo.store.store import Store

#: How long one asker may take over a word, in seconds: others wait behind it.
_LONGEST_WORD_SECONDS = 0.5
#: How often it looks whether its store is still there, and for memories without a vector, in seconds.
TICK_SECONDS = 2.0


class AlreadyThere(Refused):
    """Another process is the resident model of this store."""

    code = "already-resident"


class _Outdated(Exception):
    """Somebody asks who needs another resident model than this one."""


@value
class Served:
    """Why a resident model left, and how many questions it has answered."""

    reason: str
    questions: int


class Resident:
    """The process. `ready` is called once it can be asked."""

    def __init__(self, folder: str, embedding: Embedding, *, unix: bool | None = None) -> None:
        self._folder = os.path.realpath(folder)
        self._embedding = embedding
        self._unix = unix
        self._stores: dict[str, Store] = {}
        self._spaces: dict[str, tuple[str, Space]] = {}
        self._question: tuple[str, NDArray[np.float32]] | None = None
        self._questions = 0

    def serve(
        self,
        *,
        idle_seconds: float,
        ready: Callable[[], None] = lambda: None,
        clock: Callable[[], float] = time.monotonic,
        tick_seconds: float = TICK_SECONDS,
    ) -> Served:
        """Answer until there is a reason to leave. Raises AlreadyThere, NoEmbeddings, OSError."""
        held = link.Announcement.take(self._folder)
        if held is None:
            raise AlreadyThere("this store has a resident model already")
        listening, identity = None, _identity(self._folder)
        try:
            self._embedding.embed([""])
            listening, address = link.listen(self._folder, unix=self._unix)
            listening.settimeout(tick_seconds)
            held.say(address)
            ready()
            reason = self._answer_all(listening, address.token, identity, idle_seconds, clock)
        finally:
            self._leave(held, listening)
        return Served(reason=reason, questions=self._questions)

    def _leave(self, held: link.Announcement, listening: socket.socket | None) -> None:
        """Undo what was made, as far as the store is still there."""
        if listening is not None:
            listening.close()
            if path := link.socket_path(self._folder):
                from hippo.adapters.files import remove

                remove(path)
        held.close()
        for store in self._stores.values():
            store.close()

    def _answer_all(
        self,
        listening: socket.socket,
        token: str,
        identity: tuple[int, ...],
        idle_seconds: float,
        clock: Callable[[], float],
    ) -> str:
        asked_at = clock()
        while True:
            try:
                connection, _ = listening.accept()
            except TimeoutError:
                if _identity(self._folder) != identity:
                    return "the store has gone"
                if clock() - asked_at >= idle_seconds:
                    return "nobody asked"
                self._work()
                continue
            asked_at = clock()
            try:
                self._answer(connection, token)
            except _Outdated as outdated:
                return str(outdated)
            except (OSError, HippoError):  # whoever asked makes do with words; the next one may be luckier
                continue
            finally:
                connection.close()

    def _answer(self, connection: socket.socket, token: str) -> None:
        """One asker: a question, then numbers whose cosines are wanted."""
        import hmac

        connection.settimeout(_LONGEST_WORD_SECONDS)
        link.require_same_user(connection)
        line = link.Line(connection)
        try:
            asked = line.hear()
            if not hmac.compare_digest(str(asked.get("token")), token):
                return
            if asked.get("protocol") != link.PROTOCOL or asked.get("model") != self._embedding.choice.model:
                line.say({"error": "another model"})
                raise _Outdated("somebody needs another model or protocol")
            spaces = [self._asked(str(folder), str(asked["text"])) for folder in asked["folders"]]
            nearest = [
                space.nearest(int(asked["most"]), among) if space else []
                for space, among in zip(spaces, asked["among"], strict=True)
            ]
            line.say({"nearest": nearest})
            wanted = line.hear()["numbers"]
            told = [
                list(space.cosines([int(number) for number in numbers]).items()) if space else []
                for space, numbers in zip(spaces, wanted, strict=True)
            ]
            line.say({"cosines": told})
            self._questions += 1
        except (KeyError, TypeError, ValueError) as error:
            raise link.Broken("somebody asked for what is none") from error
        finally:
            line.close()

    def _asked(self, folder: str, text: str) -> Space | None:
        """The vectors of a store, measured against a question; None for a store that has none of this model."""
        store = self._store(folder)
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
        known[1].ask(self._question[1])
        return known[1]

    def _store(self, folder: str) -> Store:
        if folder not in self._stores:
            self._stores[folder] = open_folder(folder, LOCAL, warn=lambda _: None).store
        return self._stores[folder]

    def _work(self) -> None:
        """Make some of the vectors that are missing, and forget those that are of yesterday.

        What goes wrong is tried again at the next tick.
        """
        try:
            marks = {folder: self._store(folder).vectors_mark() for folder in self._spaces}
            self._spaces = {folder: kept for folder, kept in self._spaces.items() if kept[0] == marks[folder]}
            store = self._store(self._folder)
            if store.vectors_mark():
                embed(store, self._embedding, most=BATCH, cached=False)
        except (OSError, HippoError):
            return


def _identity(folder: str) -> tuple[int, ...]:
    """What tells a store from another one in its place; nothing for one that has gone."""
    try:
        there = os.stat(os.path.join(folder, "hippo.db"))
    except OSError:
        return ()
    return there.st_dev, there.st_ino
