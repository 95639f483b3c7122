"""Many lines at once: what each says is taken as it comes, and nobody waits for another."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest

from hippo.adapters import askers as module
from hippo.adapters import resident_link as link
from hippo.adapters.askers import Askers


@pytest.fixture
def listening() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as made:
        yield made


@pytest.fixture
def askers(listening: socket.socket) -> Iterator[Askers]:
    made = Askers(listening)
    yield made
    made.close()


def connected(listening: socket.socket) -> socket.socket:
    made = socket.create_connection(listening.getsockname())
    made.settimeout(10)
    return made


def heard(askers: Askers, count: int = 1) -> list[dict[str, object]]:
    found: list[dict[str, object]] = []
    for _ in range(50):
        found += [document for _, document in askers.documents(0.05)]
        if len(found) >= count:
            break
    return found


def test_a_document_in_parts_and_two_at_once(listening: socket.socket, askers: Askers) -> None:
    with connected(listening) as one, connected(listening) as other:
        one.sendall(b'{"a"')
        other.sendall(b'{"b": 1}\n{"c": 2}\n')
        assert heard(askers, 2) == [{"b": 1}, {"c": 2}]
        one.sendall(b": 3}\n")
        assert heard(askers) == [{"a": 3}]


@pytest.mark.parametrize("words", [b"x\n", b"[]\n", b"\n", b"x" * (link.LONGEST_LINE + 9)])
def test_whoever_says_something_else_is_let_go(listening: socket.socket, askers: Askers, words: bytes) -> None:
    with connected(listening) as rude, connected(listening) as asker:
        try:
            rude.sendall(words)
        except OSError:
            pass
        for _ in range(40):
            askers.documents(0.01)
        asker.sendall(b"{}\n")
        assert heard(askers) == [{}]
        assert len(askers._open) == 1


def test_whoever_is_silent_too_long_is_let_go(
    listening: socket.socket, askers: Askers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "LONGEST_SILENCE_SECONDS", 0.05)
    with connected(listening) as silent:
        for _ in range(10):
            askers.documents(0.02)
        assert silent.recv(1) == b""


def test_of_very_many_the_one_that_was_silent_longest_goes(
    listening: socket.socket, askers: Askers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST", 2)
    with connected(listening) as first, connected(listening) as second:
        for _ in range(3):
            askers.documents(0.02)
        with connected(listening) as third:
            for _ in range(3):
                askers.documents(0.02)
            assert first.recv(1) == b""
            for each in (second, third):
                each.sendall(b"{}\n")
            assert heard(askers, 2) == [{}, {}]


def test_an_answer_that_is_not_read_waits_and_hinders_nobody(listening: socket.socket, askers: Askers) -> None:
    long = {"long": "x" * 1_000_000}
    with connected(listening) as slow, connected(listening) as other:
        slow.sendall(b'{"slow": 1}\n')
        [(asker, _)] = [each for _ in range(5) for each in askers.documents(0.05)]
        for _ in range(2):
            askers.say(asker, long)
        other.sendall(b"{}\n")
        assert heard(askers) == [{}]
        read = slow.makefile("rb")
        slow.settimeout(0.01)
        got = bytearray()
        for _ in range(5000):
            askers.documents(0)
            try:
                got += slow.recv(1 << 20)
            except TimeoutError:
                pass
            if got.count(b"\n") == 2:
                break
        assert got.count(b"\n") == 2
        read.close()


def test_one_who_asks_and_asks_and_reads_nothing_is_let_go(listening: socket.socket, askers: Askers) -> None:
    with connected(listening) as deaf:
        deaf.sendall(b"{}\n")
        [(asker, _)] = [each for _ in range(5) for each in askers.documents(0.05)]
        for _ in range(20):
            askers.say(asker, {"long": "x" * 1_000_000})
        assert askers._open == []
        askers.drop(asker)
