"""The text of a failed command's memory: what failed, what told why, and how it went on.

`npm test` failed with exit code 1 (in api, commit 1a2b3c4d5e)
TypeError: rows is not iterable
Fixed by 5e6f7a8b9c: Read the rows before they are counted
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

#: The tag of a failure of which it is known by what it was fixed.
FIXED_TAG = "fixed"
#: Characters of a command (chosen: two lines of a terminal; a script passed as an argument is cut), and hex digits of
#: a commit (as git itself shortens in large repositories).
LONGEST_COMMAND = 160
COMMIT_DIGITS = 10
_BY_SIGNAL = 128
#: How the last line begins that tells how it went on.
_ENDING = r"\n(?:Fixed (?:by|on) |Passed again |Failed again ).*\Z"


def failure_text(command: str, status: int, lines: Sequence[str], *, folder: str, commit: str) -> str:
    """A failure as a memory tells it.

    The folder is "" at the top of the project, the commit "" without one, the status 0 where nobody knows it.
    """
    where = ", ".join([f"in {folder}"] * bool(folder) + [f"commit {short(commit)}"] * bool(commit))
    told = command if len(command) <= LONGEST_COMMAND else f"{command[: LONGEST_COMMAND - 1]}…"
    code = f" with exit code {status}{_signal_name(status)}" if status else ""
    head = f"`{told}` failed{code}{f' ({where})' if where else ''}"
    return "\n".join([head, *lines])


def with_ending(text: str, ending: str) -> str:
    """The text with another line at its end that tells how it went on."""
    return f"{re.sub(_ENDING, '', text)}\n{ending}"


def ending_of(text: str) -> str:
    """The line that tells how it went on; empty if there is none."""
    found = re.search(_ENDING, text)
    return found[0].strip() if found else ""


def fixed(before: str, after: str, *, subjects: Sequence[str], changed_files: Sequence[str], day: str) -> str:
    """By what a failure seems to have been fixed.

    `before` is the commit at which it failed, or the beginning of it, `after` the one at which it passed, "" where
    there is none; `subjects` are those of the commits between them, the latest first.
    """
    if not after:
        return f"Fixed on {day}, by no commit"
    if not before or not after.startswith(before):
        since = f", or by another commit since {short(before)}" if len(subjects) > 1 and before else ""
        return f"Fixed by {short(after)}{since}{f': {subjects[0]}' if subjects else ''}"
    if changed_files:
        return f"Fixed by uncommitted changes to {', '.join(changed_files)} (on {short(after)})"
    return f"Passed again at the same commit {short(after)}, without a change"


def failed_again(earlier: str, commit: str, *, day: str) -> str:
    """What is said of a failure that is back after it was fixed."""
    return (
        f"Failed again {f'at {short(commit)}' if commit else f'on {day}'}. Before: {earlier[:1].lower()}{earlier[1:]}"
    )


def failed_again_at(text: str) -> str:
    """The beginning of the commit at which a failure was back; empty if none is told."""
    found = re.match(r"Failed again at (\w+)", ending_of(text))
    return found[1] if found else ""


def short(commit: str) -> str:
    """The beginning of a commit's hash."""
    return commit[:COMMIT_DIGITS]


def _signal_name(status: int) -> str:
    if status <= _BY_SIGNAL:
        return ""
    from signal import Signals

    try:
        return f", by {Signals(status - _BY_SIGNAL).name}"
    except ValueError:
        return ""
