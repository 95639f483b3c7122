"""The formats that are imported: how each is known, and who reads it.

A family is what a person names on the command line (`--claude`) and holds every format of one tool. The more
telling signs come first: names that only one tool uses, then what stands in a file.
"""

from __future__ import annotations

from hippo.core.value import value
from hippo.importers import (
    agent_memories,
    basic_memory,
    chatgpt,
    claude_export,
    instructions,
    markdown,
    memory_list,
    other_memories,
    plain_text,
    transcripts,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hippo.core.capture.turn import Turn, Unread
    from hippo.importers.entries import Item, LeftOut, Source

    Entries = Iterator["Item | Turn | LeftOut | Unread"]

#: Characters of a file that are looked at to know its format (chosen: a conversation's first keys stand in them).
LOOKED_AT = 64 * 1024
#: Characters within which the first two signs of JSON stand (chosen: one is indented by few).
_JSON_BEGINS = 256
_MARKDOWN = (".md", ".markdown", ".mdown")
_TEXT = (".txt", ".text", "")


@value
class Format:
    """A format: its name in a report, its family, how a file is known by its path and its beginning, its reader."""

    name: str
    family: str
    claims: Callable[[str, str], bool]
    read: Callable[[Source], Entries]


def _by_head(claims: Callable[[str], bool]) -> Callable[[str, str], bool]:
    return lambda _, head: head.lstrip()[:1] in ("[", "{") and claims(head)


def _is_markdown(name: str) -> bool:
    return name.lower().endswith(_MARKDOWN)


def _ending(name: str) -> str:
    file = name.rpartition("/")[2].lstrip(".")
    return file[file.rindex(".") :].lower() if "." in file else ""


def _is_transcript(_: str, head: str) -> bool:
    """Whether a text begins like the records of an agent."""
    if not head.lstrip().startswith("{"):
        return False
    return transcripts.read(enumerate(head.splitlines(), 1))[0] is not transcripts.Format.PLAIN


def _transcript(source: Source) -> Entries:
    yield from transcripts.read(source.lines())[1]


_FORMATS = (
    Format(name="ChatGPT conversations", family="chatgpt", claims=_by_head(chatgpt.claims), read=chatgpt.read),
    Format(name="Claude export", family="claude", claims=_by_head(claude_export.claims), read=claude_export.read),
    Format(
        name="Letta agent", family="letta", claims=_by_head(other_memories.claims_letta), read=other_memories.read_letta
    ),
    Format(
        name="Copilot memories",
        family="copilot",
        claims=_by_head(other_memories.claims_copilot),
        read=other_memories.read_copilot,
    ),
    Format(
        name="Gemini activity",
        family="gemini",
        claims=_by_head(other_memories.claims_gemini),
        read=other_memories.read_gemini,
    ),
    Format(
        name="mem0 memories", family="mem0", claims=_by_head(other_memories.claims_mem0), read=other_memories.read_mem0
    ),
    Format(name="transcript", family="transcript", claims=_is_transcript, read=_transcript),
    Format(
        name="Cursor rules",
        family="cursor",
        claims=lambda name, _: instructions.claims_cursor(name),
        read=instructions.read,
    ),
    Format(
        name="instructions",
        family="instructions",
        claims=instructions.claims,
        read=instructions.read,
    ),
    Format(
        name="Claude Code memory",
        family="claude",
        claims=lambda name, head: _is_markdown(name) and agent_memories.claims_fact(head),
        read=agent_memories.read_fact,
    ),
    Format(
        name="Codex memories",
        family="codex",
        claims=lambda name, _: agent_memories.claims_summary(name),
        read=agent_memories.read_summary,
    ),
    Format(
        name="daily notes",
        family="openclaw",
        claims=lambda name, _: agent_memories.claims_day(name),
        read=agent_memories.read_day,
    ),
    Format(
        name="agent memory",
        family="openclaw",
        claims=lambda name, _: agent_memories.claims_memory(name),
        read=agent_memories.read_memory,
    ),
    Format(
        name="basic-memory notes",
        family="basic-memory",
        claims=lambda name, head: _is_markdown(name) and basic_memory.claims(head),
        read=basic_memory.read,
    ),
    Format(name="memory list", family="memories", claims=memory_list.claims, read=memory_list.read),
    Format(name="Markdown", family="markdown", claims=lambda name, _: _is_markdown(name), read=markdown.read),
    Format(name="text", family="file", claims=lambda name, _: _ending(name) in _TEXT, read=plain_text.read),
)
#: Of a family named for a file that none of its formats knows: the format that reads it all the same. Not if it is
#: JSON, for then it is the export of another tool, and no text that anybody wrote.
_FALLBACKS = {
    "chatgpt": "memory list",
    "claude": "instructions",
    "cursor": "Cursor rules",
    "gemini": "instructions",
    "copilot": "instructions",
    "codex": "instructions",
    "openclaw": "agent memory",
}
#: Families that read more than the formats that bear their name.
_ALSO = {
    "claude": ("Claude Code memory", "instructions", "agent memory", "transcript"),
    "chatgpt": ("memory list",),
    "gemini": ("instructions", "memory list"),
    "copilot": ("instructions",),
    "codex": ("instructions", "transcript", "agent memory"),
    "openclaw": ("instructions",),
    "cursor": ("instructions",),
}
#: What a person can name, with what it is for.
FAMILIES: dict[str, str] = {
    "chatgpt": "ChatGPT: an export, saved memories, custom instructions.",
    "claude": "Claude: an export of Claude.ai; CLAUDE.md, rules, Claude Code's own memory.",
    "cursor": "Cursor: .cursorrules, .mdc.",
    "instructions": "Instruction files: AGENTS.md, GEMINI.md, those of Copilot, Windsurf, Cline.",
    "codex": "Codex: AGENTS.md and its own memories.",
    "copilot": "Copilot: its instructions and memories.",
    "gemini": "Gemini: GEMINI.md, or the activity that Google Takeout holds.",
    "openclaw": "OpenClaw: the files of a workspace.",
    "markdown": "Markdown notes, a vault of Obsidian among them.",
    "basic-memory": "Notes of basic-memory.",
    "mem0": "Memories of mem0 as JSON.",
    "letta": "Letta's agent file.",
    "memories": "A list of memories, one a line.",
    "transcript": "A transcript of an agent.",
    "file": "Plain text, by paragraphs.",
    "hippo": "What hippo export wrote.",
}


def format_for(name: str, head: str, family: str = "", *, is_alone: bool = False) -> Format | None:
    """The format of a file of this path that begins like this; None for one that no format knows.

    A family that is named decides; where the file `is_alone`, not one of a folder, one of its formats reads it, be it
    known or not.
    """
    if not family:
        return next((each for each in _FORMATS if each.claims(name, head)), None)
    able = [each for each in _FORMATS if each.family == family or each.name in _ALSO.get(family, ())]
    found = next((each for each in able if each.claims(name, head)), None)
    if found is not None or not is_alone:
        return found
    fallback = _FALLBACKS.get(family)
    if fallback is None:
        return able[0] if able else None
    return None if _is_json(head) else next(each for each in able if each.name == fallback)


def _is_json(head: str) -> bool:
    """Whether a text begins like JSON: with an object or a list of objects or texts, not with a link or a template."""
    begins = head[:_JSON_BEGINS].strip()
    return begins in ("{}", "[]") or begins[:1] + begins[1:].lstrip()[:1] in ('{"', "[{", '["')
