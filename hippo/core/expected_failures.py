"""Commands that end with another status than 0 and have done what was asked of them."""

from __future__ import annotations

#: Programs that say `no` by status 1: nothing found, not the same, not true.
_SAYING_NO = frozenset(
    """
    grep egrep fgrep zgrep rg ag ack git-grep findstr diff cmp comm colordiff git-diff test [ [[ expr false
    pgrep pkill pidof which where type command hash getent
    """.split()
)
#: What separates the commands of a line, the longest first.
_SEPARATORS = ("&&", "||", "|&", ";", "|", "\n", "&", "(", ")", "{", "}")
#: What stands before a program and is none: `if ! sudo grep …`.
_BEFORE = frozenset("if then else elif while until do ! time sudo env exec nohup".split())
#: Statuses of what somebody stopped: Ctrl-C, and the signals that end a program from outside.
_STOPPED = frozenset({130, 143})
_OURS = "hippo"


def is_expected(command: str, status: int, *, has_errors: bool) -> bool:
    """Whether a failure is none: a search that found nothing, a test that is false, what somebody stopped.

    `has_errors` says that the output speaks of an error, so that it may be another part of the line that failed. A
    failure of hippo itself is no lesson either.
    """
    programs = _programs(command)
    if status in _STOPPED or programs[:1] == [_OURS]:
        return True
    return status in (0, 1) and not has_errors and not _SAYING_NO.isdisjoint(programs)


def _programs(command: str) -> list[str]:
    """The programs that a line calls, each without its folder; a verb of git's with `git-` before it."""
    for separator in _SEPARATORS:
        command = command.replace(separator, "\0")
    return [name for part in command.split("\0") if (name := _program(part.split()))]


def _program(words: list[str]) -> str:
    while words and (words[0] in _BEFORE or ("=" in words[0] and words[0].partition("=")[0].isidentifier())):
        words = words[1:]
    if not words:
        return ""
    name = words[0].replace("\\", "/").rpartition("/")[2]
    verb = next((word for word in words[1:] if not word.startswith("-")), "")
    return f"git-{verb}" if name == "git" and verb in ("grep", "diff") else name
