"""Stack traces reduced to their ends: the message, and the one frame nearest to it that is the program's own.

Python prints the innermost call last, everybody else first.
"""

from __future__ import annotations

import re

from hippo.core.lazy_pattern import lazily

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_PYTHON_START = "Traceback (most recent call last)"
_PYTHON_FRAME = lazily(r'\s*\|?\s*File "(?P<path>[^"]+)", line \d+')
#: JavaScript, Java, C# (`at …`), Ruby (`from …`), Go (a path below the function), Rust and gdb (`12: name`).
_FRAME = lazily(
    r"\s+at\s+\S|\s+from\s+\S+:\d+|\s*\.\.\. \d+ more\b|\t\S+\.go:\d+|\s+\d+:\s+(?:0x[0-9a-f]+ - )?[\w<]+::"
    r"|#\d+\s+(?:0x[0-9a-f]+ in )?\w"
)
#: Frames of what one did not write.
_FOREIGN = lazily(
    r"node_modules|\bnode:|internal/|site-packages|dist-packages|/lib/python|<frozen |\b(?:java|javax|sun|jdk|kotlin"
    r"|scala)\.|org\.junit|/rustc/|\bstd::|\bcore::|/usr/(?:local/)?(?:lib|go)/|/gems/|\bruntime[./]"
)


def without_traces(lines: Sequence[str]) -> list[str]:
    """The lines with every stack trace cut to its message and one frame."""
    kept: list[str] = []
    at = 0
    while at < len(lines):
        if _PYTHON_START in lines[at]:
            end = _end_of_python(lines, at + 1)
            kept += _last_frame(lines[at + 1 : end])
        elif re.match(_FRAME(), lines[at]):
            end = _end_of_run(lines, at)
            kept += _own_frame(lines[at:end])
        else:
            end = at + 1
            kept.append(lines[at])
        at = end
    return kept


def _end_of_python(lines: Sequence[str], at: int) -> int:
    """Where the frames end: at the first line that is indented no deeper than the heading was."""
    margin = len(lines[at - 1]) - len(lines[at - 1].lstrip())
    while at < len(lines) and len(lines[at]) - len(lines[at].lstrip()) > margin:
        at += 1
    return at


def _last_frame(frames: Sequence[str]) -> Sequence[str]:
    """The innermost of the program's own frames with its line of code, else the innermost of all."""
    starts = [number for number, line in enumerate(frames) if re.match(_PYTHON_FRAME(), line)]
    own = [number for number in starts if not re.search(_FOREIGN(), frames[number])]
    if not starts:
        return frames[-1:]
    start = own[-1] if own else starts[-1]
    code = [line for line in frames[start + 1 : start + 2] if not re.match(_PYTHON_FRAME(), line)]
    return [frames[start], *code]


def _end_of_run(lines: Sequence[str], at: int) -> int:
    """Where a run of frames ends; in Go and Rust every other line of it is the place of the one before."""
    while at < len(lines):
        if re.match(_FRAME(), lines[at]):
            at += 1
        elif at + 1 < len(lines) and re.match(r"\t\S+\.go:\d+", lines[at + 1]):
            at += 2
        else:
            return at
    return at


def _own_frame(frames: Sequence[str]) -> Iterator[str]:
    own = (line for line in frames if not re.search(_FOREIGN(), line) and not line.lstrip().startswith("..."))
    yield next(own, frames[0])
