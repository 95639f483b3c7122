"""A server has one deadline for everything: for its name, its handshake, its headers and its body."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest

from hippo.adapters.embeddings.addresses import SERVER
from hippo.adapters.embeddings.protocol import NoEmbeddings
from hippo.adapters.embeddings.servers import ServerEmbedder

HEADERS = b"HTTP/1.1 200 OK\r\n" + b"X-A: b\r\n" * 90
#: Bytes that a server sends, one at a time; each comes well within the wait for one.
DRIPS = {"status line": b"HTTP/1.1 " + b" " * 2000, "headers": HEADERS, "body": HEADERS + b"\r\n" + b" " * 2000}


@contextmanager
def dripping(sent: bytes) -> Iterator[int]:
    """The port of a server that sends a byte every 20 ms, until whoever asked hangs up."""

    def drip() -> None:
        connection, _ = listening.accept()
        with connection, suppress(OSError):
            for byte in sent:
                connection.sendall(bytes([byte]))
                time.sleep(0.02)

    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=drip)
        thread.start()
        yield listening.getsockname()[1]
        thread.join()


def wait_for(url: str) -> None:
    """Ask in vain, and see that the thread that asked has ended."""
    before = threading.active_count()
    with pytest.raises(NoEmbeddings, match=r"did not answer within 0\.3 s") as raised:
        ServerEmbedder(SERVER, url, "small").embed(["a"], wait_seconds=0.3)
    assert raised.value.hint
    for _ in range(1000):
        if threading.active_count() <= before:
            return
        time.sleep(0.01)
    raise AssertionError("a thread still asks")


@pytest.mark.parametrize("part", DRIPS)
def test_a_byte_now_and_then_is_no_answer(part: str) -> None:
    with dripping(DRIPS[part]) as port:
        wait_for(f"http://127.0.0.1:{port}")


def test_a_handshake_that_is_never_finished_is_no_answer() -> None:
    with dripping(b"\x16\x03\x03\x40\x00" + b"\x02" * 2000) as port:
        wait_for(f"https://127.0.0.1:{port}")


def test_a_name_that_nobody_resolves_holds_nobody_up_and_is_sent_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    found, sent = threading.Event(), []

    class Socket(socket.socket):
        def sendall(self, data, *flags):
            sent.append(data)

    def create_connection(*_, **__):
        assert found.wait(60)
        return Socket()

    monkeypatch.setattr(socket, "create_connection", create_connection)
    before = threading.active_count()
    with pytest.raises(NoEmbeddings, match="did not answer within"):
        ServerEmbedder(SERVER, "http://somewhere.example", "small", key="k-1").embed(["a"], wait_seconds=0.05)
    found.set()
    while threading.active_count() > before:
        time.sleep(0.01)
    assert sent == []
