"""Making a store, and bringing an older one up to date."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from hippo.errors import Busy, NewerStore, StoreError
from hippo.store import connection as connections
from hippo.store import migrate
from hippo.store.connection import Connection
from hippo.store.migrate import APPLICATION_ID, SCHEMA_VERSION, definition_of
from hippo.store.store import Store


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where a store may be."""
    place = tmp_path / ".hippo"
    place.mkdir()
    return place


def raw(folder: Path) -> sqlite3.Connection:
    return sqlite3.connect(folder / "hippo.db", isolation_level=None)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if not path.name.endswith("-shm")}


def test_the_schema_is_the_last_of_the_numbered_files_without_a_gap() -> None:
    names = sorted(name for name in os.listdir(migrate.FOLDER) if name.endswith(".sql"))
    assert [int(name[:4]) for name in names] == list(range(1, SCHEMA_VERSION + 1))


def test_a_new_store_says_what_it_is(folder: Path) -> None:
    Store.open(str(folder)).close()
    opened = raw(folder)
    assert opened.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)
    assert opened.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
    assert opened.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    opened.close()


def test_a_database_that_was_made_empty_becomes_a_store(folder: Path) -> None:
    (folder / "hippo.db").touch(mode=0o600)
    with Store.open(str(folder)) as store:
        assert store.schema_version() == SCHEMA_VERSION


def test_opening_again_changes_nothing(folder: Path) -> None:
    Store.open(str(folder)).close()
    before = contents(folder)
    Store.open(str(folder), created=never, warn=never).close()
    assert contents(folder) == before


def never(*_: object) -> None:
    raise AssertionError


def test_a_newer_store_is_refused_without_a_write(folder: Path) -> None:
    Store.open(str(folder)).close()
    opened = raw(folder)
    opened.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    opened.close()
    before = contents(folder)
    with pytest.raises(NewerStore, match=rf"has schema {SCHEMA_VERSION + 1}, this hippo knows schemas up to"):
        Store.open(str(folder))
    assert contents(folder) == before


@pytest.mark.parametrize("version", [0, 1, SCHEMA_VERSION, 99])
def test_another_programs_database_is_refused_without_a_write(folder: Path, version: int) -> None:
    opened = raw(folder)
    opened.execute("CREATE TABLE bookmark (url TEXT)")
    opened.execute(f"PRAGMA user_version = {version}")
    opened.close()
    before = contents(folder)
    with pytest.raises(StoreError, match="is not a hippo store but another program's database") as refused:
        Store.open(str(folder))
    assert refused.value.exit_code == 5
    assert contents(folder) == before


def test_a_text_file_is_refused_and_kept(folder: Path) -> None:
    (folder / "hippo.db").write_text("milk, bread\n" * 200)
    with pytest.raises(StoreError, match="is damaged: file is not a database"):
        Store.open(str(folder))
    assert (folder / "hippo.db").read_text() == "milk, bread\n" * 200


def test_a_store_that_cannot_be_made_says_so(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be made: No such file or directory"):
        Store.open(str(tmp_path / "nowhere"))


def test_of_many_that_make_one_store_at_once_one_fills_it_and_all_open_it(folder: Path) -> None:
    filled = []

    def open_store(_: int) -> int:
        with Store.open(str(folder), created=lambda store: filled.append(store.folder)) as store:
            return store.schema_version()

    with ThreadPoolExecutor(8) as pool:
        versions = list(pool.map(open_store, range(8)))
    assert versions == [SCHEMA_VERSION] * 8
    assert filled == [str(folder)]


def test_what_fails_while_a_store_is_filled_leaves_no_half_of_it(folder: Path) -> None:
    with pytest.raises(AssertionError):
        Store.open(str(folder), created=never)
    with Store.open(str(folder)) as store:
        assert store.schema_version() == SCHEMA_VERSION


def test_switching_to_the_log_waits_for_others_and_then_says_busy(folder: Path) -> None:
    (folder / "hippo.db").touch()
    opened, other = Connection(str(folder / "hippo.db"), wait_seconds=0.05), raw(folder)
    opened.run("PRAGMA busy_timeout = 0")
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(Busy):
        migrate._enter_wal(opened)
    other.execute("ROLLBACK")
    migrate._enter_wal(opened)
    assert opened.row("PRAGMA journal_mode")[0] == "wal"  # type: ignore[index]
    opened.close()
    other.close()


def test_where_a_log_is_unsafe_a_journal_is_kept_and_that_is_said(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migrate, "unsafe_reason", lambda place: f"{place} is on a network")
    told: list[str] = []
    with Store.open(str(folder), warn=told.append):
        assert sorted(path.name for path in folder.iterdir()) == ["hippo.db"]
    (line,) = told
    assert line.startswith(f"{folder} is on a network: the store keeps a rollback journal")


# --- one schema more, which this hippo does not have yet

NEXT = SCHEMA_VERSION + 1


@pytest.fixture
def later(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Makes a store of today, and then lets today's hippo know one schema more, made by the given statements."""

    def make(statements: str) -> None:
        Store.open(str(folder)).close()
        place = tmp_path / "migrations"
        place.mkdir()
        (place / f"{NEXT:04}_more.sql").write_text(statements)
        (place / "notes.txt").write_text("not one of them")
        for name in os.listdir(migrate.FOLDER):
            (place / name).symlink_to(os.path.join(migrate.FOLDER, name))
        monkeypatch.setattr(migrate, "FOLDER", str(place))
        monkeypatch.setattr(migrate, "SCHEMA_VERSION", NEXT)

    return make


def test_an_older_store_is_copied_and_brought_up_to_date(folder: Path, later: Callable[[str], None]) -> None:
    later("CREATE TABLE more (a TEXT);\n\n-- with a comment; and a semicolon\nINSERT INTO more VALUES ('x;y');\n")
    told: list[str] = []
    with Store.open(str(folder), created=never, warn=told.append) as store:
        assert store.schema_version() == NEXT
        assert store.facts._connection.row("SELECT a FROM more")["a"] == "x;y"  # type: ignore[index]
    kept = folder / "backups" / f"schema-{SCHEMA_VERSION}.db"
    assert told == [f"the store had schema {SCHEMA_VERSION} and now has {NEXT}; what it was is kept in {kept}"]
    copy = sqlite3.connect(kept)
    assert copy.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)
    copy.close()


def test_a_migration_that_fails_leaves_the_older_store_as_it_was(folder: Path, later: Callable[[str], None]) -> None:
    later("CREATE TABLE more (a TEXT);\nCREATE TABLE more (b TEXT);\n")
    for _ in range(2):
        with pytest.raises(StoreError, match="already exists"):
            Store.open(str(folder))
    opened = raw(folder)
    assert opened.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)
    assert opened.execute("SELECT count(*) FROM sqlite_master WHERE name = 'more'").fetchone() == (0,)
    opened.close()


def test_a_file_that_ends_in_the_middle_of_a_statement_is_a_mistake(folder: Path, later: Callable[[str], None]) -> None:
    later("CREATE TABLE more (a TEXT);\nCREATE TABLE even_more (a TEXT)")
    with pytest.raises(ValueError, match=r"_more\.sql ends in the middle of a statement"):
        Store.open(str(folder))


def test_a_trigger_is_one_statement_and_a_last_comment_is_none(folder: Path, later: Callable[[str], None]) -> None:
    later(
        "CREATE TABLE more (a TEXT);\n"
        "CREATE TRIGGER grows AFTER INSERT ON more BEGIN\n  SELECT 1;\n  SELECT 2;\nEND;\n"
        "-- done\n"
    )
    with Store.open(str(folder)) as store:
        assert store.schema_version() == NEXT


def test_of_many_that_find_an_old_store_one_migrates_it(folder: Path, later: Callable[[str], None]) -> None:
    later("CREATE TABLE more (a TEXT);\n")

    def open_store(_: int) -> int:
        with Store.open(str(folder)) as store:
            return store.schema_version()

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(open_store, range(4))) == [NEXT] * 4


def test_a_store_that_somebody_is_migrating_is_waited_for(
    folder: Path, later: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    later("CREATE TABLE more (a TEXT);\n")
    monkeypatch.setattr(connections, "WRITE_WAIT_SECONDS", 0.01)
    other = raw(folder)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(Busy):
        Store.open(str(folder))
    other.execute("ROLLBACK")
    other.close()
    Store.open(str(folder)).close()


@pytest.mark.parametrize("table", ["live_words", "gone_words"])
def test_the_statement_that_makes_an_index_is_found(table: str) -> None:
    assert definition_of(table).strip().startswith(f"CREATE VIRTUAL TABLE {table} USING fts5 (")


def test_a_store_is_only_its_owners(folder: Path) -> None:
    before = os.umask(0o002)
    try:
        with Store.open(str(folder)):
            modes = {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()}
    finally:
        os.umask(before)
    assert set(modes.values()) == {0o600}
    assert "hippo.db" in modes
