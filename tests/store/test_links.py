"""How memories are tied."""

from __future__ import annotations

from hippo.store.links import LinkKind
from hippo.store.store import Store
from tests.store.adding import add, row
from tests.support import NOON


def test_a_memory_names_what_it_is_tied_to_by_kind(store: Store) -> None:
    a, b, c = (add(store, number).id for number in (1, 2, 3))
    with store.transaction():
        assert store.links.add(c, LinkKind.DISTILLED_FROM, b, now=NOON)
        assert store.links.add(c, LinkKind.DISTILLED_FROM, a, now=NOON)
        assert store.links.add(c, LinkKind.SUPERSEDES, a, now=NOON)
    assert store.links.from_memory(c) == {LinkKind.DISTILLED_FROM: (a, b), LinkKind.SUPERSEDES: (a,)}
    assert store.links.from_memory(a) == {}


def test_a_tie_is_made_once_and_only_between_memories_that_are_there(store: Store) -> None:
    a, b = (add(store, number).id for number in (1, 2))
    with store.transaction():
        assert store.links.add(a, LinkKind.SUPERSEDES, b, now=NOON)
        assert not store.links.add(a, LinkKind.SUPERSEDES, b, now=NOON)
        assert not store.links.add(a, LinkKind.SUPERSEDES, "mem_000000000000", now=NOON)


def test_a_tie_goes_with_either_end(store: Store) -> None:
    memories = [add(store, number) for number in (1, 2, 3)]
    a, b, c = (memory.id for memory in memories)
    with store.transaction():
        store.links.add(a, LinkKind.SUPERSEDES, b, now=NOON)
        store.links.add(b, LinkKind.SUPERSEDES, c, now=NOON)
        store.memories.remove(row(store, memories[1]))
    assert store.links.from_memory(a) == store.links.from_memory(b) == {}


def test_ties_are_found_from_their_target_by_kind_and_among_rows(store: Store) -> None:
    a, b, c = (add(store, number).id for number in (1, 2, 3))
    with store.transaction():
        for target in (a, b):
            store.links.add(c, LinkKind.DISTILLED_FROM, target, now=NOON)
        store.links.add(b, LinkKind.FOLDED_INTO, a, now=NOON)
    assert store.links.to_memory(a) == {LinkKind.DISTILLED_FROM: (c,), LinkKind.FOLDED_INTO: (b,)}
    assert store.links.all_of(LinkKind.DISTILLED_FROM) == {c: (a, b)}
    assert store.links.all_of(LinkKind.SUPERSEDES) == {}
    assert store.links.among([3, 1], LinkKind.DISTILLED_FROM) == {3: (1,)}
    with store.transaction():
        store.links.remove(c, LinkKind.DISTILLED_FROM, a)
    assert store.links.from_memory(c) == {LinkKind.DISTILLED_FROM: (b,)}
