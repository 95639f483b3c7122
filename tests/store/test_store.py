"""One store as a whole: opening, sizes, erasing, folders that cannot be written."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest

from hippo.services.purge import purge_rows
from hippo.store import store as module
from hippo.store.store import Store
from tests.store.adding import add, row

SECRET = "the zymurgist keeps quokka-4711 in the cellar"


def holding(folder: str, *needles: str) -> list[str]:
    """The files of a store that hold one of these words, in any case."""
    found = []
    for path in sorted(Path(folder).rglob("*")):
        content = path.read_bytes().lower() if path.is_file() else b""
        found += [f"{path.name}: {needle}" for needle in needles if needle.encode() in content]
    return found


def purge(store: Store) -> None:
    with store.transaction():
        purge_rows(store, store.memories.by_numbers([1]), keep_history=False)


def test_a_store_knows_its_place_and_its_scope(tmp_path: Path) -> None:
    with Store.open(str(tmp_path), scope="global") as store:
        assert (store.folder, store.scope) == (str(tmp_path), "global")
    with Store.open(str(tmp_path)) as store:
        assert store.scope == "local"


def test_a_store_is_closed_when_it_is_left(tmp_path: Path) -> None:
    with Store.open(str(tmp_path)) as store:
        add(store, 1)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["hippo.db"]
    with pytest.raises(sqlite3.ProgrammingError):
        store._connection._raw.execute("SELECT 1")


def test_the_size_of_a_store_counts_its_log(store: Store) -> None:
    add(store, 1)
    path = os.path.join(store.folder, "hippo.db")
    assert store.size_bytes() == os.path.getsize(path) + os.path.getsize(path + "-wal")
    assert os.path.getsize(path + "-wal") > 0


def test_an_erased_memory_leaves_no_byte_in_any_file_also_of_what_it_was_before(store: Store) -> None:
    made = add(store, 1, text=SECRET)
    add(store, 2, text="the cellar is cold")
    for number in range(3, 60):
        add(store, number, text=f"filler number{number} of the store")
    assert holding(store.folder, "zymurgist", "quokka-4711")
    purge(store)
    assert store.erase_traces()
    assert holding(store.folder, "zymurgist", "quokka", "4711", made.id) == []
    assert holding(store.folder, "cellar") != []
    store.close()
    assert holding(store.folder, "zymurgist", "quokka", "4711") == []


def test_a_reader_keeps_the_last_traces_until_it_closes_the_store(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_READERS_WAIT_MS", 0)
    add(store, 1, text=SECRET)
    reader = sqlite3.connect(os.path.join(store.folder, "hippo.db"), isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM memory").fetchone()
    purge(store)
    assert not store.erase_traces()
    assert holding(store.folder, "zymurgist")
    reader.close()
    assert store.erase_traces()
    assert holding(store.folder, "zymurgist") == []


def test_erasing_keeps_what_is_not_erased(store: Store) -> None:
    add(store, 1, text=SECRET)
    kept = add(store, 2, text="the cellar is cold")
    purge(store)
    store.erase_traces()
    assert [each.memory for each in store.memories.everything()] == [kept]
    assert row(store, kept) == 2
    assert store.health.damaged_indexes() == []


def test_where_a_folder_is_frozen_what_is_still_in_the_log_is_told(
    store: Store, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    first = add(store, 1)
    assert store.erase_traces()
    second = add(store, 2)
    copy = tmp_path / "copy"
    copy.mkdir()
    for end in ("", "-wal"):
        (copy / f"hippo.db{end}").write_bytes(Path(store.folder, f"hippo.db{end}").read_bytes())
    store.close()
    told: list[str] = []
    frozen_connections(monkeypatch)
    with Store.open(str(copy), warn=told.append) as frozen:
        assert [each.memory for each in frozen.memories.everything()] == [first]
    assert told == [f"{copy} cannot be written: what was stored last is still in the log, which cannot be read here"]
    told.clear()
    with Store.open(store.folder, warn=told.append) as frozen:
        assert [each.memory for each in frozen.memories.everything()] == [first, second]
    assert told == []


def frozen_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if no folder could be written."""
    real = sqlite3.connect

    def connect(name: str, **how: object) -> sqlite3.Connection:
        if "immutable=1" in name:
            return real(name, **how)  # type: ignore[call-overload, no-any-return]
        raise sqlite3.OperationalError("unable to open database file")

    monkeypatch.setattr(sqlite3, "connect", connect)
    monkeypatch.setattr(os, "access", lambda name, how: how != os.W_OK)
