"""Secrets in the headers of HTTP and on command lines that take a login: where no name stands before the value."""

from __future__ import annotations

import binascii
import re

from hippo.core.secret_values import looks_chosen, looks_made, stands_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_AUTHORIZATION = (
    r"(?:\bbearer[ \t]{1,4}|authorization[\"'\]\\]{0,3}[ \t]{0,4}[:=][ \t]{0,4}\\?[\"']?(?:(?:token|apikey|key)[ \t]{1,4})?)"
    r"(?P<value>[\w.~+/=-]{12,})"
)
#: `Basic …`, and the same login in the settings of docker and npm.
_BASIC = (
    r"(?:\bbasic[ \t]{1,4}|_auth[ \t]{0,4}=[ \t]{0,4}|[\"']auth[\"'][ \t]{0,4}:[ \t]{0,4}[\"'])(?P<value>[\w+/=-]{8,})"
)
_COOKIES = r"cookie[\"'\]]{0,2}[ \t]{0,4}[:=][ \t]{0,4}[\"']?(?P<value>[^\"'\n]{8,})"
_COOKIE = r"[\w.-]{1,64}=(?P<value>[^\s;,]{8,})"
#: `curl -u user:password`; `mysql -ppassword`, `sshpass -p password`, `docker login -p password`.
_CURL = r"\s(?:-u|--user)[ \t=]{0,4}[\"']?(?P<user>[^\s:\"']{1,64}):(?P<value>[^\s\"']{3,})"
_COMMANDS = (
    (("mysql", "mariadb"), r"(?:mysql|mariadb)[\w-]*[ \t][^\n|;&]{0,200}?(?<=[ \t])-p(?P<value>[^\s\"'-][^\s\"']*)"),
    (("sshpass",), r"sshpass[ \t]+-p[ \t]*[\"']?(?P<value>[^\s\"']+)"),
    (("docker login", "podman login"), r"login[ \t][^\n|;&]{0,200}?(?<=[ \t])-p[ \t]+[\"']?(?P<value>[^\s\"']+)"),
)


def header_secrets(text: str, lowered: str) -> Iterator[tuple[str, int, int]]:
    """Kind, start and end of every login that a header or a command carries.

    `lowered` is the text in small letters, character by character.
    """
    if "bearer" in lowered or "authorization" in lowered:
        for start, end in _values(_AUTHORIZATION, lowered):
            if looks_made(text[start:end], least=12) and not stands_in(text[start:end]):
                yield "token", start, end
    if "basic" in lowered or "auth" in lowered:
        for start, end in _values(_BASIC, lowered):
            if _is_login(text[start:end]):
                yield "password", start, end
    if "cookie" in lowered:
        for begin, finish in _values(_COOKIES, lowered):
            for start, end in _values(_COOKIE, text, begin, finish):
                if looks_made(text[start:end].replace("%", "")) and not stands_in(text[start:end]):
                    yield "cookie", start, end
    yield from _commands(text)


def _values(pattern: str, text: str, begin: int = 0, finish: int | None = None) -> Iterator[tuple[int, int]]:
    found = re.compile(pattern).finditer(text, begin, len(text) if finish is None else finish)
    return (match.span("value") for match in found)


def _is_login(encoded: str) -> bool:
    """Whether base64 text holds `user:password`."""
    try:
        plain = binascii.a2b_base64(encoded.translate({ord("-"): "+", ord("_"): "/"})).decode()
    except ValueError:
        return False
    return plain.isprintable() and re.fullmatch(r"[^\s:]*:\S{3,}", plain) is not None


def _commands(text: str) -> Iterator[tuple[str, int, int]]:
    if "curl" in text:
        for match in re.finditer(_CURL, text):
            value = match["value"]
            if value != match["user"] and not (value.isdigit() or stands_in(value)):
                yield ("password", *match.span("value"))
    for clues, pattern in _COMMANDS:
        if any(clue in text for clue in clues):
            for start, end in _values(pattern, text):
                if looks_chosen(text[start:end]) and not stands_in(text[start:end]):
                    yield "password", start, end
