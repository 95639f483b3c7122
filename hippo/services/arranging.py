"""What stands beside what in an answer: a pattern before its sources, a contradiction beside either of its sides."""

from __future__ import annotations

from hippo.core.value import replace
from hippo.store.links import LinkKind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from hippo.services.finding import Found
    from hippo.store.store import Store


def arranged(stores: Sequence[Store], found: Sequence[Found]) -> list[Found]:
    """The same memories, patterns in the place of the best of their sources and the sources behind all others.

    Each has the open conflicts it takes part in. A source whose pattern answers with the same words is marked as
    repeating it.
    """
    sources: dict[tuple[Store, int], Found] = {}
    conflicts: dict[tuple[Store, int], tuple[str, ...]] = {}
    for store in stores:
        own = {each.number: each for each in found if each.store is store}
        if own:
            patterns = patterns_of(store, list(own))
            sources |= {(store, member): own[pattern] for member, pattern in patterns.items()}
            told = conflict_lines(store, list(own))
            conflicts |= {(store, number): lines for number, lines in told.items()}
    return [_beside(each, sources.get(_key(each)), conflicts.get(_key(each), ())) for each in _in_order(found, sources)]


def patterns_of(store: Store, numbers: Sequence[int]) -> dict[int, int]:
    """Of some rows those that a pattern among them was made of, each with the pattern."""
    tied = store.links.among(numbers, LinkKind.DISTILLED_FROM)
    return {member: pattern for pattern, members in tied.items() for member in members}


def conflict_lines(store: Store, numbers: Sequence[int]) -> dict[int, tuple[str, ...]]:
    """What to say beside each of some rows that takes part in an open contradiction."""
    told: dict[int, tuple[str, ...]] = {}
    for conflict in store.conflicts.open_among(numbers):
        for number, rival in zip(conflict.numbers, reversed(conflict.memory_ids), strict=True):
            told[number] = (*told.get(number, ()), f"conflict {conflict.id} with {rival}: {conflict.reason}")
    return told


def _in_order(found: Sequence[Found], sources: dict[tuple[Store, int], Found]) -> list[Found]:
    """Patterns where their best source stands, if that is before them; sources at the end, in their own order."""
    order: dict[tuple[Store, int], Found] = {}
    for each in found:
        leading = sources.get(_key(each), each)
        order.setdefault(_key(leading), leading)
    return [*order.values(), *(each for each in found if _key(each) in sources)]


def _beside(found: Found, pattern: Found | None, conflicts: tuple[str, ...]) -> Found:
    if pattern is None:
        return replace(found, conflicts=conflicts) if conflicts else found
    repeats = set(found.ranked.matched) <= set(pattern.ranked.matched)
    return replace(found, source_of=pattern.memory.id, repeats=repeats, conflicts=conflicts)


def _key(found: Found) -> tuple[Store, int]:
    return found.store, found.number
