"""A memory as a Markdown file, and back.

The front matter holds everything that restoring a memory needs; the text stands below it as it is. Its line `check`
is a checksum of all other lines: as long as it is right, nobody but hippo has changed the file, whichever clone wrote
it. Why in the file: a process can be killed between writing a file and noting that in the database, and a file that
a colleague's hippo wrote must not look like one that a person edited.
"""

from __future__ import annotations

import re
import zlib
from functools import lru_cache

from hippo.clock import in_milliseconds, parse, rfc3339
from hippo.core import front_matter
from hippo.core.encode import clean_tags
from hippo.core.hygiene import clean_text
from hippo.core.memory import Confidence, Layer, Memory, Origin, State, is_id
from hippo.core.value import value
from hippo.errors import HippoError
from hippo.store.links import LinkKind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime
    from typing import TypeVar

    from hippo.core.yaml_value import Content

    Choice = TypeVar("Choice", Layer, State, Confidence)
    Links = Mapping[LinkKind, tuple[str, ...]]

CHECK = "check"
#: Every key that hippo writes; all others are a person's.
OWN_KEYS = frozenset(
    """
    id layer state confidence pinned tags created_at updated_at last_used_at half_life_days retrieval_count good bad
    source archived_at archived_reason flag reference source_key author happened_at files series position check
    """.split()
) | {kind.value for kind in LinkKind}
#: A moment as it is written; files that are written together were mostly made at one.
_time = lru_cache(maxsize=64)(rfc3339)
#: Characters of a text that go into a file's name (chosen: names stay readable in a narrow listing).
_SLUG_LENGTH = 48


class BrokenMirror(ValueError):
    """A file is no mirror of a memory; the message says why."""


@value
class Note:
    """A text that a person wrote in a file of its own, and what the front matter there says of it."""

    text: str
    tags: tuple[str, ...]
    confidence: Confidence
    pinned: bool


def file_name(memory: Memory) -> str:
    """The first name of a mirror below the store: readable, and never the same for two memories.

    The file keeps it when the text changes.
    """
    words = _words(memory.text[:100])
    if len(words) <= _SLUG_LENGTH + 2:  # signs beyond count: what is cut here may end otherwise than it goes on
        words = _words(memory.text[:400])
    slug = words[:_SLUG_LENGTH].rpartition("-")[0] or words[:_SLUG_LENGTH] if len(words) > _SLUG_LENGTH else words
    while len(slug.encode()) > 2 * _SLUG_LENGTH:
        slug = slug[:-1].rstrip("-")
    return f"{memory.layer}/{slug}-{memory.id}.md" if slug else f"{memory.layer}/{memory.id}.md"


def _words(text: str) -> str:
    return re.sub(r"[\W_]+", "-", text.lower()).strip("-")


def rendered(memory: Memory, before: str = "", *, links: Links | None = None) -> str:
    """The whole file; own keys and comments of the front matter that stood there `before` are kept.

    `links` are the ids that the memory is tied to, by the kind of the tie.
    """
    lines = _block(before) if before else []
    values = _values(memory) | {kind: ids for kind, ids in (links or {}).items() if ids}
    body = f"\n{memory.text}\n"
    if lines:
        draft = front_matter.write(values | {CHECK: ""}, lines, own=OWN_KEYS)
        block = front_matter.write(values | {CHECK: _checksum(draft, body)}, lines, own=OWN_KEYS)
    else:
        block = front_matter.write(values)
        block.append(f"{CHECK}: {_checksum(block, body)}")
    return "\n".join([front_matter.FENCE, *block, front_matter.FENCE, body])


def _block(text: str) -> list[str]:
    """The front matter of a file as far as it can be read."""
    try:
        return front_matter.split(text)[0]
    except front_matter.BrokenFrontMatter:
        return []


def is_untouched(text: str) -> bool:
    """Whether a file is as a hippo wrote it; line endings do not count."""
    try:
        lines, body = front_matter.split(text)
        return front_matter.read(lines, (CHECK,)).get(CHECK) == _checksum(lines, body)
    except front_matter.BrokenFrontMatter:
        return False


def _checksum(block: Sequence[str], body: str) -> str:
    """CRC-32, as 8 hex digits, of every line but the one of the block that holds it."""
    others = [line for line in block if not line.startswith(f"{CHECK}:")]
    return f"c{zlib.crc32(chr(10).join([*others, front_matter.FENCE, body]).encode('utf-8', 'replace')):08x}"


def links_in(text: str) -> Links:
    """The ids that a mirror names as tied to its memory, by the kind of the tie.

    Raises BrokenMirror.
    """
    try:
        lines, _ = front_matter.split(text)
        found = front_matter.read(lines, [*LinkKind])
    except front_matter.BrokenFrontMatter as error:
        raise BrokenMirror(str(error)) from error
    named = ((kind, [each for each in _listed(found.get(kind, [])) if is_id(each)]) for kind in LinkKind)
    return {kind: tuple(ids) for kind, ids in named if ids}


def parsed(text: str) -> Memory:
    """The memory that a mirror shows.

    Raises BrokenMirror with the reason when it shows none.
    """
    try:
        lines, body = front_matter.split(text)
        found = front_matter.read(lines, OWN_KEYS)
        return _memory(found, clean_text(body))
    except (front_matter.BrokenFrontMatter, HippoError, ValueError) as error:
        raise BrokenMirror(str(error)) from error


def note_in(text: str) -> Note | None:
    """What a person wrote in a file that shows no memory yet; None for one that has an id.

    Raises BrokenMirror.
    """
    try:
        lines, body = front_matter.split(text)
        found = front_matter.read(lines, ("id", "tags", "confidence", "pinned"))
        if "id" in found:
            return None
        return Note(
            text=body,
            tags=clean_tags(_listed(found.get("tags", []))),
            confidence=_choice(Confidence, str(found.get("confidence") or Confidence.OBSERVED)),
            pinned=_truth(str(found.get("pinned") or "false"), "pinned"),
        )
    except (front_matter.BrokenFrontMatter, HippoError) as error:
        raise BrokenMirror(str(error)) from error


def _values(memory: Memory) -> dict[str, Content]:
    """The front matter; what has its ordinary value and says nothing is left out, unless a person would look for it."""
    origin = memory.origin
    values: dict[str, Content] = {
        "id": memory.id,
        "layer": memory.layer.value,
        "state": memory.state.value,
        "confidence": memory.confidence.value,
        "pinned": memory.pinned,
        "tags": memory.tags,
        "created_at": _time(memory.created_at),
        "updated_at": _time(memory.updated_at),
        "last_used_at": _time(memory.last_used_at),
        "half_life_days": memory.half_life_days,
        "retrieval_count": memory.retrieval_count,
        "good": memory.good,
        "bad": memory.bad,
        "source": origin.kind,
    }
    optional: dict[str, Content] = {
        "archived_at": _time(memory.archived_at) if memory.archived_at else "",
        "archived_reason": memory.archived_reason,
        "flag": memory.flag,
        "reference": origin.reference,
        "source_key": origin.key,
        "author": origin.author,
        "happened_at": _time(origin.happened_at) if origin.happened_at else "",
        "files": origin.files,
        "series": origin.series,
        "position": origin.position if origin.series or origin.position else "",
    }
    return values | {key: content for key, content in optional.items() if content not in ("", ())}


def _memory(found: dict[str, str | list[str]], text: str) -> Memory:
    def one(key: str, default: str = "") -> str:
        content = found.get(key, "")
        if isinstance(content, list):
            raise BrokenMirror(f"{key} is a list")
        return content or default

    memory_id = one("id")
    if not is_id(memory_id):
        raise BrokenMirror(f"no memory id: {memory_id[:40]!r}")
    created = _moment(one("created_at"), "created_at")
    archived = one("archived_at")
    happened = one("happened_at")
    return Memory(
        id=memory_id,
        text=text,
        layer=_choice(Layer, one("layer", "episodic")),
        state=_choice(State, one("state", "live")),
        confidence=_choice(Confidence, one("confidence", "observed")),
        pinned=_truth(one("pinned", "false"), "pinned"),
        tags=clean_tags(_listed(found.get("tags", []))),
        half_life_days=_positive(one("half_life_days", "7")),
        created_at=created,
        updated_at=_moment(one("updated_at", one("created_at")), "updated_at"),
        last_used_at=_moment(one("last_used_at", one("created_at")), "last_used_at"),
        retrieval_count=_count(one("retrieval_count", "0")),
        good=_count(one("good", "0")),
        bad=_count(one("bad", "0")),
        archived_at=_moment(archived, "archived_at") if archived else None,
        archived_reason=one("archived_reason"),
        flag=one("flag"),
        origin=Origin(
            kind=one("source", "cli"),
            reference=one("reference"),
            key=one("source_key"),
            author=one("author"),
            happened_at=_moment(happened, "happened_at") if happened else None,
            files=tuple(_listed(found.get("files", []))),
            series=one("series"),
            position=_count(one("position", "0")),
        ),
    )


def _listed(content: str | list[str]) -> Sequence[str]:
    """A list, or the words of a line such as `pump, left`."""
    return content if isinstance(content, list) else [word.strip() for word in content.split(",") if word.strip()]


def _moment(text: str, key: str) -> datetime:
    try:
        return in_milliseconds(parse(text))
    except ValueError:
        raise BrokenMirror(f"{key} is no time: {text[:40]!r}") from None


def _truth(text: str, key: str) -> bool:
    """A truth value in any spelling of YAML 1.1."""
    if text.lower() in ("true", "yes", "on", "y"):
        return True
    if text.lower() in ("false", "no", "off", "n"):
        return False
    raise BrokenMirror(f"{key} is neither true nor false: {text[:40]!r}")


def _choice(kind: type[Choice], text: str) -> Choice:
    try:
        return kind(text.lower())
    except ValueError:
        raise BrokenMirror(f"{text[:40]!r} is not one of {', '.join(kind)}") from None


def _positive(text: str) -> float:
    number = float(text)
    if not 0 < number < 1e6:
        raise BrokenMirror(f"half_life_days is out of range: {text[:40]}")
    return number


def _count(text: str) -> int:
    number = int(text)
    if not 0 <= number < 2**62:
        raise BrokenMirror(f"a count is out of range: {text[:40]}")
    return number
