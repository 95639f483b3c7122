"""What other memories keep: mem0, Letta, Copilot's memories, Gemini's activity. Facts stand; talks are turns."""

from __future__ import annotations

from hippo.core.capture.turn import Speaker, Turn, Unread
from hippo.core.lazy_pattern import lazily
from hippo.core.value import replace
from hippo.importers.entries import Item, LeftOut
from hippo.importers.foreign_fields import flat, moment_in, objects_in, text_in, texts_in
from hippo.importers.json_lines import parsed, text_of
from hippo.importers.json_records import records
from hippo.importers.markdown import read_lines, slug

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from hippo.importers.entries import Source
    from hippo.importers.json_records import Record

    Entries = Iterator["Item | Turn | LeftOut | Unread"]

_SPEAKERS = {"user": Speaker.PERSON, "assistant": Speaker.AGENT}
_ELEMENT = lazily(r"<(?:br|/p|/li|/h\d|/div)\b[^>]*>")
_MARKUP = lazily(r"<[^<>]*>")
_ATTACHED = lazily(r"\s*Attached \d+ files?\.\Z")


def claims_mem0(head: str) -> bool:
    """Whether a JSON text begins like what mem0 gives."""
    return '"memory"' in head and any(key in head for key in ('"hash"', '"user_id"', '"agent_id"', '"results"'))


def read_mem0(source: Source) -> Entries:
    """mem0's facts, whether listed, in `results`, or in another wrapper."""
    for record in _objects(source, ("results", "memories", "data")):
        if isinstance(record, Unread):
            yield record
            continue
        fact, text = record.content, text_in(record.content, "memory", "text", "data")
        if not text:
            yield Unread(line=record.line, reason=f"record {record.number:,}: no memory in it")
            continue
        yield Item(
            text=text.strip(),
            line=record.line,
            tags=(*texts_in(fact, "categories"), *texts_in(fact.get("metadata"), "tags")),
            is_standing=True,
            happened_at=moment_in(fact, "updated_at", "created_at"),
            expires_at=moment_in(fact, "expiration_date"),
        )


def claims_letta(head: str) -> bool:
    """Whether a JSON text begins like an agent file of Letta."""
    return '"core_memory"' in head or ('"agents"' in head and '"block_ids"' in head) or '"memgpt_agent"' in head


def read_letta(source: Source) -> Entries:
    """The blocks that an agent of Letta always knows, and what was said to it."""
    for record in _objects(source):
        if isinstance(record, Unread):
            yield record
            continue
        for block in (*objects_in(record.content, "blocks"), *objects_in(record.content, "core_memory")):
            tags = tuple(filter(None, (slug(text_in(block, "label")),)))
            happened = moment_in(block, "updated_at", "created_at")
            for each in read_lines(enumerate(text_in(block, "value").splitlines(), 1), is_standing=True):
                if isinstance(each, Item):
                    yield replace(each, line=record.line, tags=(*tags, *each.tags), happened_at=happened)
                else:
                    yield replace(each, line=record.line)
        for agent in (record.content, *objects_in(record.content, "agents")):
            yield from _messages(agent, record.line)


def _messages(agent: dict[str, Any], line: int) -> Iterator[Turn]:
    for message in objects_in(agent, "messages"):
        speaker = _SPEAKERS.get(text_in(message, "role"))
        text = text_of(message.get("content"), ("text",)).strip()
        if speaker and text:
            session, said_at = text_in(agent, "id", "name"), moment_in(message, "created_at")
            yield Turn(text=text, speaker=speaker, line=line, said_at=said_at, session=session)


def claims_copilot(head: str) -> bool:
    """Whether a text begins like Copilot's memories."""
    return '"fact"' in head and '"type"' in head and '"memory"' in head


def read_copilot(source: Source) -> Entries:
    """Copilot's facts, each a line, with their reasons."""
    for number, line in source.lines():
        if line is not None and not line.strip():
            continue
        fact = parsed(line) if line is not None else None
        text = text_in(fact, "fact").strip()
        if fact is None or not text:
            yield Unread(line=number, reason="no memory in it" if fact else "no JSON")
            continue
        reason = text_in(fact, "reason").strip()
        cited = (text_in(each, "path") for each in objects_in(fact, "citations") if text_in(each, "type") == "file")
        yield Item(
            text=f"{text} Reason: {reason}" if reason else text,
            line=number,
            tags=tuple(filter(None, (slug(text_in(fact, "subject")),))),
            is_standing=True,
            files=tuple(filter(None, cited)),
        )


def claims_gemini(head: str) -> bool:
    """Whether a JSON text begins like Google's record of what was asked of Gemini."""
    return '"products"' in head and ('"Gemini' in head or '"Bard' in head) and '"title"' in head


def read_gemini(source: Source) -> Entries:
    """What was asked and answered; other activities are left out."""
    for record in _objects(source):
        if isinstance(record, Unread):
            yield record
            continue
        when = moment_in(record.content, "time")
        answers = objects_in(record.content, "safeHtmlItem")
        title = text_in(record.content, "title")
        asked = _ATTACHED().sub("", title.removeprefix("Prompted ")).strip()
        if not answers and not title.startswith("Prompted "):
            yield LeftOut(line=record.line, reason="no talk")
            continue
        session = text_in(record.content, "time")
        if asked:
            yield Turn(text=asked, line=record.line, said_at=when, session=session)
        for answer in answers:
            text = _without_markup(text_in(answer, "html"))
            if text:
                yield Turn(text=text, speaker=Speaker.AGENT, line=record.line, said_at=when, session=session)


def _without_markup(page: str) -> str:
    import html

    return html.unescape(_MARKUP().sub("", _ELEMENT().sub("\n", page))).strip()


def _objects(source: Source, wrappers: tuple[str, ...] = ()) -> Iterator[Record | Unread]:
    """The records that are objects."""
    for record in flat(records(source.pieces()), wrappers):
        if not isinstance(record, Unread) and not isinstance(record.content, dict):
            yield Unread(line=record.line, reason=f"record {record.number:,}: no object")
        else:
            yield record
