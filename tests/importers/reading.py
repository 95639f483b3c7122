"""A text as a source, and what a reader finds in it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from hippo.core.capture.turn import Turn, Unread
from hippo.importers.entries import Item, LeftOut, Source

Read = Callable[[Source], Iterator[Any]]


def source(text: str, name: str = "notes.md", *, piece: int = 1000) -> Source:
    return Source(
        name=name,
        lines=lambda: enumerate(text.splitlines(), 1),
        pieces=lambda: (text[at : at + piece] for at in range(0, len(text), piece)),
    )


def found(read: Read, content: Any, name: str = "notes.md") -> list[Item | Turn | LeftOut | Unread]:
    return list(read(source(content if isinstance(content, str) else json.dumps(content), name)))


def items(read: Read, content: Any, name: str = "notes.md") -> list[Item]:
    return [each for each in found(read, content, name) if isinstance(each, Item)]


def texts(read: Read, content: Any, name: str = "notes.md") -> list[str]:
    return [each.text for each in items(read, content, name)]


def turns(read: Read, content: Any) -> list[tuple[str, str]]:
    return [(str(each.speaker), each.text) for each in found(read, content) if isinstance(each, Turn)]


def passed(read: Read, content: Any, name: str = "notes.md") -> list[tuple[int, str]]:
    return [(each.line, each.reason) for each in found(read, content, name) if isinstance(each, LeftOut | Unread)]
