"""Addresses of embedding servers: where vectors are asked for, whether that is this machine, what is shown of it."""

from __future__ import annotations

from hippo.adapters.embeddings.protocol import SHOWS_ADDRESS, NoEmbeddings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urllib.parse import SplitResult

OLLAMA, SERVER = "ollama", "server"
DEFAULT_URLS = {OLLAMA: "http://127.0.0.1:11434"}


def parsed(url: str) -> SplitResult:
    """The parts of an address that leads somewhere. Raises NoEmbeddings."""
    from urllib.parse import urlsplit

    try:
        parts = urlsplit(url)
        _ = parts.port
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError("the address must begin with http:// or https:// and name a host")
    except ValueError as error:
        known = url.partition("?")[0]  # behind it may stand a key
        raise NoEmbeddings(f"the embedding server {known} cannot be asked: {error}", hint=SHOWS_ADDRESS) from error
    return parts


def endpoint(backend: str, url: str) -> str:
    """Where vectors are asked for: an address that has a path has its version in it, and a query stays behind the path.

    Raises NoEmbeddings.
    """
    parts = parsed(url)
    path = parts.path.rstrip("/")
    if backend == OLLAMA:
        path = path.removesuffix("/api/embed") + "/api/embed"
    elif not path.endswith("/embeddings"):
        path = f"{path or '/v1'}/embeddings"
    return parts._replace(path=path, fragment="").geturl()


def checksum(backend: str, url: str) -> str:
    """What tells a server from others, without giving anything of its address away.

    The query is left out: it may hold a key, and a new key is no new model. Raises NoEmbeddings.
    """
    import zlib

    return f"{zlib.crc32(shown(endpoint(backend, url)).encode('utf-8', 'replace')):08x}"


def shown(url: str) -> str:
    """An address as it is told: without its query, which may hold a key. Raises NoEmbeddings."""
    return parsed(url)._replace(query="", fragment="").geturl()


def is_this_machine(url: str) -> bool:
    """Whether an address is one of this machine, whoever answers for names. Raises NoEmbeddings."""
    host = parsed(url).hostname or ""
    if host == "localhost":
        return True
    from ipaddress import ip_address

    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
