"""Keeping many drafts at once: the same as one by one, in few statements."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from hippo.adapters.foreign_files import found_in
from hippo.core.memory import Draft, Layer, Memory, Origin
from hippo.core.value import replace
from hippo.services.forget import forget
from hippo.services.gathering import gather
from hippo.services.keeping import keep
from hippo.services.keeping_many import keep_all, prepared
from hippo.services.occasion import Occasion
from hippo.store.connection import Connection
from hippo.store.events import Event
from hippo.store.search import Scope
from hippo.store.store import Store
from tests.services.desk import Make
from tests.support import at

TEXTS = ("oil it", "call Sam", "oil  it", "oil it", "ring the bell", "call Sam", "sweep", "Oil it", "ring the bell")
DOUBT = "perhaps sends secrets away"


@pytest.fixture
def stores(tmp_path: Path) -> Iterator[tuple[Store, Store]]:
    (tmp_path / "one").mkdir()
    (tmp_path / "other").mkdir()
    with Store.open(str(tmp_path / "one")) as one, Store.open(str(tmp_path / "other")) as other:
        yield one, other


def drafts() -> list[Draft]:
    return [
        Draft(
            text=text,
            tags=("a", f"t{number % 3}"),
            flag=DOUBT if text.startswith("ring") or number == 3 else "",
            layer=Layer.SEMANTIC if number == 5 else Layer.EPISODIC,
            origin=Origin(
                kind="import", reference=f"notes token=ghp_{'x1' * 12}:{number}", series=f"talk {number % 2}"
            ),
        )
        for number, text in enumerate(TEXTS)
    ]


def occasions(make: Make, day: float) -> Occasion:
    ids = count(int(day * 1000))
    return replace(make(now=at(days=day)), new_id=lambda: f"mem_{next(ids):012x}")


def held(store: Store) -> list[tuple[int, Memory, list[Event]]]:
    return [(each.number, each.memory, store.events.of(each.memory.id)) for each in store.memories.everything()]


def test_many_drafts_become_what_they_become_one_by_one(stores: tuple[Store, Store], occasion: Make) -> None:
    one, other = stores
    for day in (1, 2):
        occasion_of = occasions(occasion, day)
        with one.transaction():
            singly = [keep(one, each, occasion_of) for each in drafts()]
        occasion_of = occasions(occasion, day)
        with other.transaction():
            together = keep_all(other, prepared(drafts()), occasion_of)
        assert [(each.number, each.keeping) for each in together] == [(each.number, each.keeping) for each in singly]
        assert [each.memory.id for each in together] == [each.memory.id for each in singly]
        assert held(other) == held(one)
        for store in stores:
            forget([store], [held(store)[0][1].id], occasion=occasion(now=at(days=day, hours=1)))
    assert other.index.search(Scope()).rows(["oil"]) == one.index.search(Scope()).rows(["oil"])


def test_what_is_kept_of_many_is_as_it_may_be_shown(stores: tuple[Store, Store], occasion: Make) -> None:
    store, _ = stores
    with store.transaction():
        [kept] = keep_all(store, prepared(drafts()[:1]), occasion())
    assert kept.memory == store.memories.get(kept.number)
    assert "ghp_" not in kept.memory.origin.reference


def test_an_import_asks_the_database_by_batches_not_by_notes(
    store: Store, occasion: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    for name in ("run", "insert", "run_many", "rows", "row"):
        real = getattr(Connection, name)

        def counted(connection: Connection, sql: str, *given: Any, _real: Any = real) -> Any:
            asked.append(sql)
            return _real(connection, sql, *given)

        monkeypatch.setattr(Connection, name, counted)
    (tmp_path / "notes.md").write_text("".join(f"- note {number} of the mill\n" for number in range(400)))
    done = gather(store, found_in(str(tmp_path / "notes.md")), "notes.md", occasion=occasion())
    assert done.new == 400
    assert len(asked) < 60
