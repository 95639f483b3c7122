"""Asking a server for JSON: no proxy, no redirect, a deadline for the whole of it, a bound for the answer."""

from __future__ import annotations

import json

from hippo.adapters.embeddings.addresses import parsed, shown
from hippo.adapters.embeddings.protocol import KEY_VARIABLE, SHOWS_ADDRESS, NoEmbeddings
from hippo.adapters.embeddings.saying import first_line, one_line
from hippo.core.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import socket
    from collections.abc import Mapping
    from http.client import HTTPConnection, HTTPResponse
    from typing import Any

#: The longest answer that is read, in bytes: 64 vectors of 4,096 components, written out, three times over.
MOST_BYTES = 16 * 1024 * 1024
_PART = 64 * 1024


def post(url: str, payload: Mapping[str, Any], *, wait_seconds: float, key: str = "") -> Any:
    """What a server answers to a JSON document, within so many seconds.

    Raises NoEmbeddings for anything but an answer in JSON.
    """
    from http.client import HTTPException

    named = f"the embedding server {shown(url)}"
    try:
        answer = _Exchange(url, json.dumps(payload).encode(), key).wait(wait_seconds)
    except TimeoutError as error:
        raise NoEmbeddings(
            f"{named} did not answer within {wait_seconds:g} s", hint="see whether it runs and has loaded its model"
        ) from error
    except (OSError, HTTPException, ValueError) as error:
        raise NoEmbeddings(f"{named} cannot be asked: {first_line(error)}", hint=SHOWS_ADDRESS) from error
    if answer.status != 200:
        said = f"{answer.status} {one_line(answer.reason)}: {one_line(answer.body)}"
        raise NoEmbeddings(f"{named} answered {said}".rstrip(": "), hint=_next_step(answer.status))
    try:
        return json.loads(answer.body)
    except (ValueError, RecursionError) as error:
        raise NoEmbeddings(f"{named} answered with something else than JSON", hint=SHOWS_ADDRESS) from error


def _next_step(status: int) -> str:
    """What to do about a refusal."""
    if status in (401, 403):
        return f"its key is read from the variable {KEY_VARIABLE}"
    if 300 <= status < 400:
        return "no redirect is followed: set embeddings.url to the address that answers"
    if status == 429 or status >= 500:
        return "try again in a moment, or see what the server has logged"
    return "`hippo config` shows embeddings.url and embeddings.model, which it must know"


@value
class _Answer:
    status: int
    reason: str
    body: bytes


class _Exchange:
    """One question to a server, asked by a thread of its own that is left behind when its time is over.

    Why: to look up a name, to try its addresses one by one, to shake hands and to read the headers line by line each
    wait anew, or without any limit; a server that sends a byte now and then would hold up whoever waits for all of it.
    """

    def __init__(self, url: str, sent: bytes, key: str) -> None:
        self._url = parsed(url)
        self._sent = sent
        self._headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {key}"} if key else {})
        self._socket: socket.socket | None = None
        self._is_over = False
        self._answer: _Answer | None = None
        self._trouble: BaseException | None = None

    def wait(self, seconds: float) -> _Answer:
        """The answer. Raises TimeoutError, OSError, HTTPException and ValueError."""
        import threading

        thread = threading.Thread(target=self._run, args=(seconds,), daemon=True)
        thread.start()
        try:
            thread.join(seconds)
            answer, trouble = self._answer, self._trouble
        finally:
            self._hang_up()
        if trouble is not None:
            raise trouble
        if answer is None:
            raise TimeoutError
        return answer

    def _hang_up(self) -> None:
        """Wake the thread if it still reads or writes, so that it ends; it sends nothing if it has not begun."""
        import socket
        from contextlib import suppress

        self._is_over = True
        if (connected := self._socket) is not None:
            with suppress(OSError):
                socket.socket.shutdown(connected, socket.SHUT_RDWR)

    def _run(self, seconds: float) -> None:
        try:
            self._answer = self._asked(seconds)
        except BaseException as error:  # noqa: BLE001 - raised by whoever waits
            self._trouble = error

    def _asked(self, seconds: float) -> _Answer | None:
        from http.client import HTTPConnection

        is_secure = self._url.scheme == "https"
        connection = HTTPConnection(self._url.hostname or "", self._url.port or (443 if is_secure else 80))
        connection.default_port = 443 if is_secure else 80
        path = (self._url.path or "/") + (f"?{self._url.query}" if self._url.query else "")
        try:
            self._connect(connection, seconds, is_secure=is_secure)
            if self._is_over:
                return None
            connection.request("POST", path, body=self._sent, headers=self._headers)
            with connection.getresponse() as answer:
                return _Answer(status=answer.status, reason=answer.reason, body=_read(answer))
        finally:
            connection.close()

    def _connect(self, connection: HTTPConnection, seconds: float, *, is_secure: bool) -> None:
        """Connect; the socket is known before a handshake begins, so that one can be ended too.

        Each step has the same limit once more, so that it ends where nothing else ends it; 0 would mean not to wait.
        """
        import socket

        found = socket.create_connection((connection.host, connection.port), timeout=max(seconds, 0.001))
        found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket = connection.sock = found
        if is_secure:
            import ssl

            secured = ssl.create_default_context().wrap_socket(
                found, server_hostname=connection.host, do_handshake_on_connect=False
            )
            self._socket = connection.sock = secured
            if not self._is_over:
                secured.do_handshake()


def _read(answer: HTTPResponse) -> bytes:
    """The body, as far as one may be long."""
    parts: list[bytes] = []
    size = 0
    while part := answer.read1(_PART):
        parts.append(part)
        size += len(part)
        if size > MOST_BYTES:
            raise ValueError("the answer is too long")
    if answer.length:
        raise ValueError("the answer broke off")
    return b"".join(parts)
