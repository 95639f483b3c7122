"""What a command takes, declared as values that need no click.

click reads the declarations for help, errors and completion (`cli.command`); a call that is plainly right is read by
`cli.quick` without it. Why two readers: importing click costs three times the start of a bare interpreter, and
agents call hippo at every prompt.
"""

from __future__ import annotations

from hippo.core.value import value
from hippo.errors import shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any


#: The largest number that an option takes (chosen: more than anybody can mean, and a sum of some still fits anywhere).
LARGEST = 1_000_000_000


@value
class Words:
    """The positional words of a command under one name: any number, or exactly one.

    `offers` are what a shell completes them to; other words are for the command to judge.
    """

    name: str
    metavar: str = ""
    required: bool = True
    many: bool = True
    offers: tuple[str, ...] = ()


@value
class Option:
    """An option; without `read` it is a flag.

    `read` turns the typed text into what the command gets and raises ValueError saying what would be accepted.
    """

    flag: str
    name: str
    help: str
    read: Callable[[str], Any] | None = None
    metavar: str = ""
    many: bool = False
    choices: tuple[str, ...] = ()
    default: Any = None

    @property
    def unset(self) -> Any:
        """What the command gets when the option is not given."""
        if self.many:
            return ()
        return False if self.read is None else self.default


@value
class Command:
    """A command: its handler, called as `handler(app, **values)` for an exit status or None, and what it takes.

    `behind_dashes` names the words behind a `--` when they are not more of `words` but something of their own, such
    as another program's command line; they are handed on as they are.
    """

    handler: Callable[..., int | None]
    options: tuple[Option, ...] = ()
    words: tuple[Words, ...] = ()
    behind_dashes: Words | None = None

    @property
    def help(self) -> str:
        return self.handler.__doc__ or ""


def parted(command: Command, arguments: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    """A call before and behind the `--` that ends its options; a `--` that an option takes as its text ends none."""
    takes_text = {option.flag for option in (*command.options, *COMMON.values()) if option.read}
    at = 0
    while at < len(arguments):
        if arguments[at] == "--":
            return arguments[:at], arguments[at + 1 :]
        at += 2 if arguments[at] in takes_text else 1
    return arguments, ()


#: The options of every command, anywhere after its name.
COMMON: Mapping[str, Option] = {
    option.name: option
    for option in (
        Option(flag="--json", name="json", help="Print one JSON document."),
        Option(flag="--store", name="store", read=str, metavar="PATH", help="Use the store at PATH.", default=""),
        Option(flag="--global", name="use_global", help="Use your own store instead of the project's."),
        Option(flag="--session", name="session", read=str, metavar="ID", help="Name the session.", default=""),
        Option(flag="--quiet", name="quiet", help="Print no notes."),
        Option(flag="--no-color", name="no_color", help="Print no colour, also on a terminal."),
    )
}


def flag(name: str, parameter: str, help: str) -> Option:
    """An option that is given or not."""
    return Option(flag=name, name=parameter, help=help)


def number(name: str, parameter: str, help: str, *, low: int, metavar: str = "N", default: int | None = None) -> Option:
    """An option that takes a whole number."""
    return Option(flag=name, name=parameter, help=help, read=whole(low), metavar=metavar, default=default)


def choice(name: str, parameter: str, help: str, choices: tuple[str, ...], default: str | None = None) -> Option:
    """An option that takes one of some words."""
    names = tuple(map(str, choices))
    return Option(flag=name, name=parameter, help=help, read=one_of(names), choices=names, default=default)


def repeated(name: str, parameter: str, help: str, metavar: str) -> Option:
    """An option that takes a text and may be given several times."""
    return Option(flag=name, name=parameter, help=help, read=str, metavar=metavar, many=True)


def text(name: str, parameter: str, help: str, metavar: str = "TEXT") -> Option:
    """An option that takes a text."""
    return Option(flag=name, name=parameter, help=help, read=str, metavar=metavar)


def whole(low: int) -> Callable[[str], int]:
    """A reader of whole numbers from `low` to LARGEST."""

    def read(typed: str) -> int:
        if typed.isascii() and typed.isdecimal() and len(typed) < 20 and low <= int(typed) <= LARGEST:
            return int(typed)
        raise ValueError(f"{shortened(typed)!r} is not a whole number from {low:,} to {LARGEST:,}")

    return read


def one_of(choices: tuple[str, ...]) -> Callable[[str], str]:
    """A reader of one of some words."""

    def read(typed: str) -> str:
        if typed in choices:
            return typed
        raise ValueError(f"{shortened(typed)!r} is not one of {', '.join(choices)}")

    return read
