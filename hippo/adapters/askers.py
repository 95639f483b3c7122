"""Many lines to one process, none of which waits for another: what each has said is taken as it comes.

Whoever says nothing, says half of something or does not read the answer costs the others nothing, and is let go after a
while.
"""

from __future__ import annotations

import json
import selectors
import time

from hippo.adapters import resident_link as link

TYPE_CHECKING = False
if TYPE_CHECKING:
    import socket
    from typing import Any

#: How long one may take over a document, in seconds (chosen: a recall needs a few hundredths between two).
LONGEST_SILENCE_SECONDS = 5.0
#: Lines that are open at once; the one that has been silent longest goes for the next (chosen: far more than agents).
MOST = 64
_PART = 65_536


class Asker:
    """One line. `kept` is what whoever answers wants to remember of it."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        self.kept: Any = None
        self.heard, self.unsaid = bytearray(), bytearray()
        self.spoke_at = time.monotonic()


class Askers:
    """The lines to a listening socket, which becomes one that blocks nobody."""

    def __init__(self, listening: socket.socket) -> None:
        listening.setblocking(False)
        self._listening = listening
        self._open: list[Asker] = []
        self._selector = selectors.DefaultSelector()
        self._selector.register(listening, selectors.EVENT_READ)

    def documents(self, seconds: float) -> list[tuple[Asker, dict[str, Any]]]:
        """What was said within so many seconds, as soon as anything was; who said something else is let go."""
        found = []
        for key, events in self._selector.select(max(0.0, seconds)):
            asker = key.data
            if asker is None:
                self._accept()
                continue
            if events & selectors.EVENT_WRITE:
                self._send(asker)
            if events & selectors.EVENT_READ:
                found += [(asker, document) for document in self._heard(asker)]
        late = time.monotonic() - LONGEST_SILENCE_SECONDS
        for asker in [each for each in self._open if each.spoke_at < late]:
            self.drop(asker)
        return found

    def say(self, asker: Asker, document: object) -> None:
        """Send a document, as much of it now as the other end takes."""
        asker.unsaid += json.dumps(document).encode() + b"\n"
        self._send(asker)

    def drop(self, asker: Asker) -> None:
        """Let one go, if it is still there."""
        if asker in self._open:
            self._open.remove(asker)
            self._selector.unregister(asker.connection)
            asker.connection.close()

    def close(self) -> None:
        """Let all go. The listening socket is the caller's to close."""
        for asker in list(self._open):
            self.drop(asker)
        self._selector.close()

    def _accept(self) -> None:
        """Take in all who wait at the door: where it is full, others are sent away."""
        while True:
            try:
                connection, _ = self._listening.accept()
            except OSError:  # that was the last, or it has gone again
                return
            self._welcome(connection)

    def _welcome(self, connection: socket.socket) -> None:
        try:
            link.require_same_user(connection)
            connection.setblocking(False)
        except OSError:
            connection.close()
            return
        if len(self._open) >= MOST:
            self.drop(min(self._open, key=lambda each: each.spoke_at))
        asker = Asker(connection)
        self._open.append(asker)
        self._selector.register(connection, selectors.EVENT_READ, asker)

    def _heard(self, asker: Asker) -> list[dict[str, Any]]:
        """The documents that are whole by now."""
        found = []
        try:
            part = asker.connection.recv(_PART)
            if not part:
                raise link.Broken("the other end hung up")
            asker.heard += part
            *lines, rest = asker.heard.split(b"\n")
            asker.heard = rest
            found = [link.parsed(bytes(line)) for line in lines]
            if len(rest) > link.LONGEST_LINE:
                raise link.Broken("the other end does not end")
        except BlockingIOError:
            return []
        except OSError:
            self.drop(asker)
            return []
        if found:
            asker.spoke_at = time.monotonic()
        return found

    def _send(self, asker: Asker) -> None:
        try:
            if len(asker.unsaid) > 2 * link.LONGEST_LINE:
                raise link.Broken("the other end asks and does not read")
            if asker.unsaid:
                del asker.unsaid[: asker.connection.send(asker.unsaid)]
        except BlockingIOError:
            pass
        except OSError:
            self.drop(asker)
        if asker in self._open:
            events = selectors.EVENT_READ | (selectors.EVENT_WRITE if asker.unsaid else 0)
            self._selector.modify(asker.connection, events, asker)
