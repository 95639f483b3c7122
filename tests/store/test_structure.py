"""What a database is made of, and making anew what is derived."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from hippo.store import snapshot
from hippo.store.connection import Damaged
from hippo.store.migrate import SCHEMA_VERSION
from hippo.store.store import Store
from hippo.store.structure import lost_pieces, missing_truth
from tests.store.adding import add

DERIVED = (
    "table corpus",
    "table word",
    "table compared",
    "view live_text",
    "index tag_by_name",
    "trigger memory_added",
)


def do(store: Store, statement: str) -> None:
    store._connection.run(statement)


def lost(store: Store) -> list[str]:
    return [str(piece) for piece in store.health.lost_pieces()]


def tables(store: Store) -> list[str]:
    rows = store._connection.rows("SELECT name FROM sqlite_master WHERE type = 'table'")
    return [row["name"] for row in rows if "_words" not in row["name"] and not row["name"].startswith("sqlite_")]


def test_a_store_that_was_just_made_lacks_nothing(store: Store) -> None:
    assert lost(store) == []
    assert missing_truth(store._connection.rows, SCHEMA_VERSION) == ""


def test_every_table_that_is_dropped_is_missed(store: Store) -> None:
    do(store, "PRAGMA foreign_keys = OFF")
    for table in tables(store):
        do(store, "SAVEPOINT before")
        do(store, f"DROP TABLE {table}")
        assert f"table {table}" in lost(store)
        do(store, "ROLLBACK TO before")
    assert lost(store) == []


def test_a_table_that_lacks_a_column_is_altered_and_one_that_has_more_is_not(store: Store) -> None:
    do(store, "ALTER TABLE recall DROP COLUMN query")
    do(store, "ALTER TABLE tag ADD COLUMN colour TEXT")
    assert lost(store) == ["table recall"]
    assert missing_truth(store._connection.rows, SCHEMA_VERSION) == "missing or altered table recall"


@pytest.mark.parametrize("piece", DERIVED)
def test_what_is_derived_is_made_anew(store: Store, piece: str) -> None:
    add(store, 1, text="the valve opens to the left")
    do(store, f"DROP {piece}")
    assert (lost(store), missing_truth(store._connection.rows, SCHEMA_VERSION)) == ([piece], "")
    with store.transaction():
        store.health.mend_pieces(store.health.lost_pieces())
    assert (lost(store), store.health.damaged_indexes(), store.health.wrong_totals()) == ([], [], False)
    assert store.vocabulary.among(["valve", "pump"]) == ["valve"]
    add(store, 2, text="the pump is green")
    assert store._connection.number("SELECT documents FROM corpus WHERE live = 1") == 2


def test_a_trigger_with_another_body_is_altered_and_comments_and_spaces_do_not_count(store: Store) -> None:
    [body] = store._connection.rows("SELECT sql FROM sqlite_master WHERE name = 'link_added'")
    do(store, "DROP TRIGGER link_added")
    do(store, body["sql"].replace("BEGIN", "BEGIN  -- and then\n   "))
    assert lost(store) == []
    do(store, "DROP TRIGGER link_added")
    do(store, body["sql"].replace("version + 1", "version + 2"))
    assert lost(store) == ["trigger link_added"]
    with store.transaction():
        store.health.mend_pieces(store.health.lost_pieces())
    assert lost(store) == []


def test_totals_without_rows_are_wrong_and_get_them_again(store: Store) -> None:
    add(store, 1, text="the valve opens to the left")
    do(store, "DELETE FROM corpus")
    assert store.health.wrong_totals()
    with store.transaction():
        store.health.mend_totals()
    assert not store.health.wrong_totals()


def test_a_copy_that_lacks_a_table_is_not_whole(store: Store, tmp_path: Path) -> None:
    add(store, 1)
    database, copy = str(Path(store.folder, "hippo.db")), str(tmp_path / "copy.db")
    snapshot.take(database, copy)
    raw = sqlite3.connect(copy)
    raw.execute("DROP TABLE tag")
    raw.close()
    with pytest.raises(Damaged, match="missing or altered table tag"):
        snapshot.verify(copy)
    do(store, "DROP TABLE conflict")
    with pytest.raises(Damaged, match="missing or altered table conflict") as refused:
        snapshot.take(database, str(tmp_path / "other.db"))
    assert "hippo doctor" in refused.value.hint
    assert not (tmp_path / "other.db").exists()


def test_a_statement_that_meets_a_missing_part_says_damaged(store: Store) -> None:
    do(store, "DROP TABLE tag")
    with pytest.raises(Damaged, match="no such table: tag") as met:
        add(store, 1, tags=("pump",))
    assert "hippo doctor" in met.value.hint


def test_an_older_schema_is_held_against_its_own_migrations(store: Store) -> None:
    assert lost_pieces(store._connection.rows, 0) == []
