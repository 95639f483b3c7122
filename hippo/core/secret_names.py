"""Secrets that show by the name before them: `password: …`, `API_KEY=…`, `"token": "…"`, `--password …`.

A name and a way to give it a value find the place; then the value must look like a secret (`secret_values`). How much
it must look like one depends on how it is written: `DB_PASSWORD=sunshine` is a line of settings and
`"password": "sunshine"` a document, while `password: sunshine` and `the password is sunshine` may be prose, where only
a value that no sentence holds counts (`hunter2`).
"""

from __future__ import annotations

import re
from enum import StrEnum

from hippo.core.secret_values import is_hash_or_uuid, looks_chosen, looks_drawn, looks_made, stands_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

#: One of these stands in every text with a name below.
_CLUES = (
    *(
        "pass",
        "pw",
        "token",
        "secret",
        "key",
        "credential",
        "密",
        "パスワード",
        "парол",
        "contrase",
        "kennwort",
        "senha",
    ),
    *("wachtwoord", "hasło", "şifre", "parola", "lösenord", "비밀번호", "كلمة", "رمز", "گذرواژه", "پسورد", "पासवर्ड"),
)
_NAME = (
    r"(?P<name>pass(?:word|wd|phrase|code|wort)?|pwd|pw|mot de passe|kennwort|contraseña|senha|wachtwoord|hasło|şifre"
    r"|parola|lösenord|密码|密碼|パスワード|пароль|비밀번호|كلمة (?:المرور|السر)|رمز(?: عبور)?|گذرواژه|پسورد|पासवर्ड"
    r"|token|secret|credentials?|key)"
    r"(?:[-_]?(?:\d{1,2}|prod|production|dev|development|test|staging|live|old|new|value|b64|base64|base|primary"
    r"|secondary|backup))?"
)
_KINDS = {"token": "token", "secret": "secret", "credential": "secret", "credentials": "secret"}
#: What a key must be of to be secret; `public_key`, `primary_key` and many more are not.
_KEY_OF = (
    r"(?:api|access|secret|private|auth|encryption|signing|master|account|admin|deploy|app|consumer|storage|session"
    r"|subscription|hmac|webhook|service|pre-?shared|openai|anthropic)[-_ ]?\Z"
)
#: Names that are words of their own, or stand behind one of these: `dbPass`, but no `bypass`.
_SHORT_NAMES = ("pass", "pwd", "pw")
_BEFORE_SHORT = ("db", "user", "admin", "root", "smtp", "mysql")
#: How a name is given its value: `"n": "x"`, `n=x`, `n = "x"`, `config["n"] = "x"`, `n => x`, `n：x`, `setN("x")`,
#: `**n:** x`, `n - x`, `| n | x |`, `n%3Dx`, below its name, as a block of YAML, `name: n, value: x`, `<n>x</n>`; in a
#: sentence, perhaps after what it is for; or by a blank, which says little.
_FOR = r"(?:[ \t](?:for|of|on|to|in)(?:[ \t][\w.@/-]{1,30}){1,3}?|[ \t]?\([^()\n]{1,40}\))?"
_GIVEN = (
    rf"(?:{_FOR}"
    r"(?:(?P<sign>[\"'`*\])\\]{0,4}[ \t]{0,20}(?:=>|:=|={1,3}|:|：|->|→|%3[ad]|(?<=[ \t])[-–—|](?=[ \t]))"
    r"(?:\*{1,2}(?=[ \t\n]))?(?:[ \t]{0,20}(?:[|>][+-]?)?[ \t]{0,20}\n)?[ \t]{0,20})"
    r"|(?P<call>\((?=[\"'])|>(?=[^\s<>]{4,1024}</))"
    r"|(?P<pair>[\"'`]?[ \t]{0,4}[,\n]?[ \t]{0,20}[\"'`]?value[\"'`]?[ \t]{0,4}[:=][ \t]{0,4})"
    r"|(?P<said>[ \t]{1,4}(?:(?:is|was|has been)(?: now)?(?: (?:re)?set to| changed to)?|to|ist|lautet|est?|é|è|jest)"
    r"[ \t:]{1,4}|[是为為は][ \t]?))"
    r"|(?P<blank>[ \t]{1,4}))"
)
#: The value only looked at, so that the next name is found also inside of what is none.
_VALUE = (
    r"(?=(?P<slash>\\)?(?:[bru]?\"(?P<double>(?(slash)[^\"\n]{1,1024}|(?:[^\"\\\n]|\\.){1,1024}))"
    r"|[bru]?'(?P<single>(?(slash)[^'\n]{1,1024}|(?:[^'\\\n]|\\.){1,1024}))|`?(?P<bare>[^\s\"'`<]{1,200})))"
)
_ASSIGNMENT = _NAME + _GIVEN + _VALUE
_BEFORE_FLAG = r"(?:\A|[\s\"'`(\[=])--?[\w-]*\Z"
_BEFORE_NETRC = r"\blogin[ \t]+\S+\s+\Z"
#: What sets a variable without a sign (`ENV API_TOKEN x`, `setenv API_TOKEN x`, `configure set api_key x`).
_BEFORE_SET = r"(?:\A|[\s\"'`])(?i:env|arg|setenv|set)[ \t]{1,4}\w{0,40}\Z"
#: Of a long value so many characters are judged (chosen: more says no more, and a line may be all names and signs);
#: what goes on behind them is part of it.
_JUDGED = 200
_GOES_ON = r"[^\s\"'`<&,;]{0,16384}"
#: Where a value without quotes ends early: before the next part of a query, a list or a connection string.
_END_OF_PART = r"&\w+=|%26|[,;]"


_PLAIN_WORD = r"[a-z]{3,12}\d{0,4}"
#: Words that sentences have and pass phrases hardly.
_OF_SENTENCES = frozenset(
    "the and for with from that this your you our has have must should can will not are was its use see ask get"
    " enter type please required needed empty least than when where which who how all any one new old into password"
    " passphrase key secret file user server database db".split()
)


class Way(StrEnum):
    """How a value is written, from surely data to nearly prose."""

    SETTING = "setting"
    QUOTED = "quoted"
    QUERY = "query"
    PROSE = "prose"
    MENTION = "mention"


def named_secrets(text: str, lowered: str) -> Iterator[tuple[str, int, int]]:
    """Kind, start and end of every secret that a name gives away.

    `lowered` is the text in small letters, character by character.
    """
    if not any(clue in lowered for clue in _CLUES):
        return
    reach = 0
    for match in re.finditer(_ASSIGNMENT, lowered):
        if match.start() < reach:
            continue
        follows_flag = bool(match["blank"]) and _is_flag(text[max(0, match.start() - 80) : match.start()])
        if match["blank"] and match["bare"] and not (follows_flag or looks_drawn(text[slice(*match.span("bare"))])):
            continue
        kind = _kind(match["name"], lowered[max(0, match.start() - 14) : match.start()])
        if not kind:
            continue
        if match["bare"]:
            start, end, way = _bare_value(match, text)
        else:
            start, end, way = _quoted_value(match, text, mentioned=not follows_flag)
        if _is_secret(kind, text[start : min(end, start + _JUDGED)], way) or _is_phrase(match, text, start, end):
            reach = _whole(text, start, end)
            yield kind.removeprefix("other "), start, reach


def _is_flag(before: str) -> bool:
    """Whether a name is an option before its value (`--password x`), a variable that is set, or of a netrc file."""
    return bool(
        ("-" in before[-40:] and re.search(_BEFORE_FLAG, before))
        or ("login" in before and re.search(_BEFORE_NETRC, before))
        or re.search(_BEFORE_SET, before)
    )


def _kind(name: str, before: str) -> str:
    """Of what kind the values of a name are, by what stands before it; empty if they are no secrets."""
    if name == "key":
        return "key" if re.search(_KEY_OF, before) else "other key" if re.search(r"[a-z0-9]_\Z", before) else ""
    if name in _SHORT_NAMES and before[-1:].isalpha() and not before.endswith(_BEFORE_SHORT):
        return ""
    return _KINDS.get(name, "password")


def _quoted_value(match: re.Match[str], text: str, *, mentioned: bool) -> tuple[int, int, Way]:
    """Start, end and way of a value in quotes; a backslash before the last quote is none of it."""
    start, end = match.span("double" if match["double"] else "single")
    end -= text[start:end].endswith("\\")
    return start, end, Way.MENTION if match["said"] or (match["blank"] and mentioned) else Way.QUOTED


def _bare_value(match: re.Match[str], text: str) -> tuple[int, int, Way]:
    """Start, end and way of a value without quotes; what only ends its clause or its list is none of it."""
    start, end = match.span("bare")
    is_tight = match["sign"] == "="
    is_constant = bool(match["sign"]) and _is_constant(match, text)
    is_setting = is_constant and (is_tight or (match["sign"].endswith(" ") and _ends_line(text, end)))
    part = None if is_setting else re.search(r"[,;]" if match["sign"] == ":" else _END_OF_PART, text[start:end])
    end = start + part.start() if part else end
    is_argument = text[end : end + 1] == "," or text[start:end].endswith(")")
    end = start + len(text[start:end].rstrip(".,;:)]}>\\"))
    if is_setting:
        return start, end, Way.SETTING
    return start, end, Way.QUERY if (is_tight and not is_argument) or match["call"] or match["pair"] else Way.PROSE


def _whole(text: str, start: int, end: int) -> int:
    """Where a value ends of which the pattern saw only the beginning."""
    goes_on = re.compile(_GOES_ON).match(text, end) if end - start == _JUDGED else None
    return goes_on.end() if goes_on else end


def _is_constant(match: re.Match[str], text: str) -> bool:
    """Whether a name is written like a variable: `DB_PASSWORD`, but no `PASSWORD` alone before a colon."""
    name = text[match.start("name") : match.end("name")]
    return name.isupper() and (match["sign"] == "=" or text[match.start() - 1 : match.start()] == "_")


def _ends_line(text: str, at: int) -> bool:
    return not text[at : at + 80].partition("\n")[0].strip()


def _is_phrase(match: re.Match[str], text: str, start: int, end: int) -> bool:
    """Whether a pass phrase stands here: four words and more with hyphens, or some in quotes that are no sentence.

    In quotes they are three plain words and more, or two and more of which one looks like a password.
    """
    name, phrase = match["name"], text[start:end]
    if not name.startswith("pass") or len(phrase) > _JUDGED or stands_in(phrase):
        return False
    if re.fullmatch(r"[a-z]+(?:-[a-z]+){3,7}", phrase):
        return len(phrase) >= 16 and bool(match["sign"]) and _ends_line(text, end + (not match["bare"]))
    is_named = name == "passphrase" or _is_constant(match, text)
    words = phrase.split(" ")
    return (
        is_named
        and not match["bare"]
        and 2 <= len(words) <= 8
        and (any(map(_is_mixed, words)) or (len(words) > 2 and all(re.fullmatch(_PLAIN_WORD, each) for each in words)))
        and not _OF_SENTENCES.intersection(words)
    )


def _is_mixed(word: str) -> bool:
    """Whether a word has letters and digits, as no word of a sentence has."""
    return any(map(str.isalpha, word)) and any(map(str.isdigit, word)) and not stands_in(word)


def _is_secret(kind: str, value: str, way: Way) -> bool:
    if re.search(r"\s", value) or stands_in(value):
        return False
    if kind == "password" or (kind == "secret" and way is Way.SETTING):
        return _is_password(value, way)
    if kind == "other key":
        return looks_made(value, least=20) and not is_hash_or_uuid(value)
    if kind != "token" and way in (Way.QUOTED, Way.SETTING) and len(value) >= 12 and looks_chosen(value):
        return True
    return looks_made(value)


def _is_password(value: str, way: Way) -> bool:
    """Whether a password of a person stands here; in prose it must be no word, in settings nearly anything is one."""
    if looks_chosen(value):
        return True
    if way in (Way.PROSE, Way.MENTION):
        return way is Way.PROSE and value.isdigit() and len(value) >= 6
    is_path_or_constant = bool(re.match(r"[/~.]|[A-Za-z]:\\|[A-Z_]+\Z", value))
    is_label = way is Way.QUOTED and value.istitle()
    return len(value) >= (6 if way is Way.QUERY else 4) and not (is_path_or_constant or is_label)
