"""The resident model: one process for a store that keeps the model and the vectors in memory and answers questions.

It leaves when nobody has asked for a while, when its store goes, when its socket or what it has announced is no longer
its own, and when somebody asks who speaks another protocol or means another model, so that a newer one can begin. Why
it could not begin, or broke off, it leaves where askers find it. While nobody asks it makes the vectors that are
missing.
"""

from __future__ import annotations

import os
import time

from hippo.adapters import files, resident_file
from hippo.adapters import resident_link as link
from hippo.core.value import value
from hippo.errors import HippoError, Refused
from hippo.services.embed import embed_few
from hippo.services.resident_answers import Answers, Outdated
from hippo.store.store import DATABASE

TYPE_CHECKING = False
if TYPE_CHECKING:
    import socket
    from collections.abc import Callable
    from typing import Any

    from hippo.adapters.askers import Asker, Askers
    from hippo.services.embedding import Embedding

#: How often it looks whether its store is still there, and for memories without a vector, in seconds.
TICK_SECONDS = 2.0
#: Vectors that it makes at once while nobody asks, and how long it waits for another writer with them, in seconds: who
#: asks meanwhile waits for both (chosen: a tenth of a second of a small model). It rests as long before the next ones.
_AT_ONCE, _WRITER_WAIT_SECONDS, _REST_SECONDS = 8, 0.05, 0.1
#: How often, and after how many seconds, it tries to hold the file of its store: whoever looks holds it for a moment.
_TRIES, _BETWEEN_SECONDS = 5, 0.02


class AlreadyThere(Refused):
    """Another process is the resident model of this store."""

    code = "already-resident"


@value
class Served:
    """Why a resident model left, and how many questions it has answered."""

    reason: str
    questions: int


@value
class _Pace:
    """How long it stays when nobody asks, how often it looks around, and by which clock."""

    idle_seconds: float
    tick_seconds: float
    clock: Callable[[], float]


class Resident:
    """The process. `ready` is called once it can be asked."""

    def __init__(self, folder: str, embedding: Embedding, *, unix: bool | None = None) -> None:
        self._folder = os.path.realpath(folder)
        self._embedding = embedding
        self._unix = unix
        self._answers = Answers(embedding)
        self._questions = 0
        self._seen = -1

    def serve(
        self,
        *,
        idle_seconds: float,
        ready: Callable[[], None] = lambda: None,
        clock: Callable[[], float] = time.monotonic,
        tick_seconds: float = TICK_SECONDS,
    ) -> Served:
        """Answer until there is a reason to leave. Raises AlreadyThere, NoEmbeddings, OSError."""
        held = _hold(self._folder)
        there = _Place(self._folder, held)
        listening, trouble = None, ""
        try:
            model = self._embedding.choice.model
            held.say_trouble(resident_file.Trouble(reason="it ended while the model was being loaded", model=model))
            self._embedding.embed([""])
            listening, address = link.listen(self._folder, unix=self._unix)
            there.take_socket(address)
            held.say(address)
            ready()
            pace = _Pace(idle_seconds=idle_seconds, tick_seconds=tick_seconds, clock=clock)
            reason = self._answer_all(listening, address.token, there, pace)
        except Exception as error:
            trouble = error.message if isinstance(error, HippoError) else f"{type(error).__name__}: {error}"
            raise
        finally:
            try:
                self._leave(there, listening)
            finally:
                held.close(resident_file.Trouble(reason=trouble, model=_model(self._embedding)) if trouble else None)
        return Served(reason=reason, questions=self._questions)

    def _leave(self, there: _Place, listening: socket.socket | None) -> None:
        """Undo what was made, as far as it is still there."""
        if listening is not None:
            listening.close()
            there.remove_socket()
        self._answers.close()

    def _answer_all(self, listening: socket.socket, token: str, there: _Place, pace: _Pace) -> str:
        from hippo.adapters.askers import Askers

        askers = Askers(listening)
        try:
            asked_at, questions, tick_at = pace.clock(), self._questions, time.monotonic() + pace.tick_seconds
            while True:
                for asker, document in askers.documents(tick_at - time.monotonic()):
                    self._answer(askers, asker, document, token)
                if time.monotonic() < tick_at:
                    continue
                if reason := there.lost():
                    return reason
                if self._questions != questions:
                    asked_at = pace.clock()
                elif pace.clock() - asked_at >= pace.idle_seconds:
                    return "nobody asked"
                is_busy = self._questions == questions and self._work()
                questions = self._questions
                tick_at = time.monotonic() + (min(_REST_SECONDS, pace.tick_seconds) if is_busy else pace.tick_seconds)
        except Outdated as outdated:
            return str(outdated)
        finally:
            askers.close()

    def _answer(self, askers: Askers, asker: Asker, document: dict[str, Any], token: str) -> None:
        """One document: a question, or numbers whose cosines to it are wanted. Raises Outdated."""
        try:
            if "numbers" in document and asker.kept is not None:
                reply = self._answers.to_numbers(document["numbers"], asker.kept)
            else:
                self._require_welcome(askers, asker, document, token)
                self._questions += 1
                reply = self._answers.to_question(document)
                asker.kept = reply.measured
            askers.say(asker, reply.document)
        except (OSError, HippoError):  # whoever asked makes do with words; the next one may be luckier
            askers.drop(asker)

    def _require_welcome(self, askers: Askers, asker: Asker, document: dict[str, Any], token: str) -> None:
        """Raise Broken for one who may not ask, and Outdated for one who needs another model."""
        import hmac

        if not hmac.compare_digest(str(document.get("token")).encode("utf-8", "replace"), token.encode()):
            raise link.Broken("somebody asked who does not know the token")
        try:
            self._answers.require_current(document)
        except Outdated:
            askers.say(asker, {"error": "another model"})
            raise

    def _work(self) -> bool:
        """Forget the vectors that are of yesterday, and make some that are missing if anybody has written anything.

        Whether there may be more to do at once. What goes wrong is tried again at the next tick.
        """
        try:
            self._answers.forget_outdated()
            store = self._answers.store(self._folder)
            version = store.others_version()
            if version == self._seen or not store.vectors_mark():
                return False
            if embed_few(store, self._embedding, most=_AT_ONCE, wait_seconds=_WRITER_WAIT_SECONDS):
                return True
            self._seen = version
        except (OSError, HippoError):
            pass
        return False


class _Place:
    """Where a resident model is found, and whether that is still its own."""

    def __init__(self, folder: str, held: resident_file.Announcement) -> None:
        self._held = held
        self._database = os.path.join(folder, DATABASE)
        self._socket = ""
        self._identities = {self._database: files.identity(self._database)}

    def take_socket(self, address: link.Address) -> None:
        self._socket = address.path
        if self._socket:
            self._identities[self._socket] = files.identity(self._socket)

    def lost(self) -> str:
        """What is no longer its own, in a few words; empty if all is."""
        if not self._is_own(self._database):
            return "the store has gone"
        if (self._socket and not self._is_own(self._socket)) or not self._held.is_own():
            return "its socket or what it has announced is no longer its own"
        return ""

    def remove_socket(self) -> None:
        """Remove the socket, unless it is another one's by now."""
        if self._socket and self._is_own(self._socket):
            files.remove(self._socket)

    def _is_own(self, path: str) -> bool:
        return files.identity(path) == self._identities[path]


def _hold(folder: str) -> resident_file.Announcement:
    """The file of a store, held. Raises AlreadyThere, OSError."""
    for attempt in range(_TRIES):
        if attempt:
            time.sleep(_BETWEEN_SECONDS)
        held = resident_file.Announcement.take(folder)
        if held is not None:
            return held
    raise AlreadyThere(
        "this store has a resident model already", hint="recalls find it; it leaves when nobody has asked for a while"
    )


def _model(embedding: Embedding) -> str:
    """The model that is meant; empty where none is."""
    try:
        return embedding.choice.model
    except HippoError:
        return ""
