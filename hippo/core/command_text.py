"""A command line as it may be told: on one line, without the values of variables."""

from __future__ import annotations

import re

from hippo.core.lazy_pattern import lazily

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

#: What stands for a value.
MARK = "[masked variable]"
#: A variable that is set for a command (`A=b make`, `env A=b make`, `export A='b c'`), not an option (`--a=b`) and not
#: an argument of the form `a=b`, which small letters give away. A small number, a yes or no, and the usual names of
#: surroundings are no secrets, and the failure may be theirs (`NODE_ENV=production`, `PORT=7001`).
_HARMLESS = (
    r"(?:\d{1,5}|true|false|yes|no|on|off|test|testing|ci|debug|release|dev|development|staging|prod|production)"
    r"(?=[\s;&|]|$)"
)
_ASSIGNMENT = lazily(rf"""(?<![\w-])([A-Z_][A-Z0-9_]*=)(?!{_HARMLESS})("[^"]*"?|'[^']*'?|\$\([^)]*\)?|[^\s;&|]+)""")
#: The password of a web client's option: `curl -u ana:secret`; `docker run -u 1000:1000` is somebody else's.
_LOGIN = lazily(
    r"((?<![\w./-])(?:curl|wget|https?|xh)\b[^;&|\n]*?\s(?:-u|-U|-a|--user|--proxy-user|--auth)(?:\s+"
    r"|=)?['\"]?[^\s:'\"/]{1,64}:)"
    r"[^\s'\";&|]+"
)
PASSWORD_MARK = "[masked password]"
_SECRET_NAME = lazily(r"KEY|TOKEN|SECRET|PASS|PWD|CREDENTIAL|COOKIE|PRIVATE|_AUTH|DSN|DATABASE_URL", re.IGNORECASE)
#: A shorter value may be a word that the output uses for something else; a path is no secret.
_SHORTEST_VALUE = 8


def line_of(words: Sequence[str]) -> str:
    """A program with its arguments as one would type it; bytes that are no text become U+FFFD."""
    from shlex import join

    return one_line(join(words))


def one_line(command: str) -> str:
    """A command with single blanks, without what is no text."""
    return " ".join(command.encode("utf-8", "surrogateescape").decode("utf-8", "replace").split())


def after_cd(command: str) -> tuple[str, str]:
    """The folder into which a command line changes first, and what it runs there; no folder for one that stays."""
    change, found, rest = command.partition("&&")
    if not found or not change.startswith("cd "):
        return "", command
    from shlex import split

    try:
        words = split(change)
    except ValueError:
        return "", command
    return (words[1], rest.strip()) if len(words) == 2 and rest.strip() else ("", command)


def without_variables(command: str) -> str:
    """The command with a mark for the value of every variable that it sets, and for the password of a login."""
    if "=" in command:
        command = re.sub(_ASSIGNMENT(), rf"\1{MARK}", command)
    if ":" in command:
        command = re.sub(_LOGIN(), rf"\1{PASSWORD_MARK}", command)
    return command


def secret_values(environ: Mapping[str, str]) -> tuple[str, ...]:
    """The values of the variables whose names say that they are secret, the longest first."""
    values = {
        value
        for name, value in environ.items()
        if re.search(_SECRET_NAME(), name) and len(value) >= _SHORTEST_VALUE and not value.startswith(("/", "~"))
    }
    return tuple(sorted(values, key=lambda value: (-len(value), value)))


def without_values(text: str, values: Sequence[str]) -> str:
    """The text with a mark for each of these values."""
    for value in values:
        text = text.replace(value, MARK)
    return text
