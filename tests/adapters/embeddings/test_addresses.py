"""Addresses of embedding servers: which are of this machine, where vectors are asked for, what is told of them."""

from __future__ import annotations

import pytest

from hippo.adapters.embeddings.addresses import OLLAMA, SERVER, checksum, endpoint, is_this_machine, shown
from hippo.adapters.embeddings.protocol import NoEmbeddings


@pytest.mark.parametrize(
    "url",
    [
        "http://localhost:11434",
        "http://LOCALHOST/v1",
        "http://127.0.0.1",
        "http://127.8.9.10:80/v1",
        "https://[::1]:8080/v1",
    ],
)
def test_loopback_is_this_machine(url: str) -> None:
    assert is_this_machine(url)


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1.evil.example",
        "127.evil.example",
        "localhost.evil.example",
        "127.0.0.1@evil.example",
        "evil.example#@127.0.0.1",
        "127.1",
        "2130706433",
        "0.0.0.0",
        "10.0.0.1",
        "[::]",
        "[2001:db8::1]",
    ],
)
def test_whatever_begins_like_loopback_is_another_machine(host: str) -> None:
    assert not is_this_machine(f"http://{host}/v1")


@pytest.mark.parametrize(
    ("backend", "url", "asked"),
    [
        (SERVER, "http://h", "http://h/v1/embeddings"),
        (SERVER, "http://h/", "http://h/v1/embeddings"),
        (SERVER, "http://h?key=k", "http://h/v1/embeddings?key=k"),
        (SERVER, "http://h/v2?version=1", "http://h/v2/embeddings?version=1"),
        (SERVER, "http://h/v2/embeddings?version=1#x", "http://h/v2/embeddings?version=1"),
        (OLLAMA, "http://h/?key=k", "http://h/api/embed?key=k"),
        (OLLAMA, "http://h/ollama", "http://h/ollama/api/embed"),
        (OLLAMA, "http://h/api/embed", "http://h/api/embed"),
    ],
)
def test_a_query_stays_behind_the_path(backend: str, url: str, asked: str) -> None:
    assert endpoint(backend, url) == asked


def test_servers_are_told_apart_without_their_keys() -> None:
    urls = ["http://h/v1", "http://h/v2", "http://g/v1", "https://h/v1", "http://h:81/v1"]
    assert len({checksum(SERVER, url) for url in urls}) == len(urls)
    same = {checksum(SERVER, f"http://h/v1{end}") for end in ("", "/", "/embeddings", "?key=a", "?key=b")}
    assert len(same) == 1
    assert shown("http://h/v1?key=secret#part") == "http://h/v1"


@pytest.mark.parametrize("url", ["", "ftp://h", "file:///etc/passwd", "h:80", "http://", "http:///v1", "http://["])
def test_what_leads_nowhere_is_said_whoever_asks(url: str) -> None:
    for ask in (is_this_machine, shown, lambda url: endpoint(SERVER, url), lambda url: checksum(OLLAMA, url)):
        with pytest.raises(NoEmbeddings, match="cannot be asked") as raised:
            ask(url)
        assert raised.value.hint


def test_what_is_told_of_an_address_that_is_none_holds_no_key() -> None:
    with pytest.raises(NoEmbeddings, match=r"http://h:99999/v1 cannot be asked") as raised:
        endpoint(SERVER, "http://h:99999/v1?key=secret")
    assert "secret" not in raised.value.message
