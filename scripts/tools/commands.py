"""The tree of hippo's commands, and whether the table that names them tells the truth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

import click


class Entry(Protocol):
    """A row of the command table: what `hippo --help` shows without importing the command."""

    @property
    def summary(self) -> str:
        """The help line."""


def root() -> click.Group:
    """The command `hippo` with everything below it."""
    from hippo.cli.root import root as group

    return group


def problems() -> Sequence[str]:
    """Where the table and the commands it names disagree."""
    from hippo.cli.table import COMMANDS

    return list(disagreements(root(), COMMANDS))


def disagreements(group: click.Group, table: Mapping[str, Entry]) -> Iterator[str]:
    """One line for each: a table out of order, a missing command, a help line that is not the docstring's."""
    if list(table) != sorted(table):
        yield "the table is not sorted by name"
    context = click.Context(group, info_name=group.name)
    for name, entry in table.items():
        command = found(group, context, name)
        if command is None:
            yield f"{name}: the table names it, hippo does not know it"
            continue
        said = (command.help or "").partition("\n")[0]
        if said != entry.summary:
            yield f"{name}: the table says {entry.summary!r}, the command's docstring {said!r}"


def found(group: click.Group, context: click.Context, name: str) -> click.Command | None:
    """The command of a name, which may be a verb of a verb: `backup list`."""
    first, _, rest = name.partition(" ")
    command = group.get_command(context, first)
    if not rest:
        return command
    return found(command, context, rest) if isinstance(command, click.Group) else None


def subcommands(group: click.Group, context: click.Context) -> Iterator[tuple[str, click.Command]]:
    """The commands of a group that its help shows, in the order it shows them."""
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if command is not None and not command.hidden:
            yield name, command


def summary(command: click.Command) -> str:
    """A command's one line, uncut."""
    return command.get_short_help_str(limit=1000)
