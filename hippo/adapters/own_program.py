"""How another program calls this hippo.

What is written into a project is committed and read on other machines, so it is plain `hippo` wherever that is found;
a path is the fallback. What serves this machine alone (the user's own settings, a schedule) gets the path.
"""

from __future__ import annotations

import os
import re
import sys

from hippo.core.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

_NAME = "hippo"
_PLAIN = re.compile(r"[A-Za-z0-9_@%+=:,./-]+\Z")


@value
class Call:
    """The words by which hippo is called, and what a person should know about them."""

    words: tuple[str, ...]
    note: str = ""

    @property
    def text(self) -> str:
        """The words for a shell: in double quotes where that is needed, which every shell reads."""
        return " ".join(map(quoted, self.words))


PLAIN = Call(words=(_NAME,))


def shared_call(environ: Mapping[str, str]) -> Call:
    """The call for a file that goes to other machines: the name where it is found on PATH, else the path here."""
    if _on_path(environ, lasting=True):
        return PLAIN
    if _on_path(environ, lasting=False):
        return Call(
            words=(_NAME,),
            note=f"`hippo` is found only while the environment {sys.prefix} is active: start your agents from "
            "there, or install hippo for yourself (`pipx install` or `uv tool install`)",
        )
    return Call(
        words=own_words(),
        note="`hippo` is not on PATH: the path of this installation was written, which holds on this machine alone",
    )


def private_call(environ: Mapping[str, str]) -> Call:
    """The call for the user's own files: the name if it lasts, else the path."""
    return PLAIN if _on_path(environ, lasting=True) else Call(words=own_words())


def own_words() -> tuple[str, ...]:
    """This installation by absolute paths: its program, or its Python with the module."""
    folder = os.path.dirname(os.path.abspath(sys.executable))
    for name in (_NAME, f"{_NAME}.exe"):
        program = os.path.join(folder, name)
        if os.path.isfile(program) and os.access(program, os.X_OK):
            return (program,)
    return (os.path.abspath(sys.executable), "-m", _NAME)


def is_callable(command: str, environ: Mapping[str, str]) -> bool:
    """Whether the program at the beginning of a command is there."""
    found = re.match(r'(?:& )?(?:"((?:[^"\\]|\\.)*)"|(\S+))', command)
    program = re.sub(r"\\(.)", r"\1", found[1]) if found and found[1] else found[2] if found else ""
    return bool(on_path(program, environ))


def on_path(name: str, environ: Mapping[str, str]) -> str:
    """The program of this name on PATH, nothing for none."""
    import shutil

    return shutil.which(name, path=environ.get("PATH", "")) or ""


def quoted(word: str) -> str:
    """A word for a shell. Backslashes of Windows become slashes, which its programs take and its shells do not eat."""
    if os.name == "nt":
        word = word.replace("\\", "/")
    if _PLAIN.match(word):
        return word
    return '"' + re.sub(r'([\\"$`])', r"\\\1", word) + '"'


def _on_path(environ: Mapping[str, str], *, lasting: bool) -> bool:
    """Whether `hippo` is found; with `lasting` also when the virtual environment it runs in is not active."""
    path = environ.get("PATH", "")
    if lasting and sys.prefix != sys.base_prefix:
        own = os.path.realpath(os.path.dirname(sys.executable))
        own_folders = {own, os.path.realpath(os.path.join(sys.prefix, "bin"))}
        path = os.pathsep.join(each for each in path.split(os.pathsep) if os.path.realpath(each) not in own_folders)
    return bool(on_path(_NAME, {"PATH": path}))
