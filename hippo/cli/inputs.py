"""What people type: words as one text, standard input, files, moments, waits, degrees of confidence."""

from __future__ import annotations

import os
import sys

from hippo.cli.declare import Option, flag
from hippo.core.memory import Confidence
from hippo.core.waits import read_moment, read_wait
from hippo.errors import NotFound, UsageError, shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

#: More is read from standard input than any text may have, so that its size can be told, but not without end.
_MOST_BYTES = 16 * 1024 * 1024


def joined(words: Sequence[str]) -> str:
    """The words of an argument as one text; a single `-` stands for standard input.

    Raises UsageError for input that cannot be read, is not UTF-8, or has no end.
    """
    return _standard_input() if tuple(words) == ("-",) else " ".join(words)


def named_file(folder: str, name: str) -> str:
    """The text of a file seen from a folder; `-` stands for standard input.

    Raises NotFound and UsageError.
    """
    if name == "-":
        return _standard_input()
    try:
        with open(os.path.join(folder, name), "rb") as file:
            return _decoded(file.read(_MOST_BYTES + 1), shortened(name))
    except (OSError, ValueError) as error:
        raise NotFound(f"{shortened(name)} cannot be read: {getattr(error, 'strerror', error)}") from error


def _standard_input() -> str:
    try:
        data = sys.stdin.buffer.read(_MOST_BYTES + 1) if sys.stdin else b""
    except OSError as error:
        raise UsageError(f"standard input cannot be read: {error.strerror}") from error
    return _decoded(data, "standard input")


def _decoded(data: bytes, where: str) -> str:
    if len(data) > _MOST_BYTES:
        raise UsageError(f"{where} is longer than {_MOST_BYTES:,} bytes", hint="store it in parts")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(
            f"{where} is not UTF-8 (byte {error.start + 1:,})", hint="convert it, for example with iconv"
        ) from None


def wait(name: str, parameter: str, help: str) -> Option:
    """An option that takes a wait: a number of days, or with a unit as in 12h, 7d, 2w, 6m, 1y."""
    return Option(flag=name, name=parameter, help=help, read=read_wait, metavar="WAIT")


def moment(name: str, parameter: str, help: str) -> Option:
    """An option that takes a moment, or a wait before now."""
    return Option(flag=name, name=parameter, help=help, read=read_moment, metavar="WHEN")


def confidence_options(observed: str) -> tuple[Option, ...]:
    """The flags that say how sure a memory is; they exclude each other."""
    return (
        flag("--verified", "verified", "You have checked that it is so."),
        flag("--observed", "observed", observed),
        flag("--inferred", "inferred", "You conclude it from something else."),
    )


def chosen_confidence(given: Mapping[str, bool]) -> Confidence | None:
    """The one that was given, if any.

    Raises UsageError for more than one.
    """
    names = [name for name, is_given in given.items() if is_given]
    if len(names) > 1:
        raise UsageError(f"--{' and --'.join(names)} exclude each other")
    return Confidence(names[0]) if names else None
