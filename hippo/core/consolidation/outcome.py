"""What a consolidation decides: values that are printed by a dry run and carried out by a real one."""

from __future__ import annotations

from hippo.core.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime

    from hippo.core.memory import Memory


@value
class Folding:
    """Memories that say what an older one says already; they become part of it."""

    keep_id: str
    folded_ids: tuple[str, ...]
    reason: str


@value
class Conflict:
    """Two memories that cannot both hold, the smaller id first; neither is touched."""

    one_id: str
    other_id: str
    rule: str
    reason: str


@value
class Update:
    """A memory that a later report of a change replaces."""

    old_id: str
    new_id: str
    rule: str
    reason: str


@value
class LeftOut:
    """A memory that belongs to a pattern by its subject and contradicts a member of it."""

    memory_id: str
    member_id: str
    reason: str


@value
class Pattern:
    """A pattern that exists: its semantic memory, the ids of its sources, and those sources that still exist."""

    memory: Memory
    member_ids: tuple[str, ...]
    sources: tuple[Memory, ...]


@value
class NewPattern:
    """A pattern to be made: its text, its members, the span of their dates. Its support is the number of members."""

    text: str
    member_ids: tuple[str, ...]
    first_at: datetime
    last_at: datetime
    left_out: tuple[LeftOut, ...] = ()


@value
class Rewriting:
    """A pattern whose members change: who joins, who is gone, all who are left, and its new text.

    The text of a pattern that a person has edited stays as it is.
    """

    pattern_id: str
    text: str
    member_ids: tuple[str, ...]
    joined_ids: tuple[str, ...]
    gone_ids: tuple[str, ...]
    first_at: datetime | None
    last_at: datetime | None


@value
class Consolidation:
    """Everything one consolidation does, in the order in which it is done."""

    updates: tuple[Update, ...] = ()
    duplicates: tuple[Folding, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    patterns: tuple[NewPattern, ...] = ()
    rewritings: tuple[Rewriting, ...] = ()

    @property
    def changes_anything(self) -> bool:
        """Whether carrying it out changes a memory."""
        return bool(self.updates or self.duplicates or self.conflicts or self.patterns or self.rewritings)
