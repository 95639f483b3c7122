"""All commands, sorted: where each is, and its line in `hippo --help`, which then imports none of them.

A name of two words is a verb of a verb (`backup list`). The first word alone may be a command as well; where it
is none, its entry has no module and only heads the others.
"""

from __future__ import annotations

from hippo.core.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from hippo.cli.declare import Command


@value
class Entry:
    """The module of `hippo.cli.commands` that declares a command, the name it has there, and its line of help."""

    module: str
    summary: str
    attribute: str = "COMMAND"


COMMANDS: dict[str, Entry] = {
    "approve": Entry(
        module="pending",
        attribute="APPROVE",
        summary="Let memories in, take their flag away, or move the proposed ones to a core page.",
    ),
    "backup": Entry(module="backup", summary="Copy the whole store to a verified file, or list, check, restore one."),
    "backup list": Entry(module="backup", attribute="LIST", summary="List the backups, the newest first."),
    "backup restore": Entry(module="backup", attribute="RESTORE", summary="Make the store what a backup was."),
    "backup verify": Entry(module="backup", attribute="VERIFY", summary="Check that a backup is whole."),
    "buffer": Entry(module="buffer", summary="Show the working memory, or make a memory of one of its entries."),
    "buffer clear": Entry(module="buffer", attribute="CLEAR", summary="Empty the working memory of a scope."),
    "buffer push": Entry(module="buffer", attribute="PUSH", summary="Put a thought into the working memory."),
    "buffer show": Entry(module="buffer", attribute="SHOW", summary="Show what is in the working memory."),
    "capture": Entry(module="capture", summary="Take decisions, rules, preferences, errors and fixes from a text."),
    "completion": Entry(module="completion", summary="Print what lets a shell complete hippo's commands."),
    "config": Entry(module="config", summary="Show the settings, or change one."),
    "conflicts": Entry(module="conflicts", summary="Show memories that contradict each other."),
    "context": Entry(module="context", summary="Print what an agent should know before it starts."),
    "core": Entry(module="core", summary="Show the pages that are always in context."),
    "core add": Entry(module="core", attribute="ADD", summary="Add an entry to a core page."),
    "core apply": Entry(
        module="core", attribute="APPLY", summary="Carry out several changes of the core pages, all or none."
    ),
    "core remove": Entry(module="core", attribute="REMOVE", summary="Remove an entry from a core page."),
    "core replace": Entry(
        module="core", attribute="REPLACE", summary="Replace an entry of a core page, or a part of one."
    ),
    "core show": Entry(module="core", attribute="SHOW", summary="Show the pages that are always in context."),
    "decide": Entry(module="supersede", attribute="DECIDE", summary="Store a decision, which lives for 90 days."),
    "doctor": Entry(module="doctor", summary="Check the store, and mend what can be made again."),
    "edit": Entry(module="edit", summary="Change a memory's text, tags, confidence or pin."),
    "embed": Entry(module="embed", summary="Make the vectors by which recall finds what is meant, not only said."),
    "embed serve": Entry(
        module="embed", attribute="SERVE", summary="Keep the model in memory, so that recalls need not load it."
    ),
    "export": Entry(module="export", summary="Write everything to JSON lines."),
    "forget": Entry(module="forget", summary="Archive memories, or erase them for good."),
    "handoff": Entry(module="", summary="Leave what the next session needs to go on, and take it up."),
    "handoff list": Entry(module="handoff", attribute="LIST", summary="List the handoffs, the newest first."),
    "handoff resume": Entry(
        module="handoff", attribute="RESUME", summary="Go on with a handoff: show it, and note who took it up."
    ),
    "handoff save": Entry(module="handoff", attribute="SAVE", summary="Leave what the next session needs to go on."),
    "handoff show": Entry(
        module="handoff", attribute="SHOW", summary="Show a handoff, the latest unless you name one."
    ),
    "hook": Entry(module="", summary="Make agents use this memory, and answer them as a session goes on."),
    "hook install": Entry(module="hook", attribute="INSTALL", summary="Make agents use this project's memory."),
    "hook list": Entry(
        module="hook", attribute="LIST", summary="List the agents that hippo knows, and where it is installed."
    ),
    "hook pre-compact": Entry(
        module="hook_events", attribute="PRE_COMPACT", summary="Keep what a session knows before it is compacted."
    ),
    "hook prompt": Entry(
        module="hook_events",
        attribute="PROMPT",
        summary="Answer an agent that was given a prompt: with the memories that bear on it.",
    ),
    "hook session-end": Entry(
        module="hook_events",
        attribute="SESSION_END",
        summary="Keep what a session knows when it ends, and sleep if that is due.",
    ),
    "hook session-start": Entry(
        module="hook_events",
        attribute="SESSION_START",
        summary="Answer an agent whose session starts: with what it should know.",
    ),
    "hook show": Entry(
        module="hook", attribute="SHOW", summary="Print what install writes for an agent, to read it or to paste it."
    ),
    "hook stop": Entry(
        module="hook_events", attribute="STOP", summary="Answer an agent that has finished: with nothing."
    ),
    "hook tool-failure": Entry(
        module="hook_events", attribute="TOOL_FAILURE", summary="Make a memory of a tool that failed."
    ),
    "hook uninstall": Entry(module="hook", attribute="UNINSTALL", summary="Take hippo out of agents again."),
    "import": Entry(module="importing", summary="Take in what other tools keep, your notes, or an export of hippo."),
    "init": Entry(module="init", summary="Make a store for this project, or for you."),
    "inspect": Entry(module="inspect", summary="Show one memory with its strength and its history."),
    "invalidate": Entry(module="invalidate", summary="Weaken the memories that speak of something that is gone."),
    "learn": Entry(module="learn", summary="Take lessons from a repository's fix and revert commits."),
    "list": Entry(module="listing", summary="List memories, the newest first."),
    "mcp": Entry(module="mcp", summary="Serve the memory to an agent over MCP."),
    "outcome": Entry(module="outcome", summary="Say whether what was recalled helped or misled."),
    "pending": Entry(module="pending", summary="Show what waits for your word."),
    "recall": Entry(module="recall", summary="Find memories and use them, which makes them stronger."),
    "reject": Entry(module="pending", attribute="REJECT", summary="Turn down what is pending."),
    "remember": Entry(module="remember", summary="Store one memory."),
    "resolve": Entry(module="conflicts", attribute="RESOLVE", summary="Settle a contradiction."),
    "restore": Entry(module="restore", summary="Bring a forgotten memory back."),
    "schedule": Entry(module="", summary="Let hippo learn and sleep every night by itself."),
    "schedule install": Entry(
        module="schedule", attribute="INSTALL", summary="Let every project learn and sleep at night."
    ),
    "schedule run": Entry(module="schedule", attribute="RUN", summary="Learn and sleep in every project, now."),
    "schedule show": Entry(
        module="schedule", attribute="SHOW", summary="Show what runs at night, and in which projects."
    ),
    "schedule uninstall": Entry(
        module="schedule", attribute="UNINSTALL", summary="Let nothing of hippo's run at night any more."
    ),
    "sleep": Entry(module="sleep", summary="Let unused memories fade and tidy the store."),
    "status": Entry(module="status", summary="Show what the store holds and what fades next."),
    "supersede": Entry(module="supersede", summary="Replace a memory by a new text."),
    "sync": Entry(module="sync", summary="Take edited Markdown files into the store, and write missing ones."),
    "watch": Entry(module="watch", summary="Run a command; a failure becomes an error memory."),
}


def load(name: str) -> Command:
    """The declaration of a command in the table.

    Why not importlib.import_module: importing importlib takes 0.3 ms, a thirtieth of the start of an interpreter.
    """
    entry = COMMANDS[name]
    module = __import__(f"hippo.cli.commands.{entry.module}", fromlist=[entry.attribute])
    found: Command = getattr(module, entry.attribute)
    return found


def named(arguments: Sequence[str]) -> tuple[str, Sequence[str]]:
    """The command that a call names, by two words or one, and what is left of the call; no name for none."""
    for count in (2, 1):
        name = " ".join(arguments[:count])
        if len(arguments) >= count and name in COMMANDS and COMMANDS[name].module:
            return name, arguments[count:]
    return "", arguments


def verbs_of(name: str) -> dict[str, Entry]:
    """The commands below a verb by their last word; below "" those of hippo itself."""
    start = f"{name} " if name else ""
    below = {full.removeprefix(start): entry for full, entry in COMMANDS.items() if full.startswith(start)}
    return {last: entry for last, entry in below.items() if last and " " not in last}
