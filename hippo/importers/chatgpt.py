"""ChatGPT's export: `conversations.json`, or since 2026 several of them.

A conversation is a tree of messages; the branch that ends in `current_node` is the one that was kept. Read are the
person's words and the answers to them; what the assistant told its memory (`recipient: "bio"`) and the custom
instructions are facts that stand. A conversation marked `is_do_not_remember` is left out.
"""

from __future__ import annotations

import re

from hippo.core.capture.turn import Speaker, Turn, Unread
from hippo.core.lazy_pattern import lazily
from hippo.importers.entries import Item, LeftOut
from hippo.importers.foreign_fields import branch, flat, moment_in, text_in
from hippo.importers.json_records import records

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from hippo.importers.entries import Source

_SPEAKERS = {"user": Speaker.PERSON, "assistant": Speaker.AGENT}
_WORDS = ("text", "multimodal_text")
#: Marks of citations: private characters around what is no word of the answer.
_CITATION = lazily(r"\ue200.*?\ue201|[\ue200-\ue206]", re.DOTALL)
_CUSTOM = (("user_profile", "user-profile"), ("user_instructions", "custom-instructions"))
_WRAPPED = lazily(r"```(.*?)```", re.DOTALL)
NOT_REMEMBERED = "in a conversation that is not to be remembered"


def claims(head: str) -> bool:
    """Whether a JSON text begins like a list of ChatGPT's conversations."""
    return '"mapping"' in head and ('"current_node"' in head or '"create_time"' in head)


def read(source: Source) -> Iterator[Item | Turn | LeftOut | Unread]:
    """What was said and kept, conversation by conversation."""
    for record in flat(records(source.pieces()), ("conversations",)):
        if isinstance(record, Unread):
            yield record
            continue
        conversation = record.content
        if not isinstance(conversation, dict) or not isinstance(conversation.get("mapping"), dict):
            yield Unread(line=record.line, reason=f"record {record.number:,}: no conversation")
        elif conversation.get("is_do_not_remember"):
            yield LeftOut(line=record.line, reason=NOT_REMEMBERED)
        else:
            yield from _conversation(conversation, record.line)


def _conversation(conversation: dict[str, Any], line: int) -> Iterator[Item | Turn]:
    mapping = {key: node for key, node in conversation["mapping"].items() if isinstance(node, dict)}
    session = text_in(conversation, "conversation_id", "id")
    for key in branch({key: text_in(node, "parent") for key, node in mapping.items()}, _leaf(conversation, mapping)):
        message = mapping[key].get("message")
        if isinstance(message, dict):
            yield from _message(message, line, session)


def _leaf(conversation: dict[str, Any], mapping: dict[str, dict[str, Any]]) -> str:
    """The last message of the branch that counts; without a sound `current_node` the newest that has no answer."""
    current = conversation.get("current_node")
    if isinstance(current, str) and current in mapping:
        return current
    parents = {text_in(node, "parent") for node in mapping.values()}
    leaves = [key for key in mapping if key not in parents] or list(mapping)
    return max(leaves, key=lambda key: _written_at(mapping[key]), default="")


def _written_at(node: dict[str, Any]) -> float:
    message = node.get("message")
    told = message.get("create_time") if isinstance(message, dict) else None
    return float(told) if isinstance(told, int | float) else 0.0


def _message(message: dict[str, Any], line: int, session: str) -> Iterator[Item | Turn]:
    content, author = message.get("content"), message.get("author")
    kind, role = text_in(content, "content_type"), text_in(author, "role")
    said_at = moment_in(message, "create_time")
    if kind == "user_editable_context":
        yield from _custom(content, line)
        return
    text = _CITATION().sub("", _text(content)).strip() if kind in _WORDS else ""
    metadata = message.get("metadata")
    is_hidden = isinstance(metadata, dict) and metadata.get("is_visually_hidden_from_conversation")
    if not text or role not in _SPEAKERS or is_hidden:
        return
    recipient = text_in(message, "recipient")
    if recipient == "bio":
        yield Item(text=text, line=line, tags=("saved-memory",), is_standing=True, happened_at=said_at)
    elif recipient in ("", "all"):
        yield Turn(text=text, speaker=_SPEAKERS[role], line=line, said_at=said_at, session=session)


def _custom(content: Any, line: int) -> Iterator[Item]:
    """What the person told ChatGPT about themselves and about how it should answer."""
    for name, tag in _CUSTOM:
        told = text_in(content, name)
        wrapped = _WRAPPED().search(told)
        text = (wrapped[1] if wrapped else told).strip()
        if text:
            yield Item(text=text, line=line, tags=(tag,), is_standing=True)


def _text(content: Any) -> str:
    """The words of a message; transcribed speech is words, too."""
    parts = content.get("parts") if isinstance(content, dict) else None
    texts = []
    for part in parts if isinstance(parts, list) else ():
        if isinstance(part, str):
            texts.append(part)
        elif text_in(part, "content_type") == "audio_transcription":
            texts.append(text_in(part, "text"))
    return "\n\n".join(text for text in texts if text.strip())
