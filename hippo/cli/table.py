"""All commands, sorted: where each is, and its line in `hippo --help`, which then imports none of them."""

from __future__ import annotations

import importlib

from hippo.core.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hippo.cli.declare import Command


@value
class Entry:
    """The module that declares a command as COMMAND, and what the command does in one line."""

    module: str
    summary: str


COMMANDS: dict[str, Entry] = {
    "config": Entry(module="hippo.cli.commands.config", summary="Show the settings, or change one."),
    "context": Entry(module="hippo.cli.commands.context", summary="Print what an agent should know before it starts."),
    "edit": Entry(module="hippo.cli.commands.edit", summary="Change a memory's text, tags, confidence or pin."),
    "forget": Entry(module="hippo.cli.commands.forget", summary="Archive memories, or erase them for good."),
    "init": Entry(module="hippo.cli.commands.init", summary="Make a store for this project, or for you."),
    "inspect": Entry(module="hippo.cli.commands.inspect", summary="Show one memory with its strength and its history."),
    "learn": Entry(module="hippo.cli.commands.learn", summary="Take lessons from a repository's fix and revert commits."),
    "list": Entry(module="hippo.cli.commands.listing", summary="List memories, the newest first."),
    "outcome": Entry(module="hippo.cli.commands.outcome", summary="Say whether what was recalled helped or misled."),
    "recall": Entry(module="hippo.cli.commands.recall", summary="Find memories and use them, which makes them stronger."),
    "remember": Entry(module="hippo.cli.commands.remember", summary="Store one memory."),
    "restore": Entry(module="hippo.cli.commands.restore", summary="Bring a forgotten memory back."),
    "sleep": Entry(module="hippo.cli.commands.sleep", summary="Let unused memories fade and tidy the store."),
    "status": Entry(module="hippo.cli.commands.status", summary="Show what the store holds and what fades next."),
    "sync": Entry(module="hippo.cli.commands.sync", summary="Take edited Markdown files into the store, and write missing ones."),
}


def load(name: str) -> Command:
    """The declaration of a command in the table."""
    found: Command = importlib.import_module(COMMANDS[name].module).COMMAND
    return found
