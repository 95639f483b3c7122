"""Asking a server for JSON: no proxy, no redirect, a deadline for the whole of it, a bound for the answer."""

from __future__ import annotations

import json
import time

from hippo.adapters.embeddings.protocol import NoEmbeddings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from http.client import HTTPConnection, HTTPResponse
    from typing import Any

#: The longest answer that is read, in bytes: 64 vectors of 4,096 components, written out, three times over.
MOST_BYTES = 16 * 1024 * 1024
_PART = 64 * 1024
#: Characters of a server's complaint that are shown.
_SHOWN = 120


def post(url: str, payload: Mapping[str, Any], *, wait_seconds: float, key: str = "") -> Any:
    """What a server answers to a JSON document, within so many seconds.

    Raises NoEmbeddings for anything but an answer in JSON.
    """
    from http.client import HTTPException

    deadline = time.monotonic() + wait_seconds
    try:
        body = _body(url, json.dumps(payload).encode(), deadline, key)
    except TimeoutError as error:
        raise NoEmbeddings(f"the embedding server {url} did not answer within {wait_seconds:g} s") from error
    except (OSError, HTTPException, ValueError) as error:
        raise NoEmbeddings(
            f"the embedding server {url} cannot be asked: {str(error) or type(error).__name__}",
            hint="`hippo config embeddings.url` shows its address",
        ) from error
    try:
        return json.loads(body)
    except (ValueError, RecursionError) as error:
        raise NoEmbeddings(f"the embedding server {url} answered with something else than JSON") from error


def _body(url: str, sent: bytes, deadline: float, key: str) -> bytes:
    connection, path = _connection(url, deadline)
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {key}"} if key else {})
    try:
        connection.request("POST", path, body=sent, headers=headers)
        if connection.sock:
            connection.sock.settimeout(_left(deadline))
        with connection.getresponse() as answer:
            body = _read(connection, answer, deadline)
    finally:
        connection.close()
    if answer.status != 200:
        said = " ".join(body[:_SHOWN].decode("utf-8", "replace").split())
        raise NoEmbeddings(f"the embedding server {url} answered {answer.status} {answer.reason}: {said}")
    return body


def _connection(url: str, deadline: float) -> tuple[HTTPConnection, str]:
    from http.client import HTTPConnection, HTTPSConnection
    from urllib.parse import urlsplit

    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError("the address must begin with http:// or https://")
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    path = parts.path + (f"?{parts.query}" if parts.query else "")
    return kind(parts.hostname, parts.port, timeout=_left(deadline)), path or "/"


def _read(connection: HTTPConnection, answer: HTTPResponse, deadline: float) -> bytes:
    """The body, part by part, so that a server that sends a byte a second does not hold anybody up."""
    parts: list[bytes] = []
    size = 0
    while part := answer.read1(_PART):
        parts.append(part)
        size += len(part)
        if size > MOST_BYTES:
            raise ValueError("the answer is too long")
        left = _left(deadline)
        if connection.sock:
            connection.sock.settimeout(left)
    if answer.length:
        raise ValueError("the answer broke off")
    return b"".join(parts)


def _left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left
