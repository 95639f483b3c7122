"""Every word that was ever stored."""

from __future__ import annotations

import pytest

from hippo.core.memory import State
from hippo.store.store import Store
from tests.store.adding import add, row


def words(store: Store) -> set[str]:
    return {row["word"] for row in store.facts._connection.rows("SELECT word FROM word")}


def forget(store: Store, memory_id: str, *candidates: str) -> list[str]:
    """Remove a memory, and the words that it alone held."""
    with store.transaction():
        store.memories.remove(store.memories.find(memory_id).number)
        return store.vocabulary.remove_unused(candidates)


def test_the_words_of_every_memory_are_known_once(store: Store) -> None:
    add(store, 1, text="the valves of getLeftPump")
    add(store, 2, text="valves again")
    assert words(store) == {"valves", "getleftpump", "get", "left", "pump", "again"}


@pytest.mark.parametrize(
    ("kept", "word"),
    [
        ("Valves stick", "valves"),
        ("the VALVES", "valves"),
        ("GRÖSSE zählt", "grosse"),
        ("Größe", "grosse"),
        ("ｖａｌｖｅｓ wide", "valves"),
        ("call resetValves now", "valves"),
    ],
)
def test_a_word_that_another_memory_holds_in_any_spelling_stays(store: Store, kept: str, word: str) -> None:
    add(store, 1, text=f"one {word} of mine")
    add(store, 2, text=kept)
    assert forget(store, "mem_0001", word) == []
    assert word in words(store)


@pytest.mark.parametrize("state", State)
def test_archived_memories_hold_their_words_too(store: Store, state: State) -> None:
    add(store, 1, text="valves")
    add(store, 2, text="valves", state=state)
    assert forget(store, "mem_0001", "valves") == []


@pytest.mark.parametrize("other", ["valve", "valving größer", "nothing of it"])
def test_a_word_that_only_shares_its_stem_with_others_goes(store: Store, other: str) -> None:
    add(store, 1, text="valves and größe")
    add(store, 2, text=other)
    assert forget(store, "mem_0001", "valves", "grosse", "unheard") == ["valves", "grosse", "unheard"]
    assert not {"valves", "grosse"} & words(store)


def test_spellings_are_looked_up_together(store: Store) -> None:
    made = add(store, 1, text="valve vale value")
    assert row(store, made) == 1
    assert set(store.vocabulary.among(["valve", "vale", "valse"])) == {"valve", "vale"}
    assert store.vocabulary.among([]) == []


def test_the_shortest_words_with_a_beginning_come_first(store: Store) -> None:
    add(store, 1, text="valve valves valval valvular vault")
    assert store.vocabulary.beginning_with("valv", 2) == ["valve", "valval"]
    assert store.vocabulary.beginning_with("valve", 5) == ["valves"]
    assert store.vocabulary.beginning_with("x", 5) == []
