"""config.toml: read at every command, so an untouched file costs no parser; changed without losing a comment."""

from __future__ import annotations

import os
import re

from hippo.adapters import files
from hippo.core.settings import BadSetting, Settings, changed, entries
from hippo.core.value import value
from hippo.errors import UsageError

FILE = "config.toml"


@value
class Loaded:
    """The settings of a store, and what in its file could not be used."""

    settings: Settings
    complaints: tuple[str, ...] = ()


def load(folder: str) -> Loaded:
    """The settings of the store in a folder; what is missing or wrong has its default."""
    text = files.read_text(os.path.join(folder, FILE)) or ""
    if not _says_anything(text):
        return Loaded(settings=Settings())
    import tomllib

    try:
        document = tomllib.loads(text.replace("\r\n", "\n"))
    except tomllib.TOMLDecodeError as error:
        return Loaded(settings=Settings(), complaints=(f"{FILE} is not TOML ({error}); the defaults hold",))
    settings, complaints = Settings(), []
    for key, content in _flattened(document):
        try:
            settings = changed(settings, key, content)
        except BadSetting as error:
            complaints.append(f"{FILE}: {error}; the default holds")
    return Loaded(settings=settings, complaints=tuple(complaints))


def save(folder: str, key: str, text: str) -> Settings:
    """Change one setting in the file, which keeps its comments, and return the settings.

    Raises UsageError for an unknown setting or a content that it cannot have.
    """
    content = _content(text)
    try:
        settings = changed(load(folder).settings, key, content)
    except BadSetting as error:
        raise UsageError(str(error)) from error
    path = os.path.join(folder, FILE)
    before = files.read_text(path) or ""
    files.write_whole(path, _with_line(before, key, dict(entries(settings))[key]).encode())
    return settings


def _says_anything(text: str) -> bool:
    """Whether any line is more than blank, comment or section name."""
    return any(line and line[0] not in "#[" for line in map(str.strip, text.splitlines()))


def _flattened(document: dict[str, object]) -> list[tuple[str, object]]:
    found = []
    for section, group in document.items():
        if isinstance(group, dict):
            found += [(f"{section}.{name}", content) for name, content in group.items()]
        else:
            found.append((section, group))
    return found


def _content(text: str) -> object:
    """A number if it is written like one, else the text."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def _with_line(text: str, key: str, content: object) -> str:
    """The file with `name = content` in its section: in place of the old or commented line, else new."""
    section, _, name = key.partition(".")
    written = f"{name} = {content if not isinstance(content, str) else chr(34) + content + chr(34)}"
    lines = text.splitlines()
    header = next((n for n, line in enumerate(lines) if re.match(rf"\s*\[{section}\]", line)), None)
    if header is None:
        return "\n".join([*lines, *([""] if lines else []), f"[{section}]", written, ""])
    end = next((n for n in range(header + 1, len(lines)) if re.match(r"\s*\[", lines[n])), len(lines))
    own = [n for n in range(header + 1, end) if re.match(rf"\s*#?\s*{name}\s*=", lines[n])]
    active = [n for n in own if not lines[n].lstrip().startswith("#")]
    if own:
        lines[(active or own)[0]] = written
    else:
        lines.insert(header + 1, written)
    return "\n".join([*lines, ""])
