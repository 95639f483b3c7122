"""Reading a call that is plainly right without click; anything else is click's to explain."""

from __future__ import annotations

from hippo.cli.declare import COMMON, parted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from hippo.cli.declare import Command, Option


def read(command: Command, arguments: Sequence[str]) -> dict[str, Any] | None:
    """The values of a command as click would give them, or None when the call is not plainly right.

    Options stand anywhere, `--` ends them, `-` is a word, the last of several wins; whatever else begins with a
    dash, is missing, too much or out of range is not plainly right. What no option can be is a word although it
    begins with a dash: a text with a space before any `=`, a negative number.
    """
    known = {option.flag: option for option in (*command.options, *COMMON.values())}
    values: dict[str, Any] = {option.name: option.unset for option in known.values()}
    words: list[str] = []
    if command.behind_dashes:
        arguments, behind = parted(command, arguments)
        values[command.behind_dashes.name] = tuple(behind)
    left = list(reversed(arguments))
    while left:
        word = left.pop()
        if word == "--":
            words += reversed(left)
            break
        if not word.startswith("-") or is_text(word):
            words.append(word)
            continue
        name, has_value, given = word.partition("=")
        option = known.get(name)
        if option is None or not _take(option, values, given if has_value else None, left):
            return None
    return _with_words(command, words, values)


def is_text(word: str) -> bool:
    """Whether a word that begins with a dash can be no option."""
    return word == "-" or word[1:].isdecimal() or any(map(str.isspace, word.partition("=")[0]))


def _take(option: Option, values: dict[str, Any], given: str | None, left: list[str]) -> bool:
    """Put an option's value where it belongs; False if it has none or one that it does not take."""
    if option.read is None:
        values[option.name] = True
        return given is None
    if given is None:
        if not left:
            return False
        given = left.pop()
    try:
        content = option.read(given)
    except ValueError:
        return False
    values[option.name] = (*values[option.name], content) if option.many else content
    return True


def _with_words(command: Command, words: list[str], values: dict[str, Any]) -> dict[str, Any] | None:
    for each in command.words:
        if each.required and not words:
            return None
        if each.many:
            values[each.name], words = tuple(words), []
        else:
            values[each.name], words = (words[0], words[1:]) if words else (None, words)
    return None if words else values
