"""Which of two versions of a memory holds, when its file and its row differ.

A file whose check is right was written by a hippo, in another clone or here before; one whose check is wrong was edited
by a person. What the row was at the moment that the file shows is read from the history: so a person who changed the
text does not undo what the store changed in the tags, and a use of the memory here does not outweigh a change there.
"""

from __future__ import annotations

from hippo.core.encode import clean_tags
from hippo.core.memory import Confidence, State
from hippo.core.value import fields_of, replace, value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime
    from typing import Any

    from hippo.core.memory import Memory
    from hippo.store.events import Event

#: What a person edits in a mirror; everything else there is hippo's to keep.
BY_HAND = ("text", "tags", "confidence", "pinned")
#: The kinds of events that a file makes. The time of the first two is the version's own, not that of the taking: what
#: another clone changes after that version is later, even if it arrives much later.
READ = "read from its mirror"
TAKEN = "taken from another clone"
EDITED = "edited by hand"
PASSED_OVER = "differed in another clone"
#: A change of one of these is a new version; uses and outcomes are added up instead.
_CONTENT = frozenset({*BY_HAND, "layer", "state"})


@value
class Merged:
    """A memory after its file was looked at: the fields that the file gave it, and those that only one side keeps.

    `is_later` says that the file shows the later version, `by_hand` that a person edited it. `overruled` had been
    changed in the store, too. `passed_over` stands in the file as the store never had it, but was changed here later.
    """

    memory: Memory
    is_later: bool = False
    by_hand: bool = False
    taken: tuple[str, ...] = ()
    overruled: tuple[str, ...] = ()
    passed_over: tuple[str, ...] = ()


def merged(row: Memory, shown: Memory, events: Sequence[Event], *, untouched: bool) -> Merged:
    """The memory that a row and the file that shows it make together. `events` is its history, as it was noted."""
    shown = replace(shown, created_at=row.created_at, origin=row.origin)
    is_later = shown.updated_at > changed_at(row, events)
    if is_later and (untouched or shown.updated_at > row.updated_at):
        return replace(_merged(row, _with_uses(shown, row)), is_later=True)
    if untouched:
        unknown = tuple(name for name in BY_HAND if getattr(shown, name) not in _known(name, row, events))
        return replace(_merged(row, _with_uses(row, shown)), passed_over=unknown)
    return _edited(row, shown, content_at(shown.updated_at, row, events))


def changed_at(row: Memory, events: Iterable[Event]) -> datetime:
    """When the content of a memory last changed, as far as its history knows; being used is no change.

    A change counts as no earlier than what was noted before it: the clock may have been set back in between.
    """
    latest = changed = row.created_at
    for event in events:
        latest = max(latest, event.at)
        if event.kind == READ or not _CONTENT.isdisjoint(event.before):
            changed = latest
    return changed


def content_at(moment: datetime, row: Memory, events: Iterable[Event]) -> dict[str, Any]:
    """What a person can edit, as it was at a moment: for each change since then, the history has what was before."""
    content = {name: getattr(row, name) for name in BY_HAND}
    since = [event for event in events if event.at > moment]
    for event in reversed(since):
        content |= {name: _read(name, event.before[name]) for name in BY_HAND if name in event.before}
    return content


def _edited(row: Memory, shown: Memory, base: Mapping[str, Any]) -> Merged:
    """What a person changed in the file since hippo wrote it holds; the rest is as the store has it."""
    by_hand = {name: getattr(shown, name) for name in BY_HAND if getattr(shown, name) != base[name]}
    if "text" in by_hand:
        by_hand["flag"] = shown.flag
    made = _merged(row, replace(row, **by_hand))
    overruled = tuple(name for name in made.taken if base.get(name, getattr(row, name)) != getattr(row, name))
    return replace(made, by_hand=True, overruled=overruled)


def _merged(row: Memory, after: Memory) -> Merged:
    taken = tuple(name for name, content in fields_of(after) if content != getattr(row, name))
    return Merged(memory=after, taken=taken)


def _with_uses(version: Memory, other: Memory) -> Memory:
    """A version with the uses and outcomes of both; one that was used after it was archived is live."""
    after = replace(
        version,
        half_life_days=max(version.half_life_days, other.half_life_days),
        retrieval_count=max(version.retrieval_count, other.retrieval_count),
        last_used_at=max(version.last_used_at, other.last_used_at),
        updated_at=max(version.updated_at, other.updated_at),
        good=max(version.good, other.good),
        bad=max(version.bad, other.bad),
    )
    was_used = after.archived_at is not None and other.state is State.LIVE and after.archived_at < other.last_used_at
    if after.state is State.ARCHIVED and was_used:
        return replace(after, state=State.LIVE, archived_at=None, archived_reason="")
    return after


def _known(name: str, row: Memory, events: Iterable[Event]) -> list[Any]:
    """What a field is and has been, as far as the history goes."""
    return [getattr(row, name), *(_read(name, event.before[name]) for event in events if name in event.before)]


def _read(name: str, content: Any) -> Any:
    """A field as the history keeps it, as a memory has it."""
    if name == "tags":
        return clean_tags(content)
    return Confidence(content) if name == "confidence" else content
