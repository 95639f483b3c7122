"""Filters that leave few memories are known by their indexes."""

from __future__ import annotations

import pytest

from hippo.core.memory import Layer, State
from hippo.store import narrow
from hippo.store.narrow import few_rows
from hippo.store.search import Scope
from hippo.store.store import Store
from tests.store.searching import fill
from tests.support import NOON, at


def rows(store: Store, **scope: object) -> list[int] | None:
    return few_rows(store.facts._connection, Scope(**scope))


@pytest.fixture(autouse=True)
def three_are_few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(narrow, "FEW", 3)


def test_without_filters_nothing_is_narrow(store: Store) -> None:
    fill(store, ["valve"])
    assert rows(store) is None
    assert rows(store, layer=Layer.EPISODIC) is None


def test_a_tag_on_few_memories_is_narrow_and_one_on_many_is_not(store: Store) -> None:
    rare = fill(store, ["valve"] * 3, tags=("rare",))
    fill(store, ["valve"] * 4, first=9, tags=("common",))
    assert rows(store, tags=("rare",)) == rare
    assert rows(store, tags=("common",)) is None
    assert rows(store, tags=("common", "rare")) == rare
    assert rows(store, tags=("unheard",)) == []


def test_what_was_made_since_a_moment_is_among_what_was_used_since(store: Store) -> None:
    fill(store, ["valve"] * 5, created_at=at(days=-9))
    used = fill(store, ["valve"], first=10, created_at=at(days=-9), last_used_at=NOON)
    new = fill(store, ["valve"] * 2, first=20, created_at=NOON)
    assert sorted(rows(store, since=at(days=-1)) or []) == used + new
    assert rows(store, since=at(days=-10)) is None


def test_few_semantic_memories_are_narrow(store: Store) -> None:
    fill(store, ["valve"] * 5)
    kept = fill(store, ["valve"], first=10, layer=Layer.SEMANTIC)
    assert rows(store, layer=Layer.SEMANTIC) == kept


@pytest.mark.parametrize("state", [State.ARCHIVED, State.SUPERSEDED])
def test_of_what_is_not_live_only_tags_are_known(store: Store, state: State) -> None:
    [gone] = fill(store, ["valve"], state=state, tags=("rare",))
    assert rows(store, state=state, tags=("rare",)) == [gone]
    assert rows(store, state=state, since=NOON) is None
    assert rows(store, state=state, layer=Layer.SEMANTIC) is None
