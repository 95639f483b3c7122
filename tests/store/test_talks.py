"""What talks were shown, and how far they have been read."""

from __future__ import annotations

import pytest

from hippo.core.encode import encode
from hippo.services.keeping import keep
from hippo.services.occasion import Occasion
from hippo.store.events import Actor
from hippo.store.rows import Stored
from hippo.store.store import Store
from hippo.store.talks import ReadSoFar
from tests.support import NOON, at


@pytest.fixture
def memory(store: Store, occasion) -> Stored:
    now = occasion()
    with store.transaction():
        kept = keep(store, encode("the belt is cold", settings=now.settings.memory), now)
    return Stored(number=kept.number, memory=kept.memory)


def shown(store: Store, session: str, found: Stored) -> bool:
    return store.talks.was_shown(session, found.number, found.memory)


def test_what_was_shown_is_known_until_the_talk_begins_anew(store: Store, memory: Stored) -> None:
    assert not shown(store, "one", memory)
    with store.transaction():
        store.talks.show("one", [memory.number, memory.number], now=NOON)
    assert shown(store, "one", memory)
    assert not shown(store, "two", memory)
    with store.transaction():
        store.talks.begin("one", "startup", now=at(hours=1))
    assert not shown(store, "one", memory)


def test_what_the_session_stored_itself_is_known_until_the_talk_begins_anew(store: Store) -> None:
    own = Occasion(now=at(minutes=5), actor=Actor(session="one"))
    with store.transaction():
        store.talks.begin("one", "startup", now=NOON)
        kept = keep(store, encode("the belt is cold", settings=own.settings.memory), own)
    found = Stored(number=kept.number, memory=kept.memory)
    assert shown(store, "one", found)
    with store.transaction():
        store.talks.begin("one", "startup", now=at(minutes=6))
    assert not shown(store, "one", found)


def test_a_purged_memory_is_forgotten_here_too(store: Store, memory: Stored) -> None:
    with store.transaction():
        store.talks.show("one", [memory.number], now=NOON)
        store.memories.remove(memory.number)
    assert store._connection.number("SELECT count(*) FROM shown") == 0


def test_how_far_a_transcript_was_read_outlives_a_compaction(store: Store) -> None:
    assert store.talks.read_so_far("one") == ReadSoFar()
    with store.transaction():
        store.talks.note_read("one", ReadSoFar(bytes=70, lines=3), now=NOON)
        store.talks.begin("one", "startup", now=at(hours=1))
    assert store.talks.read_so_far("one") == ReadSoFar(bytes=70, lines=3)


def test_old_talks_are_forgotten_with_what_they_were_shown(store: Store, memory: Stored) -> None:
    with store.transaction():
        store.talks.show("one", [memory.number], now=NOON)
        store.talks.show("two", [memory.number], now=at(days=2))
    assert store.talks.has_older(at(days=1))
    with store.transaction():
        store.talks.forget_older(at(days=1))
    assert not store.talks.has_older(at(days=1))
    assert not shown(store, "one", memory)
    assert shown(store, "two", memory)
