"""What a new memory may contradict, told at once; the next sleep looks at all of them."""

from __future__ import annotations

from hippo.core.value import value
from hippo.services.finding import find
from hippo.store.search import Scope

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime

    from hippo.core.memory import Memory
    from hippo.store.store import Store

#: Memories looked at, and the share of the new text's weight that one must have (chosen: below a half no rule of
#: `core.consolidation.pairs` finds a contradiction, and reading its word lists would be paid for nothing).
_LOOKED_AT = 4
_LEAST_SHARE = 0.5


@value
class Rival:
    """A live memory that cannot hold beside the new one, and what the two disagree about."""

    memory_id: str
    text: str
    relation: str
    reason: str


def rivals_of(store: Store, memory: Memory, *, now: datetime) -> tuple[Rival, ...]:
    """The memories that a new one contradicts or replaces, the nearest first. Nothing is strengthened."""
    found = find([store], memory.text, scope=Scope(), now=now, limit=_LOOKED_AT).found
    near = [each.memory for each in found if each.ranked.words >= _LEAST_SHARE and each.memory.id != memory.id]
    if not near:
        return ()
    from hippo.core.consolidation.pairs import conflict_between

    verdicts = ((each, conflict_between(memory.text, each.text)) for each in near)
    return tuple(
        Rival(memory_id=each.id, text=each.text, relation=verdict.relation, reason=verdict.reason)
        for each, verdict in verdicts
        if verdict is not None
    )
