"""Embedding servers: both protocols, and every way in which an answer can be none."""

from __future__ import annotations

import json
import socket
import threading
import time
from contextlib import suppress

import numpy as np
import pytest

from hippo.adapters.embeddings import http_json
from hippo.adapters.embeddings.addresses import OLLAMA, SERVER
from hippo.adapters.embeddings.protocol import NoEmbeddings
from hippo.adapters.embeddings.servers import ServerEmbedder
from tests.hashing import Hashing, ollama, openai, serving

TEXTS = ["the valve opens", "the pump is green", ""]


@pytest.mark.parametrize(
    ("backend", "answer", "path"), [(SERVER, openai, "/v1/embeddings"), (OLLAMA, ollama, "/api/embed")]
)
def test_each_text_gets_its_vector(backend, answer, path) -> None:
    with serving(lambda asked: (200, answer(asked["input"]))) as served:
        rows = ServerEmbedder(backend, served.url, "small", key="k-1").embed(TEXTS)
    assert np.allclose(rows, Hashing().embed(TEXTS))
    assert served.paths == [path]
    assert served.documents == [{"model": "small", "input": TEXTS}]
    assert served.headers[0]["Authorization"] == "Bearer k-1"


def test_without_a_key_none_is_sent() -> None:
    with serving(lambda asked: (200, openai(asked["input"]))) as served:
        ServerEmbedder(SERVER, served.url, "small").embed(["valve"])
    assert "Authorization" not in served.headers[0]


@pytest.mark.parametrize("end", ["/v1", "/v1/", "/v1/embeddings"])
def test_an_address_with_a_path_keeps_it(end: str) -> None:
    with serving(lambda asked: (200, openai(asked["input"]))) as served:
        ServerEmbedder(SERVER, served.url + end, "small").embed(["valve"])
    assert served.paths == ["/v1/embeddings"]


def rows(*found: object) -> bytes:
    return json.dumps({"data": [{"embedding": row} for row in found]}).encode()


@pytest.mark.parametrize(
    "body",
    [
        rows([1.0, 0.0]),
        rows([1.0, 0.0], [1.0]),
        rows([], []),
        rows([1.0], ["1.0"]),
        rows([1.0], [True]),
        rows([1.0], None),
        rows([1.0], "ab"),
        b'{"data": [{"embedding": [NaN]}, {"embedding": [1.0]}]}',
        b'{"data": [{"embedding": [1e999]}, {"embedding": [1.0]}]}',
        b'{"data": [{"index": [0], "embedding": [1.0]}, {"index": [1], "embedding": [1.0]}]}',
        b'{"data": [{"index": {}, "embedding": [1.0]}, {"index": 1, "embedding": [1.0]}]}',
        b'{"data": [{"index": "0", "embedding": [1.0]}, {"index": "1", "embedding": [1.0]}]}',
        b'{"data": [{"index": 0, "embedding": [1.0]}, {"index": 0, "embedding": [1.0]}]}',
        b'{"data": [{"index": null, "embedding": [1.0]}, {"embedding": [1.0]}]}',
        b'{"data": [{"index": false, "embedding": [1.0]}, {"index": true, "embedding": [1.0]}]}',
        b'{"data": [1, 2]}',
        b'{"data": {}}',
        b"{}",
        b"[]",
        b"null",
    ],
)
def test_an_answer_without_a_vector_for_each_text_is_none(body: bytes) -> None:
    with serving(lambda _: (200, body)) as served, pytest.raises(NoEmbeddings, match="without a vector for each text"):
        ServerEmbedder(SERVER, served.url, "small").embed(["a", "b"])


@pytest.mark.parametrize("body", [b"", b"<html>", b"\xff\xfe", b"[" * 100_000])
def test_garbage_is_no_json(body: bytes) -> None:
    with serving(lambda _: (200, body)) as served, pytest.raises(NoEmbeddings, match="something else than JSON"):
        ServerEmbedder(SERVER, served.url, "small").embed(["a"])


def test_a_refusal_is_told_with_what_the_server_says() -> None:
    with (
        serving(lambda _: (500, b'{"error":\n "no such model"}' + b"x" * 999)) as served,
        pytest.raises(NoEmbeddings) as raised,
    ):
        ServerEmbedder(SERVER, served.url, "small").embed(["a"])
    assert 'answered 500 Internal Server Error: {"error": "no such model"}' in raised.value.message
    assert len(raised.value.message) < 300


def test_a_redirect_is_not_followed() -> None:
    with serving(lambda _: (302, b"")) as served, pytest.raises(NoEmbeddings, match="answered 302"):
        ServerEmbedder(SERVER, served.url, "small").embed(["a"])
    assert len(served.paths) == 1


def test_an_answer_that_breaks_off_is_none_though_it_could_be_read() -> None:
    whole = openai(["a"])
    with (
        serving(lambda _: (200, whole), length=len(whole) + 1) as served,
        pytest.raises(NoEmbeddings, match="the answer broke off"),
    ):
        ServerEmbedder(SERVER, served.url, "small").embed(["a"])


def test_an_answer_without_end_is_not_read_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_json, "MOST_BYTES", 1000)
    with serving(lambda _: (200, b" " * 100_000)) as served, pytest.raises(NoEmbeddings, match="too long"):
        ServerEmbedder(SERVER, served.url, "small").embed(["a"])


def test_nobody_waits_longer_than_was_said_for_a_server_that_says_nothing() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        embedder = ServerEmbedder(SERVER, f"http://127.0.0.1:{silent.getsockname()[1]}", "small")
        began = time.monotonic()
        with pytest.raises(NoEmbeddings, match=r"did not answer within 0\.1 s"):
            embedder.embed(["a"], wait_seconds=0.1)
    assert time.monotonic() - began < 5


def test_nobody_waits_longer_for_a_server_that_sends_a_byte_now_and_then() -> None:
    def trickle(listening: socket.socket) -> None:
        connection, _ = listening.accept()
        with connection, suppress(OSError):
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n")
            while True:
                connection.sendall(b" ")
                time.sleep(0.02)

    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=trickle, args=(listening,))
        thread.start()
        embedder = ServerEmbedder(SERVER, f"http://127.0.0.1:{listening.getsockname()[1]}", "small")
        with pytest.raises(NoEmbeddings, match="did not answer within"):
            embedder.embed(["a"], wait_seconds=0.2)
        thread.join()


@pytest.mark.parametrize(
    "url", ["ftp://127.0.0.1", "127.0.0.1:80", "http://", "http://[", "http://127.0.0.1:99999", "http://127.0.0.1:1"]
)
def test_an_address_that_leads_nowhere_is_named(url: str) -> None:
    with pytest.raises(NoEmbeddings, match="cannot be asked") as raised:
        ServerEmbedder(SERVER, url, "small").embed(["a"], wait_seconds=1)
    assert raised.value.hint == "`hippo config embeddings.url` shows its address"


@pytest.mark.parametrize("size", [1e29, 1e-30, 5e-324, 1e19])
def test_vectors_of_any_size_have_the_length_1(size: float) -> None:
    with serving(lambda _: (200, rows([size, -size, 0.0], [0.0, size, 0.0]))) as served:
        found = ServerEmbedder(SERVER, served.url, "small").embed(["a", "b"])
    half = 0.5**0.5
    expected = [[half, -half, 0.0], [0.0, 1.0, 0.0]] if size > 1e-300 else np.zeros((2, 3))
    assert np.allclose(found, expected)


@pytest.mark.parametrize(
    ("status", "step"),
    [
        (401, "its key is read from the variable HIPPO_EMBEDDINGS_KEY"),
        (403, "its key is read from the variable HIPPO_EMBEDDINGS_KEY"),
        (302, "no redirect is followed: set embeddings.url to the address that answers"),
        (404, "`hippo config` shows embeddings.url and embeddings.model, which it must know"),
        (429, "try again in a moment, or see what the server has logged"),
        (500, "try again in a moment, or see what the server has logged"),
    ],
)
def test_a_refusal_says_what_to_do(status: int, step: str) -> None:
    with (
        serving(lambda _: (status, b"no")) as served,
        pytest.raises(NoEmbeddings, match=f"answered {status}") as raised,
    ):
        ServerEmbedder(SERVER, served.url, "small").embed(["a"])
    assert raised.value.hint == step


STEERING = b"\x1b[31mRED\x1b]0;title\x07 \x9b31m\xc2\x9b31m\rover\x08 \xe2\x80\xaetxt"


def answering(connection_sends: bytes) -> str:
    """What is said of a server that sends these bytes."""

    def answer() -> None:
        connection, _ = listening.accept()
        with connection, suppress(OSError):
            connection.recv(65536)
            connection.sendall(connection_sends)

    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=answer)
        thread.start()
        with pytest.raises(NoEmbeddings) as raised:
            ServerEmbedder(SERVER, f"http://127.0.0.1:{listening.getsockname()[1]}", "small").embed(["a"])
        thread.join()
    return raised.value.message


@pytest.mark.parametrize(
    "sent",
    [
        b"HTTP/1.1 500 Bad\r\nContent-Length: %d\r\n\r\n" % len(STEERING) + STEERING,
        b"HTTP/1.1 500 " + STEERING + b"\r\nContent-Length: 0\r\n\r\n",
        b"SSH-2.0-" + STEERING + b"\n\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + STEERING + b"\r\n",
    ],
    ids=["body", "reason", "no HTTP", "chunk"],
)
def test_nothing_that_a_server_says_steers_a_terminal(sent: bytes) -> None:
    told = answering(sent)
    assert told.isprintable(), ascii(told)
    assert len(told) < 300


def test_a_key_that_comes_back_is_not_shown() -> None:
    told = json.dumps({"error": "no such key: sk-" + "a1B2" * 12}).encode()
    with serving(lambda _: (401, told)) as served, pytest.raises(NoEmbeddings, match="answered 401") as raised:
        ServerEmbedder(SERVER, f"{served.url}/v1?key=k-1", "small").embed(["a"])
    assert "a1B2" not in raised.value.message
    assert "k-1" not in raised.value.message


def test_an_address_of_ipv6_needs_no_port() -> None:
    with pytest.raises(NoEmbeddings, match=r"http://\[::1\]/v1/embeddings cannot be asked: .*[Rr]efused|assign"):
        ServerEmbedder(SERVER, "http://[::1]/v1", "small").embed(["a"], wait_seconds=5)
