"""Secrets in the headers of HTTP and on command lines that take a login: where no name stands before the value."""

from __future__ import annotations

import binascii
import re

from hippo.core.secret_values import looks_chosen, looks_made, stands_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_BEARER = r"\bbearer[ \t]{1,4}(?P<value>[\w.~+/=-]{12,})"
_AUTHORIZATION = (
    r"authorization[\"'\]\\]{0,3}[ \t]{0,4}[:=][ \t]{0,4}\\?[\"']?(?:(?:token|apikey|key)[ \t]{1,4})?"
    r"(?P<value>[\w.~+/=-]{12,})"
)
_BASIC = r"\bbasic[ \t]{1,4}(?P<value>[\w+/=-]{8,})"
#: The same login in the settings of npm and docker.
_AUTH_ENTRY = r"(?:_auth[ \t]{0,4}=[ \t]{0,4}|[\"']auth[\"'][ \t]{0,4}:[ \t]{0,4}[\"'])(?P<value>[\w+/=-]{8,})"
_COOKIES = r"cookie[\"'\]]{0,2}[ \t]{0,4}[:=][ \t]{0,4}[\"']?(?P<value>[^\"'\n]{8,})"
#: The cookies of sessions, by the names that the common servers give them.
_SESSION = r"(?:phpsessid|jsessionid|asp\.net_sessionid|connect\.sid)=(?P<value>[\w%.:+/-]{16,})"
_COOKIE = r"[\w.-]{1,64}=(?P<value>[^\s;,]{8,})"
#: `curl -u user:password`, `http -a user:password`, and the cookies of `curl -b`.
_USER = r"[ \t=]{0,4}[\"']?(?P<user>[^\s:\"'/]{1,64}):(?P<value>[^\s\"'/][^\s\"']{2,})"
_LOGINS = (("curl", rf"\s(?:-u|--user){_USER}"), ("http", rf"\bhttps?[ \t][^\n|;&]{{0,80}}?(?:-a|--auth)\b{_USER}"))
_CURL_COOKIE = r"\s?(?:-b|--cookie)[ \t=]{0,4}[\"'](?P<value>[^\"'\n]{8,})"
_VALUE = r"[ \t]{0,4}[\"']?(?P<value>[^\s\"'-][^\s\"']*)"
_WITHIN = r"[ \t][^\n|;&]{0,200}?(?<=[ \t])"
#: What is piped into a program that reads its password, and a user with a password as two texts of a program.
_PIPED = r"\b(?:echo|printf)[ \t]+(?:-\w+[ \t]+)?[\"']?(?P<value>[^\s\"'|;&]+)[\"']?[ \t]*\|[ \t]*"
_PAIR = r"[ \t]*[\"'][^\"'\n]{1,64}[\"'],[ \t]*[\"'](?P<value>[^\s\"']+)[\"']"
#: Programs that take a password behind an option of one letter: `mysql -ppassword`, `redis-cli -a password`.
_COMMANDS = (
    ("mysql", rf"mysql[\w-]*{_WITHIN}-p(?P<value>[^\s\"'-][^\s\"']*)"),
    ("mariadb", rf"mariadb[\w-]*{_WITHIN}-p(?P<value>[^\s\"'-][^\s\"']*)"),
    ("sshpass", rf"sshpass[ \t]+-p{_VALUE}"),
    ("login", rf"\b(?:docker|podman|az|helm registry|oc) login{_WITHIN}-p[ \t]+{_VALUE}"),
    ("mongo", rf"\bmongo(?:sh|dump|restore|export|import)?{_WITHIN}-p[ \t]+{_VALUE}"),
    ("redis-cli", rf"redis-cli{_WITHIN}-a{_VALUE}"),
    ("ldap", rf"\bldap(?:search|modify|add|delete|passwd|whoami){_WITHIN}-w[ \t]+{_VALUE}"),
    ("smbclient", rf"smbclient{_WITHIN}(?:-U|-u)[ \t]*[\"']?[^\s%\"']{{1,64}}%(?P<value>[^\s\"']+)"),
    ("zip", rf"\b(?:un)?zip{_WITHIN}-P{_VALUE}"),
    ("7z", rf"\b7z{_WITHIN}-p(?P<value>[^\s\"'-][^\s\"']*)"),
    ("twine", rf"\btwine{_WITHIN}-p[ \t]+{_VALUE}"),
    ("sqlcmd", rf"\bsqlcmd{_WITHIN}-P[ \t]+{_VALUE}"),
    ("net use", r"\bnet use [^\n]{0,60}?\\\\\S+[ \t]+(?P<value>[^\s/\"'*-][^\s\"']*)"),
    ("net user", rf"\bnet user[ \t]+\S+{_VALUE}"),
    ("htpasswd", rf"\bhtpasswd[ \t]+-\w*b\w*[ \t]+\S+[ \t]+\S+{_VALUE}"),
    ("pass ", rf"\s-(?:src|dest)?(?:store|key)pass[ \t]+{_VALUE}"),
    ("sqlplus", r"\bsqlplus[ \t][^\n|;&]{0,40}?\w/(?P<value>[^\s@\"']+)@"),
    ("sudo", rf"{_PIPED}sudo\b[^\n|;&]{{0,40}}[ \t](?:-\w*S\b|--stdin\b)"),
    ("--password-stdin", rf"{_PIPED}[^\n|;&]{{1,120}}--password-stdin\b"),
    ("BasicAuth", rf"BasicAuth\({_PAIR}"),
    ("auth=(", rf"\bauth=[ \t]?\({_PAIR}"),
    ("-pass", r"-pass(?:in|out)?[ \t]+pass:(?P<value>[^\s\"']+)"),
    ("identified", r"\bidentified by[ \t]+['\"](?P<value>[^\s'\"]{4,})"),
    ("IDENTIFIED", r"\bIDENTIFIED BY[ \t]+['\"](?P<value>[^\s'\"]{4,})"),
)


#: One of these stands in every text with a login above.
_CLUES = tuple(
    dict.fromkeys((*"bearer basic auth cookie -b id=".split(), *(clue.lower() for clue, _ in (*_LOGINS, *_COMMANDS))))
)


def header_secrets(text: str, lowered: str) -> Iterator[tuple[str, int, int]]:
    """Kind, start and end of every login that a header or a command carries.

    `lowered` is the text in small letters, character by character.
    """
    if not [clue for clue in _CLUES if clue in lowered]:
        return
    for start, end in (*_values("bearer", _BEARER, lowered), *_values("authorization", _AUTHORIZATION, lowered)):
        if looks_made(text[start:end], least=12) and not stands_in(text[start:end]):
            yield "token", start, end
    for start, end in (*_values("basic", _BASIC, lowered), *_values("auth", _AUTH_ENTRY, lowered)):
        if _is_login(text[start:end]):
            yield "password", start, end
    for start, end in _cookies(text, lowered):
        value = text[start:end].replace("%", "")
        if looks_made(value) and not stands_in(value):
            yield "cookie", start, end
    for start, end in _logins_of_commands(text):
        yield "password", start, end


def _values(clue: str, pattern: str, text: str) -> Iterator[tuple[int, int]]:
    """Start and end of the value in every match of a pattern, which is only tried where the clue stands."""
    return (match.span("value") for match in re.finditer(pattern, text)) if clue in text else iter(())


def _cookies(text: str, lowered: str) -> Iterator[tuple[int, int]]:
    """Start and end of the value of every cookie that a header carries or that has the name of a session."""
    for begin, finish in (*_values("cookie", _COOKIES, lowered), *_values("-b", _CURL_COOKIE, lowered)):
        for start, end in _values("=", _COOKIE, text[begin:finish]):
            yield begin + start, begin + end
    yield from _values("id=", _SESSION, lowered)


def _is_login(encoded: str) -> bool:
    """Whether base64 text holds `user:password`."""
    try:
        plain = binascii.a2b_base64(encoded.translate({ord("-"): "+", ord("_"): "/"})).decode()
    except ValueError:
        return False
    return plain.isprintable() and re.fullmatch(r"[^\s:]*:\S{3,}", plain) is not None


def _logins_of_commands(text: str) -> Iterator[tuple[int, int]]:
    for clue, pattern in _LOGINS:
        for match in re.finditer(pattern, text) if clue in text else ():
            value = match["value"]
            if value != match["user"] and not (value.isdigit() or stands_in(value)):
                yield match.span("value")
    for clue, pattern in [command for command in _COMMANDS if command[0] in text]:
        for start, end in _values(clue, pattern, text):
            if looks_chosen(text[start:end]) and not stands_in(text[start:end]):
                yield start, end
