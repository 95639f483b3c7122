"""A failed command as a lesson: the lines that tell what went wrong, and by what it is known when it happens again."""

from __future__ import annotations

import re

from hippo.core.digest import digest
from hippo.core.error_lines import is_strong, is_weak
from hippo.core.lazy_pattern import lazily
from hippo.core.private import without_private
from hippo.core.stack_traces import without_traces

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

#: Lines of a lesson, lines after the first error, characters of all and of one (chosen: about 300 tokens, as much as
#: the lesson of a commit, so that a recall of 4,000 holds a dozen).
MOST_LINES = 12
AFTER_FIRST = 2
TEXT_LIMIT = 1200
LINE_LIMIT = 240
#: A standard error of fewer lines may be only what a wrapper says of the tool that reported on standard output.
_FEW_LINES = 4

#: What says nothing of the reason: wrappers that pass a failure on, advice, separators.
_NOISE = lazily(
    r"\s*(?:npm (?:ERR!|error)\s*(?:$|code E?LIFECYCLE|errno|A complete log|.*\.log$|path /|command (?:failed|sh)"
    r"|This is probably not)|note: run with `RUST_BACKTRACE|make(?:\[\d+\])?: (?:Leaving|Entering) directory|\+ "
    r"|[-=_*~#]{3,}$|error Command failed with exit code|info Visit https?:|exit status \d+$|ELIFECYCLE|Run `npm audit"
    r"|For more information about this error, try)"
)
#: A wrapper's own report, which stands for the reason only when nothing else does.
_WRAPPER = lazily(
    r"\s*(?:make(?:\[\d+\])?: \*\*\*|ninja: build stopped|error: Recipe|npm (?:ERR!|error)|error: could not compile"
    r"|Makefile:\d+|Error: Process completed with exit code)"
)

_VOLATILE = (
    lazily(r"\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b|\b0x[0-9a-f]+\b", re.IGNORECASE),
    lazily(r"\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?"),
    lazily(r"\b\d{1,2}:\d\d:\d\d(?:[.,]\d+)?\b|\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\w* \w{3} +\d+\b"),
    lazily(r"\b\d+(?:\.\d+)? ?(?:ns|µs|us|ms|s|secs?|seconds?|m|mins?|minutes?)\b"),
    lazily(r"(?:/private)?/(?:var/)?(?:tmp|folders)/[^\s:'\"`),\]]*|\b[A-Z]:\\[^\s'\"]*\\Temp\\[^\s:'\"]*|\btmp\w{6,}"),
    lazily(r"\b(?=[0-9a-f]{0,40}\d)(?=[0-9a-f]{0,40}[a-f])[0-9a-f]{7,64}\b"),
    lazily(r"\b(?:pid|process|thread|worker|goroutine|attempt|seed|id)[ =:#]*\d+\b", re.IGNORECASE),
    lazily(r"(?<=[\w)\]'\"]):\d+(?::\d+)?(?=\W|$)|\bline \d+\b|\(\d+,\d+\)"),
)


def telling_lines(standard: Sequence[str], errors: Sequence[str]) -> tuple[str, ...]:
    """The lines of a lesson, from those of standard output and of standard error.

    The first error with what follows it, and the last lines. Of standard error; also of standard output where
    standard error has next to nothing to say, for many tools report there.
    """
    said, reported = _useful(public_lines(errors)), _useful(public_lines(standard))
    if len(_reasons(said)) >= _FEW_LINES or (_reasons(said) and not any(map(_speaks_of_error, reported))):
        return _picked(said)
    if not said:
        return _picked(reported)
    return _bounded([*_picked(reported, MOST_LINES - len(said[-_FEW_LINES:])), *said[-_FEW_LINES:]])


def identity_of(status: int, lines: Sequence[str]) -> str:
    """16 hex digits that are equal for the same failure of a command.

    What differs from run to run does not count: times, durations, addresses, hashes, temporary names, process
    numbers, and places within a file, which move with every edit. Counted are the exit code, the first error
    and the last one, or else the last line.
    """
    errors = (
        [line for line in lines if is_strong(line)] or [line for line in lines if is_weak(line)] or list(lines[-1:])
    )
    ends = dict.fromkeys((errors[0], errors[-1]) if errors else ())
    told = "\n".join([str(status), *map(_without_volatile, ends)])
    return digest(told)


def _without_volatile(line: str) -> str:
    for pattern in _VOLATILE:
        line = re.sub(pattern(), "#", line)
    return " ".join(line.split())


def _useful(lines: Sequence[str]) -> list[str]:
    return [line for line in without_traces(lines) if not re.match(_NOISE(), line)]


def public_lines(lines: Sequence[str]) -> Sequence[str]:
    """The lines without private parts: a tag may be open on a line that tells nothing."""
    if not any("private" in line.lower() for line in lines):
        return lines
    public, _ = without_private("\n".join(lines))
    return public.split("\n")


def _reasons(lines: Sequence[str]) -> list[str]:
    """The lines that are no wrapper's."""
    return [line for line in lines if not re.match(_WRAPPER(), line)]


def _speaks_of_error(line: str) -> bool:
    return is_strong(line) or is_weak(line)


def _picked(lines: Sequence[str], most: int = MOST_LINES) -> tuple[str, ...]:
    """The first error with what follows it, then the last lines, all in their order."""
    first = _first_error(lines)
    head = range(first, min(first + 1 + AFTER_FIRST, len(lines))) if first is not None else range(0)
    room = max(most - len(head), 1)
    chosen = sorted({*head, *range(max(len(lines) - room, 0), len(lines))})
    return _bounded([lines[number] for number in chosen])


def _first_error(lines: Sequence[str]) -> int | None:
    """Where the first error is: a reason before what a wrapper says of it, a strong line before a weak one."""
    reasons = [number for number, line in enumerate(lines) if not re.match(_WRAPPER(), line)]
    for numbers in (reasons, range(len(lines))):
        for is_error in (is_strong, is_weak):
            found = next((number for number in numbers if is_error(lines[number])), None)
            if found is not None:
                return found
    return None


def _bounded(lines: Sequence[str]) -> tuple[str, ...]:
    """The lines, each once and cut where it is too long; of too many the first error and the last ones stay."""
    cut = (line if len(line) <= LINE_LIMIT else f"{line[: LINE_LIMIT - 1]}…" for line in lines)
    once = list(dict.fromkeys(cut))
    kept = set(_that_fit(once))
    return tuple(line for line in once if line in kept)


def _that_fit(lines: list[str]) -> Iterator[str]:
    """The most important lines that fit into TEXT_LIMIT: the first error, then the others from the end."""
    left = TEXT_LIMIT
    first = _first_error(lines) or 0
    for line in (*lines[first : first + 1], *reversed(lines[:first] + lines[first + 1 :])):
        left -= len(line) + 1
        if left < 0:
            return
        yield line
