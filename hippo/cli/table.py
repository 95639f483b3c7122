"""All commands, sorted: where each is, and its line in `hippo --help`, which then imports none of them."""

from __future__ import annotations

from hippo.core.value import value


@value
class Entry:
    """A command as `module:attribute`, and what it does in one line."""

    target: str
    summary: str


def _entry(name: str, summary: str) -> Entry:
    return Entry(target=f"hippo.cli.commands.{name}:{name}", summary=summary)


COMMANDS: dict[str, Entry] = {
    "config": _entry("config", "Show the settings, or change one."),
    "context": _entry("context", "Print what an agent should know before it starts."),
    "edit": _entry("edit", "Change a memory's text, tags, confidence or pin."),
    "forget": _entry("forget", "Archive memories, or erase them for good."),
    "init": _entry("init", "Make a store for this project, or for you."),
    "inspect": _entry("inspect", "Show one memory with its strength and its history."),
    "learn": _entry("learn", "Take lessons from a repository's fix and revert commits."),
    "list": Entry(target="hippo.cli.commands.listing:listing", summary="List memories, the newest first."),
    "outcome": _entry("outcome", "Say whether what was recalled helped or misled."),
    "recall": _entry("recall", "Find memories and use them, which makes them stronger."),
    "remember": _entry("remember", "Store one memory."),
    "restore": _entry("restore", "Bring a forgotten memory back."),
    "sleep": _entry("sleep", "Let unused memories fade and tidy the store."),
    "status": _entry("status", "Show what the store holds and what fades next."),
}
