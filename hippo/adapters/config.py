"""config.toml: read at every command, so an untouched file costs no parser; changed without losing a comment."""

from __future__ import annotations

import os

from hippo.adapters import files
from hippo.core.settings import TEXTS, BadSetting, Settings, changed, entries
from hippo.core.value import value
from hippo.errors import Refused, UsageError, shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

FILE = "config.toml"


class NotToml(ValueError):
    """The file is not TOML; the message says where."""


@value
class Loaded:
    """The settings of a store, and what in its file could not be used."""

    settings: Settings
    complaints: tuple[str, ...] = ()


def load(folder: str) -> Loaded:
    """The settings of the store in a folder; what is missing or wrong has its default."""
    try:
        text = _text(folder)
    except OSError as error:
        return Loaded(settings=Settings(), complaints=(f"{FILE} cannot be read ({error.strerror}); the defaults hold",))
    if not _says_anything(text):
        return Loaded(settings=Settings())
    try:
        return _understood(text)
    except NotToml as error:
        return Loaded(settings=Settings(), complaints=(f"{FILE} is not TOML ({error}); the defaults hold",))


def save(folder: str, key: str, text: str) -> Settings:
    """Change one setting in the file, which keeps its comments, and return the settings.

    Raises UsageError for an unknown setting or a content that it cannot have, Refused for a file that is not TOML or
    writes the setting in a form that is not understood here (an inline table, a dotted key), and OSError.
    """
    before = _text(folder)
    try:
        settings = changed(_understood(before).settings, key, _content(key, text))
    except BadSetting as error:
        raise UsageError(str(error)) from error
    except NotToml as error:
        raise Refused(f"{FILE} is not TOML ({error}); nothing was changed", hint="mend the file first") from error
    after = _with_line(before, key, dict(entries(settings))[key])
    if not _gives(after, settings):
        raise Refused(f"{FILE} gives {key} in an unusual form; nothing was changed", hint="change it by hand")
    files.write_whole(os.path.join(folder, FILE), after.encode("utf-8", "surrogateescape"))
    return settings


def _text(folder: str) -> str:
    """The file's text, none without a file; bytes that are not UTF-8 are kept as they are. Raises OSError."""
    try:
        with open(os.path.join(folder, FILE), "rb") as file:
            return file.read().decode("utf-8", "surrogateescape").removeprefix(files.BYTE_ORDER_MARK)
    except (FileNotFoundError, NotADirectoryError):
        return ""


def _says_anything(text: str) -> bool:
    """Whether any line is more than blank, comment or section name."""
    lines = (line for line in map(str.strip, text.split("\n")) if line and line[0] != "#")
    return any(line[0] != "[" or line[-1] != "]" for line in lines)


def _understood(text: str) -> Loaded:
    """What a text says.

    Raises NotToml.
    """
    import tomllib

    try:
        document = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotToml(shortened(str(error))) from error
    settings, complaints = Settings(), []
    for key, content in _flattened(document):
        try:
            settings = changed(settings, key, content)
        except BadSetting as error:
            complaints.append(f"{FILE}: {error}; the default holds")
    return Loaded(settings=settings, complaints=tuple(complaints))


def _gives(text: str, settings: Settings) -> bool:
    try:
        return _understood(text).settings == settings
    except NotToml:
        return False


def _flattened(document: dict[str, object]) -> Iterator[tuple[str, object]]:
    for section, group in document.items():
        if isinstance(group, dict):
            yield from ((f"{section}.{name}", content) for name, content in group.items())
        else:
            yield section, group


def _content(key: str, text: str) -> object:
    """A number if it is written like one and the setting is no free text, else the text."""
    if key in TEXTS:
        return text
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def _with_line(text: str, key: str, content: object) -> str:
    """The file with `name = content` in its section: in place of the old or the commented line, else new."""
    import re

    section, _, name = key.partition(".")
    written = f"{name} = {toml_value(content)}"
    line_break = "\r\n" if "\r\n" in text else "\n"
    lines = text.replace("\r\n", "\n").removesuffix("\n").split("\n") if text else []
    header = next((at for at, line in enumerate(lines) if re.match(rf"\s*\[{section}\]", line)), None)
    if header is None:
        lines += [*([""] if lines else []), f"[{section}]", written]
    else:
        end = next((at for at in range(header + 1, len(lines)) if re.match(r"\s*\[", lines[at])), len(lines))
        old = _line_of(name, lines[header + 1 : end])
        if old is None:
            lines.insert(header + 1, written)
        else:
            at, comment = old
            lines[header + 1 + at] = written + comment
    return line_break.join([*lines, ""])


def toml_value(content: object) -> str:
    """A setting's content as TOML, which writes a text and a truth as JSON does."""
    import json

    return json.dumps(content, ensure_ascii=False)


def _line_of(name: str, lines: list[str]) -> tuple[int, str] | None:
    """The place of the line that gives a setting, else of the one that shows its default, and the comment behind it."""
    import re

    given = rf"\s*{name}\s*=\s*(?:\"(?:[^\"\\]|\\.)*\"|[^\"#]*?)(\s*#.*)?"
    shown = rf"\s*#\s*{name}\s*=\s*(?:\"[^\"]*\"|true|false|[-+]?\d[\w.+-]*)(\s*#.*)?"
    for pattern in (given, shown):
        for at, line in enumerate(lines):
            found = re.fullmatch(pattern, line)
            if found:
                return at, found[1] or ""
    return None
