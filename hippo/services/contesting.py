"""Memories that a migration or a removal contradicts: found, told, and noted as contradictions for a person to settle.

Nothing is weakened: `hippo resolve` lets the commit's lesson take a memory's place, or says that both hold.
"""

from __future__ import annotations

from hippo.core.consolidation.kinds import STANDING
from hippo.core.consolidation.statement import read
from hippo.core.encode import DECISION_TAG, ERROR_TAG
from hippo.core.memory import State
from hippo.core.orders import gives_orders
from hippo.core.retirement import relied_on
from hippo.core.secrets import mask_secrets
from hippo.core.value import value
from hippo.store.conflicts import conflict_id
from hippo.store.rows import id_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from hippo.core.memory import Memory
    from hippo.core.retirement import Retirement
    from hippo.services.keeping import Kept
    from hippo.services.occasion import Occasion
    from hippo.store.rows import Stored
    from hippo.store.store import Store

RULE = "retired"
#: Memories that one commit may contest (chosen: what contradicts more is a common word, or a matter for `invalidate`).
_MOST = 10
#: A memory that is so much younger than a commit was written with the change in mind (chosen: a day's work has no
#: order, and clocks differ), in seconds.
_SAME_DAY = 86_400.0


@value
class Contested:
    """A memory that may be superseded, why, and the contradiction once it is noted."""

    memory_id: str
    text: str
    reason: str
    conflict: str = ""


class Contesting:
    """The live memories of a store, read when the first migration is held against them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: list[tuple[str, Stored]] | None = None

    def contested(self, retirements: Sequence[Retirement], told_at: datetime) -> tuple[Contested, ...]:
        """The memories that rely on something retired at a time, the newest first; all of them or none."""
        found = dict(self._found(retirements, told_at))
        return tuple(found.values()) if len(found) <= _MOST else ()

    def _found(self, retirements: Sequence[Retirement], told_at: datetime) -> Iterator[tuple[str, Contested]]:
        if retirements and self._known is None:
            self._known = [(each.memory.text.lower(), each) for each in self._store.memories.listed()]
        for retirement in retirements:
            clues = tuple(name.lower().split()[0].removesuffix(".js").rstrip("s") for name in retirement.gone)
            for text, each in self._known or ():
                if not any(clue in text for clue in clues) or not _may_be_replaced(each.memory, told_at):
                    continue
                name = relied_on(each.memory.text, retirement)
                if name and _is_standing(each.memory):
                    reason = _reason(name, retirement)
                    memory = each.memory
                    yield memory.id, Contested(memory_id=memory.id, text=memory.text, reason=reason)


def note(store: Store, kept: Kept, contested: Sequence[Contested], occasion: Occasion) -> tuple[Contested, ...]:
    """Note the contradictions of a lesson; what has changed meanwhile, or was settled before, is left out.

    The caller holds the transaction.
    """
    settled = store.conflicts.settled_pairs() if contested else set()
    noted = []
    for each in contested:
        known = store.memories.known(each.memory_id)
        is_same = known and known.memory.state is State.LIVE and known.memory.text == each.text
        if not known or not is_same or {each.memory_id, kept.memory.id} in (*settled, {each.memory_id}):
            continue
        number = id_number(occasion.new_id())
        store.conflicts.add(number, kept.number, known.number, rule=RULE, reason=each.reason, now=occasion.now)
        for side, by in ((known.memory.id, kept.memory.id), (kept.memory.id, known.memory.id)):
            before = {"by": by, "reason": each.reason}
            store.events.add(side, "contradicted", now=occasion.now, actor=occasion.actor, before=before)
        noted.append(
            Contested(memory_id=each.memory_id, text=each.text, reason=each.reason, conflict=conflict_id(number))
        )
    return tuple(noted)


def _may_be_replaced(memory: Memory, told_at: datetime) -> bool:
    """Whether a memory says how things stand, and is not younger than what would replace it."""
    if memory.flag or ERROR_TAG in memory.tags or (memory.origin.kind == "git" and DECISION_TAG not in memory.tags):
        return False
    was_told_at = memory.origin.happened_at or memory.created_at
    return (was_told_at - told_at).total_seconds() <= _SAME_DAY


def _is_standing(memory: Memory) -> bool:
    statement = read(memory.text)
    return statement.whole and (statement.kind in STANDING or DECISION_TAG in memory.tags)


def _reason(name: str, retirement: Retirement) -> str:
    instead = retirement.instead
    reason = f"says that {instead} takes the place of {name}" if instead else f"says that {name} is gone"
    return "says that it was replaced" if gives_orders(reason) else mask_secrets(reason)[0]
