"""Removing memories for good, with what others took from them."""

from __future__ import annotations

import pytest

from hippo.core.memory import Layer, Memory, State
from hippo.core.value import replace
from hippo.services.keeping import write_text
from hippo.services.purge import erase, purge_rows
from hippo.store.events import Actor
from hippo.store.links import LinkKind
from hippo.store.store import Store
from tests.store.adding import add, row
from tests.support import NOON, at

SOURCES = (
    "The north gate of the zymurgy sticks when it freezes.",
    "The south gate sticks in deep snow.",
    "The yard gate sticks when it is wet.",
)


@pytest.fixture
def distilled(store: Store) -> Store:
    """Three episodes in the rows 1 to 3, and in row 4 the pattern that was made of them."""
    for number, text in enumerate(SOURCES, start=1):
        add(store, number, text=text)
    pattern = add(store, 4, text="\n".join(SOURCES), layer=Layer.SEMANTIC)
    with store.transaction():
        for number in (1, 2, 3):
            store.links.add(pattern.id, LinkKind.DISTILLED_FROM, f"mem_000{number}00000000", now=NOON)
    return store


def erased(store: Store, *rows: int) -> list[int]:
    with store.transaction():
        return erase(store, store.memories.by_numbers(rows), now=at(days=1))


def texts(store: Store) -> dict[int, str]:
    return {each.number: each.memory.text for each in store.memories.everything()}


def test_the_share_that_a_pattern_took_goes_too(distilled: Store) -> None:
    assert erased(distilled, 1) == [4]
    left = texts(distilled)
    assert set(left) == {2, 3, 4}
    assert "zymurgy" not in left[4]
    assert "gate" in left[4]
    assert distilled.memories.get(4).updated_at == at(days=1)
    assert distilled.links.from_memory("mem_000400000000") == {
        LinkKind.DISTILLED_FROM: ("mem_000200000000", "mem_000300000000")
    }


def test_a_pattern_without_any_source_left_goes_as_well(distilled: Store) -> None:
    assert erased(distilled, 1, 2, 3) == []
    assert texts(distilled) == {}
    assert len(distilled.memories.purged_ids()) == 4


def test_a_pattern_that_is_erased_itself_leaves_its_sources(distilled: Store) -> None:
    assert erased(distilled, 4) == []
    assert set(texts(distilled)) == {1, 2, 3}


def test_what_was_folded_into_a_memory_goes_with_it(store: Store) -> None:
    keeper = add(store, 1, text="the zymurgist comes at noon")
    folded = add(store, 2, text="at noon the zymurgist comes", state=State.ARCHIVED, archived_at=NOON)
    with store.transaction():
        store.links.add(folded.id, LinkKind.FOLDED_INTO, keeper.id, now=NOON)
    erased(store, 1)
    assert texts(store) == {}


def test_the_history_and_former_texts_go_or_stay_as_asked(store: Store) -> None:
    made = add(store, 1, text="the zymurgist comes at noon")
    with store.transaction():
        store.events.add(made.id, "edited", now=NOON, actor=Actor(), before={"text": made.text})
        write_text(store, 1, replace(made, text="nobody comes"))
        purge_rows(store, store.memories.by_numbers([1]), keep_history=True)
    assert len(store.events.of(made.id)) == 1
    assert words(store) == set()


def words(store: Store) -> set[str]:
    return {each["word"] for each in store.facts._connection.rows("SELECT word FROM word")}


def test_only_words_that_no_other_memory_holds_are_taken_out(store: Store) -> None:
    first = add(store, 1, text="the zymurgist opens the cellar")
    add(store, 2, text="Cellars are cold, the Cellar most")
    with store.transaction():
        store.recalls.add("where is the zymurgist", [], session="", now=NOON)
        kept = store.recalls.add("cold cellar", [2], session="", now=NOON)
        purge_rows(store, store.memories.by_numbers([row(store, first)]), keep_history=False)
    assert words(store) == {"cellar", "cellars", "cold"}
    assert store.facts._connection.number("SELECT count(*) FROM recall") == 1
    assert [hit.memory for hit in store.recalls.hits(kept)] == [2]


def test_what_was_erased_is_known_to_be_erased(store: Store) -> None:
    made: Memory = add(store, 1)
    erased(store, 1)
    assert store.memories.is_purged(made.id)
