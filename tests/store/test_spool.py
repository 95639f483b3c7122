"""Recalls that found the store busy."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hippo.adapters import files
from hippo.errors import StoreError
from hippo.store.events import Actor
from hippo.store.spool import MOST_AT_ONCE, SpooledRecall
from hippo.store.store import Store
from tests.support import NOON, at

RECALL = SpooledRecall(
    at=NOON, query="größe\n左", actor=Actor(name="codex", session="s"), memory_ids=("mem_00000000000a",)
)


def place(store: Store) -> Path:
    return Path(store.folder, "spool")


def take(store: Store, name: str) -> SpooledRecall | None:
    with store.transaction():
        return store.spool.take(name)


def interrupted(*_: object) -> None:
    raise KeyboardInterrupt


def test_nothing_waits_at_first(store: Store) -> None:
    assert store.spool.waiting() == []


def test_a_waiting_recall_is_taken_once_as_it_was(store: Store) -> None:
    store.spool.put(RECALL)
    (name,) = store.spool.waiting()
    assert take(store, name) == RECALL
    assert take(store, name) is None
    store.spool.clear([name])
    assert store.spool.waiting() == []


def test_a_recall_that_is_taken_but_not_committed_waits_on(store: Store) -> None:
    store.spool.put(RECALL)
    (name,) = store.spool.waiting()
    with pytest.raises(KeyboardInterrupt), store.transaction():
        interrupted(store.spool.take(name))
    assert take(store, name) == RECALL


def test_the_oldest_wait_first_and_only_so_many_are_taken_at_once(store: Store) -> None:
    for minute in range(MOST_AT_ONCE + 5):
        store.spool.put(SpooledRecall(at=at(minutes=-minute), query="q", actor=Actor(), memory_ids=()))
    names = store.spool.waiting()
    assert len(names) == MOST_AT_ONCE
    assert names == sorted(names)
    first = take(store, names[0])
    assert first is not None
    assert first.at == at(minutes=-MOST_AT_ONCE - 4)


def test_waiting_files_are_private_and_whole(store: Store) -> None:
    store.spool.put(RECALL)
    (path,) = place(store).iterdir()
    assert path.stat().st_mode & 0o777 == 0o600
    assert place(store).stat().st_mode & 0o777 == 0o700
    assert json.loads(path.read_bytes())["query"] == "größe\n左"


def test_a_note_is_kept_as_long_as_its_file(store: Store) -> None:
    for _ in range(2):
        store.spool.put(RECALL)
    gone, left = store.spool.waiting()
    assert take(store, gone) == take(store, left) == RECALL
    store.spool.clear([gone])
    with store.transaction():
        store.spool.forget_cleared()
        assert store.spool.take(left) is None
    (place(store) / gone).write_bytes((place(store) / left).read_bytes())
    assert take(store, gone) == RECALL


def test_a_file_that_cannot_be_removed_spoils_nothing(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    store.spool.put(RECALL)
    (name,) = store.spool.waiting()
    monkeypatch.setattr(files, "remove", refuse)
    store.spool.clear([name])
    assert store.spool.waiting() == [name]


def refuse(path: str) -> None:
    raise PermissionError(13, os.strerror(13), path)


def test_what_is_no_file_of_a_recall_does_not_wait(store: Store) -> None:
    (place(store) / "folder.json").mkdir(parents=True)
    (place(store) / "half.json.1.tmp").touch()
    assert store.spool.waiting() == []


def test_where_no_file_can_be_made_putting_fails(store: Store) -> None:
    place(store).write_text("in the way")
    with pytest.raises(StoreError, match="cannot make the folder"):
        store.spool.put(RECALL)
    assert store.spool.waiting() == []


GARBAGE = [
    b"",
    b"{",
    b"[" * 100_000,
    b"\xff\xfe",
    b"[]",
    b"null",
    b'"text"',
    b"{}",
    b'{"at": "soon", "query": "", "actor": "", "session": "", "memories": []}',
    b'{"at": 1e99, "query": "", "actor": "", "session": "", "memories": []}',
    b'{"at": -1, "query": "", "actor": "", "session": "", "memories": []}',
    b'{"at": 99999999999999999, "query": "", "actor": "", "session": "", "memories": []}',
    b'{"at": 0, "query": "", "actor": "", "session": "", "memories": 7}',
]


@pytest.mark.parametrize("content", GARBAGE)
def test_a_broken_file_is_noted_and_nothing_else(store: Store, content: bytes) -> None:
    place(store).mkdir()
    (place(store) / "1.json").write_bytes(content)
    assert take(store, "1.json") is None
    assert take(store, "1.json") is None


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(st.characters()),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=50)
@given(json_values, json_values, json_values, st.lists(json_values, max_size=3))
def test_whatever_stands_in_a_file_can_be_stored_or_is_left_out(
    store: Store, at: object, query: object, actor: object, memories: object
) -> None:
    content = {"at": at, "query": query, "actor": actor, "session": query, "memories": memories}
    place(store).mkdir(exist_ok=True)
    (place(store) / "1.json").write_text(json.dumps(content))
    with store.transaction():
        found = store.spool.take("1.json")
        store.facts._connection.run("DELETE FROM spooled")
        if found is not None:
            store.recalls.add(found.query, [], session=found.actor.session, now=found.at)
