"""hippo's entries in an agent's settings: one for each moment at which the agent calls hippo."""

from __future__ import annotations

import re
from enum import StrEnum

from hippo.core.agents.json_edit import NotEditable, parse, with_entry, without_part
from hippo.core.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

#: A command that calls a hook of hippo's, wherever hippo is installed and however its path is quoted.
_CALL = re.compile(
    r"(?:^|[\s/\\\"'])hippo(?:\.exe)?[\"']?\s+hook\s+"
    r"(?:session-start|prompt|tool-failure|pre-compact|stop|session-end)(?:\s|$)"
)
_HOOKS = "hooks"


class Form(StrEnum):
    """How an agent writes down what it calls."""

    GROUPS = "groups"
    """Groups with a matcher and a list of handlers: Claude Code, Codex."""
    GROUPS_MS = "groups with milliseconds"
    """The same with named handlers and timeouts in milliseconds: Gemini CLI, whose files may have comments."""
    FLAT = "flat"
    """One command for each entry: Cursor."""
    TWO_SHELLS = "two shells"
    """One command for each shell: Copilot CLI."""


@value
class Event:
    """A moment by the agent's name, what hippo does then, and how long the agent waits, in seconds.

    `matcher` narrows it to some tools or sources. With `background` the agent does not wait, where it knows that.
    """

    name: str
    does: str
    timeout: int
    matcher: str = ""
    background: bool = False


@value
class Entry:
    """An entry as it stands in the settings, and the command in it."""

    event: str
    content: Any
    command: str

    def __str__(self) -> str:
        return f"{self.event}: {self.command}"


def entry(form: Form, event: Event, call: str, *, agent: str = "") -> Entry:
    """The entry for an event; `call` is how the program hippo is called, `agent` what it is told about its caller."""
    command = f"{call} hook {event.does}" + (f" --agent {agent}" if agent else "")
    content: dict[str, Any]
    if form is Form.FLAT:
        content = {"command": command, "timeout": event.timeout}
    elif form is Form.TWO_SHELLS:
        # PowerShell takes a quoted path for a text unless `&` says that it is to be run.
        powershell = f"& {command}" if command.startswith('"') else command
        content = {"type": "command", "bash": command, "powershell": powershell, "timeoutSec": event.timeout}
    else:
        handler: dict[str, Any] = {"type": "command", "command": command}
        if form is Form.GROUPS_MS:
            handler = {"name": "hippo", **handler, "timeout": event.timeout * 1000}
        else:
            handler |= {"timeout": event.timeout, **({"async": True} if event.background else {})}
        content = {**({"matcher": event.matcher} if event.matcher else {}), _HOOKS: [handler]}
    return Entry(event=event.name, content=content, command=command)


def entries_in(text: str, *, comments: bool = False) -> list[Entry]:
    """hippo's entries in settings, in order; one that shares a group with others is given without them.

    Settings that do not speak of hippo at all are not even read. Raises NotEditable.
    """
    return [found for found, _ in _found(text, comments=comments)] if "hippo" in text else []


def with_entries(text: str | None, wanted: Sequence[Entry], *, versioned: bool, comments: bool = False) -> str:
    """The settings with exactly these entries of hippo's; without a text, settings that hold nothing else.

    What is there as it is wanted stays where it is. Raises NotEditable.
    """
    if text is None:
        return _made(wanted, versioned=versioned)
    present = [found for found, _ in _found(text, comments=comments)]
    if sorted(map(_place, present)) == sorted(map(_place, wanted)) and all(each in wanted for each in present):
        return text
    cleared = without_entries(text, versioned=versioned, comments=comments)
    if cleared is None:
        return _made(wanted, versioned=versioned)
    for each in wanted:
        cleared = with_entry(cleared, (_HOOKS, each.event), each.content, comments=comments)
    return cleared


def without_entries(text: str, *, versioned: bool, comments: bool = False) -> str | None:
    """The settings without hippo's entries; None for those that hippo made and nobody else has filled.

    Raises NotEditable.
    """
    left: str | None = text
    while left is not None and "hippo" in left:
        found = next(_found(left, comments=comments), None)
        if found is None:
            break
        left = without_part(left, found[1], comments=comments)
    if versioned and left != text and left == _made((), versioned=True):
        return None
    return left


def _made(entries: Sequence[Entry], *, versioned: bool) -> str:
    """Settings that hold nothing but these entries."""
    import json

    content: dict[str, Any] = {"version": 1} if versioned else {}
    if entries:
        content[_HOOKS] = {each.event: [each.content] for each in entries}
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


def _found(text: str, *, comments: bool) -> Iterator[tuple[Entry, tuple[str | int, ...]]]:
    """hippo's entries and their places."""
    settings = parse(text, comments=comments)
    if not isinstance(settings.content, dict):
        raise NotEditable("it is no object")
    hooks = settings.part(_HOOKS)
    if hooks is None:
        return
    if not isinstance(hooks.content, dict):
        raise NotEditable(f'"{_HOOKS}" is no object')
    for event in hooks.parts:
        assert event.key is not None
        for number, item in enumerate(event.content if isinstance(event.content, list) else ()):
            yield from _in_item(event.key, (_HOOKS, event.key, number), item)


def _in_item(event: str, path: tuple[str | int, ...], item: Any) -> Iterator[tuple[Entry, tuple[str | int, ...]]]:
    """An item that is hippo's, or hippo's handlers in a group."""
    if not isinstance(item, dict):
        return
    handlers = item.get(_HOOKS)
    if not isinstance(handlers, list):
        command = _command_of(item)
        if command:
            yield Entry(event=event, content=item, command=command), path
        return
    ours = [(place, command) for place, each in enumerate(handlers) if (command := _command_of(each))]
    for place, command in ours:
        alone = len(ours) == len(handlers)
        content = item if len(handlers) == 1 else {**item, _HOOKS: [handlers[place]]}
        yield Entry(event=event, content=content, command=command), path if alone else (*path, _HOOKS, place)


def _command_of(handler: Any) -> str:
    """The call of hippo's in a handler, nothing in one of somebody else."""
    if not isinstance(handler, dict):
        return ""
    found = (handler.get(key) for key in ("command", "bash", "powershell"))
    return next((each for each in found if isinstance(each, str) and _CALL.search(each)), "")


def _place(entry: Entry) -> tuple[str, str]:
    return entry.event, entry.command
