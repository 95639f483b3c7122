"""Whether a store is sound, part by part."""

from __future__ import annotations

from pathlib import Path

import pytest

from hippo.errors import Busy
from hippo.store.connection import Damaged
from hippo.store.full_text import INDEXES
from hippo.store.store import Store
from tests.store.adding import add
from tests.store.damaging import pages_of, zero


@pytest.fixture
def database(store: Store) -> Path:
    """The file of a store with some memories, which is closed."""
    for number in range(1, 30):
        add(store, number, text=f"note {number} of the quarry road floods {number * 7919} in november", tags=("a",))
    store.close()
    return Path(store.folder) / "hippo.db"


def opened(database: Path) -> Store:
    return Store.open(str(database.parent))


def test_a_store_that_was_just_made_is_sound(store: Store) -> None:
    health = store.health
    assert health.damaged_pages() == health.damaged_indexes() == health.unusable_indexes() == health.stray_pages() == []
    assert not health.wrong_totals()


@pytest.mark.parametrize("table", ["live_words_data", "live_words_idx", "live_words_docsize", "live_words_config"])
def test_a_lost_page_of_an_index_is_damage_of_the_index_alone(database: Path, table: str) -> None:
    zero(database, pages_of(database, table)[0])
    with opened(database) as store:
        assert (store.health.damaged_pages(), store.health.damaged_indexes()) == ([], ["live_words"])


@pytest.mark.parametrize("table", ["memory", "event", "tag", "memory_by_use", "meta"])
def test_a_lost_page_of_anything_else_is_damage_of_the_memories(database: Path, table: str) -> None:
    zero(database, pages_of(database, table)[0])
    with opened(database) as store:
        assert store.health.damaged_pages()


@pytest.mark.parametrize("table", ["live_words_data", "live_words_idx", "live_words_docsize", "live_words_config"])
def test_an_index_is_made_anew_beside_its_lost_pages(database: Path, table: str) -> None:
    zero(database, pages_of(database, table)[0])
    with opened(database) as store, pytest.raises(Damaged), store.transaction():
        store.health.mend_indexes(["live_words"])
    with opened(database) as store:
        with store.transaction():
            store.health.replant_indexes(["live_words"])
        assert (store.health.damaged_pages(), store.health.damaged_indexes()) == ([], [])
        assert store.health.stray_pages()
        store.health.rewrite()
        assert store.health.stray_pages() == []


LOSSES = {
    "emptied": "INSERT INTO {index} ({index}) VALUES ('delete-all')",
    "pages gone": "DELETE FROM {index}_data",
    "no structure": "DELETE FROM {index}_data WHERE id = 10",
    "no configuration": "DROP TABLE {index}_config",
    "no sizes": "DROP TABLE {index}_docsize",
    "no table": "DROP TABLE {index}",
}


@pytest.mark.parametrize("index", INDEXES)
@pytest.mark.parametrize("loss", LOSSES)
def test_an_index_whose_rows_are_lost_is_found_and_mended(database: Path, loss: str, index: str) -> None:
    with opened(database) as store, store.transaction():
        add_archived(store)
        store._connection.run(LOSSES[loss].format(index=index))
    with opened(database) as store:
        assert store.health.damaged_indexes() == [index]
        assert store.health.damaged_pages() == []
    with opened(database) as store:
        with store.transaction():
            store.health.mend_indexes([index])
        assert store.health.damaged_indexes() == store.health.damaged_pages() == store.health.stray_pages() == []


def add_archived(store: Store) -> None:
    store._connection.run("UPDATE memory SET state = 'archived' WHERE number < 5")


def test_an_index_that_cannot_be_opened_is_told_from_one_that_lies(database: Path) -> None:
    with opened(database) as store, store.transaction():
        store._connection.run(LOSSES["no table"].format(index="gone_words"))
        store._connection.run(LOSSES["emptied"].format(index="live_words"))
    with opened(database) as store:
        assert store.health.unusable_indexes() == ["gone_words"]
        assert store.health.damaged_indexes() == ["live_words", "gone_words"]


def test_totals_that_lie_are_found_and_counted_anew(store: Store) -> None:
    add(store, 1)
    for lie in ("UPDATE corpus SET documents = 7", "UPDATE corpus SET term_count = 0 WHERE live = 1"):
        with store.transaction():
            store._connection.run(lie)
        assert store.health.wrong_totals()
        with store.transaction():
            store.health.mend_totals()
        assert not store.health.wrong_totals()


def test_the_totals_of_a_series_are_totals_too(store: Store) -> None:
    with store.transaction():
        store._connection.run("INSERT INTO series (name, documents) VALUES ('monday', 3)")
    assert store.health.wrong_totals()
    with store.transaction():
        store.health.mend_totals()
    assert not store.health.wrong_totals()


def test_rows_that_point_nowhere_are_damage(store: Store) -> None:
    store._connection.run("PRAGMA foreign_keys = OFF")
    store._connection.run("INSERT INTO tag (memory, name) VALUES (77, 'a'), (78, 'b')")
    assert "2 rows point at memories that are not there" in store.health.damaged_pages()


def test_a_busy_store_is_no_damaged_index(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store._connection, "wait_seconds", 0)
    store._connection.run("PRAGMA busy_timeout = 0")
    with Store.open(store.folder) as other, other.transaction(), pytest.raises(Busy):
        store.health.damaged_indexes()


def test_a_log_is_left_unless_somebody_uses_the_store(store: Store) -> None:
    store._connection.run("PRAGMA busy_timeout = 0")
    assert store.health.has_log()
    with Store.open(store.folder) as other:
        other.memories.counts()
        with pytest.raises(Busy):
            store.health.leave_log()
    assert store.health.has_log()
    assert store.health.leave_log()
    assert not store.health.has_log()


def test_a_schema_that_cannot_be_read_is_damage(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    real = store._connection.rows

    def rows(sql: str, *given: object) -> list[object]:
        if "sqlite_master" in sql:
            raise Damaged("malformed schema")
        if "quick_check" in sql:
            return [("a page is damaged",)]
        return real(sql, *given)  # type: ignore[arg-type, return-value]

    monkeypatch.setattr(store._connection, "rows", rows)
    assert store.health.damaged_pages() == ["malformed schema"]
