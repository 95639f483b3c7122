"""Secrets that show by the name before them: `password: …`, `API_KEY=…`, `"token": "…"`, `--password …`.

A name and a way to give it a value find the place; then the value must look like a secret (`secret_values`). How much
it must look like one depends on how it is written: `DB_PASSWORD=sunshine` is a line of settings and
`"password": "sunshine"` a document, while `password: sunshine` and `the password is sunshine` may be prose, where only
a value that no sentence holds counts (`hunter2`).
"""

from __future__ import annotations

import re

from hippo.core.secret_values import is_hash_or_uuid, looks_chosen, looks_made, stands_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

#: One of these stands in every text with a name below.
_CLUES = ("pass", "pwd", "pw", "token", "secret", "key", "credential", "密", "パスワード", "парол", "contrase", "kennwort")
_PASSWORD = (
    r"pass(?:word|wd|phrase|code)|passwort|kennwort|contraseña|密码|密碼|パスワード|пароль"
    r"|(?:(?<![a-z])|(?<=db)|(?<=user)|(?<=admin)|(?<=root)|(?<=smtp)|(?<=mysql))(?:pass|pwd|pw)"
)
_KEY = (
    r"(?:api|access|secret|private|auth|encryption|signing|master|account|admin|deploy|app|consumer|storage|session"
    r"|subscription|hmac|webhook|service|openai|anthropic)[-_ ]?key"
)
_NAME = (
    rf"(?:(?P<password>{_PASSWORD})|(?P<key>{_KEY})|(?P<other_key>(?<=[a-z0-9])_key)|(?P<secret>secret|credentials?)"
    r"|(?P<token>token))(?:[-_]?(?:\d{1,2}|prod|production|dev|development|test|staging|live|old|new|value|b64|base64))?"
)
#: How a name is given its value: `"n": "x"`, `n=x`, `n = "x"`, `config["n"] = "x"`, `n => x`, `n：x`, `setN("x")`,
#: `name: n, value: x`, `<n>x</n>`; in a sentence; or by a blank, which says little.
_GIVEN = (
    r"(?:(?P<sign>[\"'`*\])\\]{0,4}[ \t]{0,20}(?:=>|:=|={1,3}|:|：|->)[ \t]{0,20})"
    r"|(?P<call>\((?=[\"'])|>(?=[^\s<>]{4,1024}</))"
    r"|(?P<pair>[\"'`]?[ \t]{0,4}[,\n]?[ \t]{0,20}[\"'`]?value[\"'`]?[ \t]{0,4}[:=][ \t]{0,4})"
    r"|(?P<said>[ \t]{1,4}(?:is|was)[ \t:]{1,4}|[是为為は][ \t]?)"
    r"|(?P<blank>[ \t]{1,4}))"
)
#: The value only looked at, so that the next name is found also inside of what is none.
_VALUE = (
    r"(?=\\?(?:[bru]?\"(?P<double>[^\"\n]{1,1024})|[bru]?'(?P<single>[^'\n]{1,1024})|`?(?P<bare>[^\s\"'`<]{1,4096})))"
)
_BEFORE_FLAG = r"(?:\A|[\s\"'`(\[=])--?[\w-]*\Z"
_BEFORE_NETRC = r"\blogin[ \t]+\S+\s+\Z"
#: Where a value without quotes ends early: before the next part of a query, a list or a connection string.
_END_OF_PART = r"&\w+=|[,;]"


def named_secrets(text: str, lowered: str) -> Iterator[tuple[str, int, int]]:
    """Kind, start and end of every secret that a name gives away.

    `lowered` is the text in small letters, character by character.
    """
    if not any(clue in lowered for clue in _CLUES):
        return
    for match in re.finditer(_NAME + _GIVEN + _VALUE, lowered):
        kind = next(name for name in ("password", "key", "other_key", "secret", "token") if match[name])
        start, end, way = _value(match, text)
        if _is_secret(kind, text[start:end], way):
            yield kind.removeprefix("other_"), start, end


def _value(match: re.Match[str], text: str) -> tuple[int, int, str]:
    """Start and end of the value, and the way it is given: quoted, setting, query, prose, or by a mere blank."""
    quoted = "double" if match["double"] else "single" if match["single"] else ""
    start, end = match.span(quoted or "bare")
    if quoted:
        end -= text[start:end].endswith("\\")
        return start, end, "mention" if match["said"] or (match["blank"] and not _is_flag(match, text)) else "quoted"
    tight = match["sign"] == "="
    if tight and match[0].upper() == text[match.start() : match.end()]:
        return start, end, "setting"
    part = re.search(_END_OF_PART if match["sign"] != ":" else "[,;]", text[start:end])
    end = start + part.start() if part else end
    inside_call = text[end : end + 1] == "," or text[start:end].endswith(")")
    end = start + len(text[start:end].rstrip(".,;:)]}>\\"))
    if match["blank"]:
        return start, end, "prose" if _is_flag(match, text) else "none"
    return start, end, "query" if (tight and not inside_call) or match["call"] or match["pair"] else "prose"


def _is_flag(match: re.Match[str], text: str) -> bool:
    """Whether the name is an option before its value (`--password x`), or follows the login of a netrc file."""
    before = text[max(0, match.start() - 80) : match.start()]
    return bool(re.search(_BEFORE_FLAG, before) or re.search(_BEFORE_NETRC, before))


def _is_secret(kind: str, value: str, way: str) -> bool:
    if way == "none" or re.search(r"\s", value) or stands_in(value):
        return False
    if kind == "password":
        return _is_password(value, way)
    if kind == "other_key":
        return looks_made(value, least=20) and not is_hash_or_uuid(value)
    if way in ("quoted", "setting") and kind != "token" and len(value) >= 12 and looks_chosen(value):
        return True
    return looks_made(value)


def _is_password(value: str, way: str) -> bool:
    """Whether a password of a person stands here; in prose it must be no word, in settings nearly anything is one."""
    if looks_chosen(value):
        return True
    if way in ("prose", "mention"):
        return way == "prose" and value.isdigit() and len(value) >= 6
    is_path_or_constant = bool(re.match(r"[/~.]|[A-Za-z]:\\|[A-Z_]+\Z", value))
    is_label = way == "quoted" and value.istitle()
    return len(value) >= (6 if way == "query" else 4) and not (is_path_or_constant or is_label)
