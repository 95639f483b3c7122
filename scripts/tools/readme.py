"""README's command reference, made from the commands themselves.

Only click's public interface is asked, so that the page shows what `--help` shows. Options that every
command takes are listed once.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from scripts.tools.commands import subcommands, summary

BEGIN, END = "<!-- commands:begin -->", "<!-- commands:end -->"


@dataclass(frozen=True)
class Page:
    """One command as the reference shows it; `options` are pairs of form and meaning."""

    name: str
    usage: str
    text: str
    options: tuple[tuple[str, str], ...]
    is_group: bool


def problems(path: Path, group: click.Group) -> Sequence[str]:
    """Whether the file shows the commands as they are now; empty if it does."""
    text = path.read_text(encoding="utf-8")
    return () if replaced(text, reference(group)) == text else [f"{path.name}: the command reference is out of date"]


def write(path: Path, group: click.Group) -> bool:
    """Make the reference in the file anew; True if that changed it."""
    before = path.read_text(encoding="utf-8")
    after = replaced(before, reference(group))
    if after != before:
        path.write_text(after, encoding="utf-8")
    return after != before


def replaced(text: str, made: str) -> str:
    """The text with another reference between the markers. Raises ValueError if it has not one pair of them."""
    if text.count(BEGIN) != 1 or text.count(END) != 1 or text.index(END) < text.index(BEGIN):
        raise ValueError(f"README.md needs one line {BEGIN} and, below it, one line {END}")
    head, rest = text.split(BEGIN)
    _, tail = rest.split(END)
    return f"{head}{BEGIN}\n{made}\n{END}{tail}"


def reference(group: click.Group) -> str:
    """The whole reference as Markdown: a table of the commands that are built, then each with its options."""
    context = click.Context(group, info_name="hippo", **group.context_settings)
    everything = list(pages(group, context))
    shared = shared_options(everything)
    blocks = [
        table(("command", "does"), [(code(f"hippo {n}"), cell(summary(c))) for n, c in subcommands(group, context)]),
        "<details>\n<summary>Every command with its options</summary>",
        *([f"Every command also takes:\n\n{options_table(shared)}"] if shared else []),
        *(section(page, shared) for page in everything),
        "</details>",
    ]
    return "\n\n".join(blocks)


def pages(command: click.Command, context: click.Context) -> Iterator[Page]:
    """A command and, if it is a group, everything below it."""
    options = (parameter for parameter in command.get_params(context) if isinstance(parameter, click.Option))
    records = (option.get_help_record(context) for option in options)
    yield Page(
        name=context.command_path,
        usage=" ".join([context.command_path, *command.collect_usage_pieces(context)]),
        text=prose(command.help or summary(command)),
        options=tuple((form, meaning) for form, meaning in filter(None, records)),
        is_group=isinstance(command, click.Group),
    )
    if isinstance(command, click.Group):
        for name, below in subcommands(command, context):
            yield from pages(below, click.Context(below, info_name=name, parent=context))


def shared_options(everything: Sequence[Page]) -> tuple[tuple[str, str], ...]:
    """The options that every command takes, in the order of the first one; groups do not count."""
    leaves = [page.options for page in everything if not page.is_group]
    return tuple(option for option in leaves[0] if all(option in options for options in leaves)) if leaves else ()


def section(page: Page, shared: Sequence[tuple[str, str]]) -> str:
    """One command: what to type, what it does, its own options."""
    own = [option for option in page.options if option not in shared]
    parts = [f"#### {page.name}", f"```text\n{page.usage}\n```", page.text, options_table(own) if own else ""]
    return "\n\n".join(filter(None, parts))


def prose(text: str) -> str:
    """A help text as Markdown: click's mark for a block that keeps its lines becomes an indented block."""
    blocks = inspect.cleandoc(text).split("\f")[0].split("\n\n")
    return "\n\n".join(preserved(block) if block.startswith("\b") else block for block in blocks).strip()


def preserved(block: str) -> str:
    """A block whose lines must stay as they are."""
    return "\n".join(["```text", *block.splitlines()[1:], "```"])


def options_table(options: Sequence[tuple[str, str]]) -> str:
    """Options and their meanings as a Markdown table."""
    return table(("option", "meaning"), [(code(form), cell(meaning)) for form, meaning in options])


def table(head: tuple[str, str], rows: Sequence[tuple[str, str]]) -> str:
    """A Markdown table of two columns."""
    return "\n".join(f"| {left} | {right} |" for left, right in [head, ("---", "---"), *rows])


def code(text: str) -> str:
    """Text as code in a cell."""
    return f"`{cell(text)}`"


def cell(text: str) -> str:
    """Text that may stand in a cell: one line, its bars escaped."""
    return " ".join(text.split()).replace("|", "\\|")
