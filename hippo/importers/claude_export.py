"""Claude.ai's export: conversations, memories and projects, each a file of its own or one of many.

Of a conversation the newest branch is read. Memories and what a project tells the assistant to do stand; documents of a
project and those pasted into a conversation are notes.
"""

from __future__ import annotations

from hippo.core.capture.turn import Speaker, Turn, Unread
from hippo.core.value import replace
from hippo.importers.entries import Item, LeftOut
from hippo.importers.foreign_fields import branch, flat, moment_in, objects_in, text_in
from hippo.importers.json_lines import text_of
from hippo.importers.json_records import records
from hippo.importers.markdown import read_lines, slug

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from hippo.importers.entries import Source
    from hippo.importers.json_records import Record

    Entries = Iterator["Item | Turn | LeftOut | Unread"]

_SPEAKERS = {"human": Speaker.PERSON, "assistant": Speaker.AGENT}


def claims(head: str) -> bool:
    """Whether a JSON text begins like a part of Claude's export."""
    is_project = '"prompt_template"' in head or ('"is_starter_project"' in head and '"docs"' in head)
    return '"chat_messages"' in head or '"conversations_memory"' in head or is_project


def read(source: Source) -> Entries:
    """What was said and kept."""
    for record in flat(records(source.pieces()), ("conversations", "projects")):
        if isinstance(record, Unread):
            yield record
        elif not isinstance(record.content, dict):
            yield Unread(line=record.line, reason=f"record {record.number:,}: no object")
        else:
            yield from _part(record, record.content)


def _part(record: Record, part: dict[str, Any]) -> Entries:
    if isinstance(part.get("chat_messages"), list):
        yield from _conversation(part, record.line)
    elif "conversations_memory" in part or "project_memories" in part:
        yield from _memories(part, record.line)
    elif "prompt_template" in part or "docs" in part:
        yield from _project(part, record.line)
    else:
        yield Unread(line=record.line, reason=f"record {record.number:,}: of no known kind")


def _conversation(conversation: dict[str, Any], line: int) -> Entries:
    messages = {text_in(each, "uuid"): each for each in objects_in(conversation, "chat_messages")}
    parents = {key: text_in(each, "parent_message_uuid") for key, each in messages.items()}
    if not any(parents.values()):
        way = list(messages)
    else:
        answered = set(parents.values())
        leaves = [key for key in messages if key not in answered] or list(messages)
        leaf = max(leaves, key=lambda key: text_in(messages[key], "created_at"), default="")
        way = list(branch(parents, leaf))
    for key in way:
        yield from _message(messages[key], line, text_in(conversation, "uuid"))


def _message(message: dict[str, Any], line: int, session: str) -> Entries:
    said_at = moment_in(message, "created_at")
    speaker = _SPEAKERS.get(text_in(message, "sender"))
    text = text_of(message.get("content"), ("text",)).strip() or text_in(message, "text")
    if text and speaker:
        yield Turn(text=text, speaker=speaker, line=line, said_at=said_at, session=session)


def _memories(part: dict[str, Any], line: int) -> Entries:
    yield from _standing(text_in(part, "conversations_memory"), line)
    projects = part.get("project_memories")
    for _, text in sorted(projects.items()) if isinstance(projects, dict) else ():
        if isinstance(text, str):
            yield from _standing(text, line)
    for file in objects_in(part, "memory_files"):
        yield from _standing(text_in(file, "content", "text"), line)


def _project(part: dict[str, Any], line: int) -> Entries:
    name = text_in(part, "name")
    tags = tuple(filter(None, (slug(name),)))
    about, happened = text_in(part, "description"), moment_in(part, "updated_at", "created_at")
    if about:
        text = f"{name}: {about}" if name else about
        yield Item(text=text, line=line, tags=tags, is_standing=True, happened_at=happened)
    for item in _standing(text_in(part, "prompt_template"), line):
        yield replace(item, tags=(*tags, *item.tags), happened_at=happened) if isinstance(item, Item) else item
    for document in objects_in(part, "docs"):
        text, file = text_in(document, "content"), text_in(document, "filename")
        when = moment_in(document, "created_at")
        files = (file,) if file else ()
        for each in _read(text, line):
            if isinstance(each, Item):
                yield replace(each, tags=(*tags, *each.tags), happened_at=when, files=files)
            else:
                yield each


def _standing(text: str, line: int) -> Entries:
    return _read(text, line, is_standing=True)


def _read(text: str, line: int, *, is_standing: bool = False) -> Entries:
    """The sections of a Markdown text that is a field of a record, all on the record's line."""
    for each in read_lines(enumerate(text.splitlines(), 1), is_standing=is_standing):
        yield replace(each, line=line)
