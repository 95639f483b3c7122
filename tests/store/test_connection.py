"""One open database: transactions, waits, errors in hippo's words, folders that cannot be written."""

from __future__ import annotations

import os
import sqlite3
import stat
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from hippo.errors import Busy, HippoError, StoreError
from hippo.store import connection as module
from hippo.store.connection import Connection, Damaged, ReadOnly, explained, frozen_uri

_MAKE = "CREATE TABLE thing (number INTEGER PRIMARY KEY, name TEXT UNIQUE)"
_ADD = "INSERT INTO thing (name) VALUES (:name)"


@pytest.fixture
def path(tmp_path: Path) -> str:
    """A database with one row, in a folder of its own."""
    folder = tmp_path / ".hippo"
    folder.mkdir()
    with sqlite3.connect(folder / "hippo.db") as raw:
        raw.execute("PRAGMA journal_mode = WAL")
        raw.execute(_MAKE)
        raw.execute(_ADD, {"name": "valve"})
    raw.close()
    return str(folder / "hippo.db")


@pytest.fixture
def connection(path: str) -> Iterator[Connection]:
    opened = Connection(path, wait_seconds=0.01)
    yield opened
    opened.close()


@pytest.fixture
def other(path: str) -> Iterator[sqlite3.Connection]:
    """Another process, as far as locks are concerned."""
    raw = sqlite3.connect(path, isolation_level=None)
    yield raw
    raw.close()


def names(connection: Connection) -> list[str]:
    return [row["name"] for row in connection.rows("SELECT name FROM thing ORDER BY number")]


def interrupted(*_: object) -> None:
    raise KeyboardInterrupt


def test_statements_run_with_named_parameters_and_say_what_they_did(connection: Connection) -> None:
    assert connection.insert(_ADD, {"name": "pump"}) == 2
    connection.run_many("INSERT INTO thing (name) VALUES (?)", [("gate",), ("lock",)])
    assert connection.run("DELETE FROM thing WHERE number > :number", {"number": 2}) == 2
    assert names(connection) == ["valve", "pump"]
    first = connection.row("SELECT number, name FROM thing")
    assert first is not None
    assert (first["number"], first["name"]) == (1, "valve")
    assert connection.row("SELECT 1 FROM thing WHERE name = ?", ("gate",)) is None


def test_a_number_is_nought_where_there_is_none(connection: Connection) -> None:
    assert connection.number("SELECT count(*) FROM thing") == 1
    assert connection.number("SELECT max(number) FROM thing WHERE name = 'gate'") == 0
    assert connection.number("SELECT number FROM thing WHERE name = 'gate'") == 0


@pytest.mark.parametrize("verb", ["run", "insert", "rows", "row", "run_many"])
def test_every_way_to_run_a_statement_speaks_in_hippos_errors(connection: Connection, verb: str) -> None:
    values = [{}] if verb == "run_many" else {}
    with pytest.raises(StoreError, match=r"the store \.hippo/hippo\.db is damaged: no such table: absent"):
        getattr(connection, verb)("INSERT INTO absent VALUES (1)", values)


def test_no_more_of_a_large_file_than_its_beginning_counts_as_memory(connection: Connection) -> None:
    assert 0 < connection.number("PRAGMA mmap_size") <= 32 * 1024 * 1024


def test_a_transaction_keeps_all_or_nothing(connection: Connection) -> None:
    with connection.transaction():
        connection.insert(_ADD, {"name": "pump"})
    with pytest.raises(StoreError, match="UNIQUE"), connection.transaction():
        connection.run_many(_ADD, [{"name": "gate"}, {"name": "gate"}])
    with pytest.raises(KeyboardInterrupt), connection.transaction():
        interrupted(connection.insert(_ADD, {"name": "lock"}))
    assert names(connection) == ["valve", "pump"]


def test_a_transaction_that_sqlite_has_ended_itself_is_not_rolled_back_again(connection: Connection) -> None:
    with pytest.raises(StoreError, match="UNIQUE"), connection.transaction():
        connection.run("INSERT OR ROLLBACK INTO thing (name) VALUES ('valve')")
    assert names(connection) == ["valve"]


def test_a_writer_waits_for_another_and_then_says_busy(connection: Connection, other: sqlite3.Connection) -> None:
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(Busy) as busy, connection.transaction(wait_seconds=0):
        raise AssertionError
    assert busy.value.exit_code == 75
    assert busy.value.message == "the store .hippo/hippo.db is busy: another process is writing"
    other.execute("ROLLBACK")
    with connection.transaction():
        connection.insert(_ADD, {"name": "pump"})


def test_a_writer_that_is_waited_for_is_not_busy(path: str) -> None:
    connection, held, go = Connection(path, wait_seconds=10), threading.Event(), threading.Event()

    def hold() -> None:
        raw = sqlite3.connect(path, isolation_level=None)
        raw.execute("BEGIN IMMEDIATE")
        held.set()
        go.wait(5)
        time.sleep(0.05)
        raw.execute("COMMIT")
        raw.close()

    holder = threading.Thread(target=hold)
    holder.start()
    held.wait(5)
    go.set()
    with connection.transaction():
        connection.insert(_ADD, {"name": "pump"})
    holder.join()
    connection.close()


def test_a_short_wait_is_for_one_transaction_alone(connection: Connection) -> None:
    with connection.transaction(wait_seconds=0.25):
        assert connection.number("PRAGMA busy_timeout") == 250
    with connection.transaction():
        assert connection.number("PRAGMA busy_timeout") == 10


def test_a_wait_that_nobody_names_is_half_a_minute(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = Connection(path)
    assert opened.wait_seconds == 30
    opened.close()
    monkeypatch.setattr(module, "WRITE_WAIT_SECONDS", 0.5)
    opened = Connection(path)
    assert opened.wait_seconds == 0.5
    opened.close()


def test_readers_are_never_blocked_by_a_writer(connection: Connection, other: sqlite3.Connection) -> None:
    other.execute("BEGIN IMMEDIATE")
    other.execute(_ADD, {"name": "pump"})
    assert names(connection) == ["valve"]
    other.execute("COMMIT")
    assert names(connection) == ["valve", "pump"]


def test_what_others_commit_within_one_moment_of_reading_is_not_seen(
    connection: Connection, other: sqlite3.Connection
) -> None:
    with connection.reading():
        assert names(connection) == ["valve"]
        other.execute(_ADD, {"name": "pump"})
        assert names(connection) == ["valve"]
    assert names(connection) == ["valve", "pump"]


def test_a_file_that_is_no_database_is_damaged(path: str) -> None:
    Path(path).write_text("a shopping list: milk, bread\n" * 100)
    with pytest.raises(Damaged, match=r"the store \.hippo/hippo\.db is damaged: file is not a database"):
        Connection(path)


def test_a_folder_in_place_of_the_file_cannot_be_opened(tmp_path: Path) -> None:
    (tmp_path / "hippo.db").mkdir()
    with pytest.raises(StoreError, match="cannot be read or written"):
        Connection(str(tmp_path / "hippo.db"))


@pytest.fixture
def frozen(path: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """A store in a folder where nothing can be made: as on a read-only mount, whoever asks."""
    real = sqlite3.connect

    def connect(name: str, **how: object) -> sqlite3.Connection:
        if "immutable=1" in name:
            return real(name, **how)  # type: ignore[call-overload, no-any-return]
        raise sqlite3.OperationalError("unable to open database file")

    monkeypatch.setattr(sqlite3, "connect", connect)
    allowed = os.access
    folder = os.path.dirname(path)
    monkeypatch.setattr(os, "access", lambda name, how: (name, how) != (folder, os.W_OK) and allowed(name, how))
    return path


def test_in_a_folder_that_cannot_be_written_the_file_is_read_as_it_is(frozen: str) -> None:
    before = sorted(os.listdir(os.path.dirname(frozen)))
    opened = Connection(frozen)
    assert opened.is_frozen
    assert names(opened) == ["valve"]
    with pytest.raises(StoreError, match="is read-only: nothing was written") as refused, opened.transaction():
        opened.insert(_ADD, {"name": "pump"})
    assert refused.value.exit_code == 5
    opened.close()
    assert sorted(os.listdir(os.path.dirname(frozen))) == before


def test_a_file_that_cannot_be_read_is_not_tried_again(frozen: str) -> None:
    os.remove(frozen)
    with pytest.raises(StoreError, match="unable to open"):
        Connection(frozen)


def test_an_open_folder_is_not_taken_for_a_frozen_one(connection: Connection) -> None:
    assert not connection.is_frozen


def test_the_name_of_a_frozen_file_has_no_syntax_left(tmp_path: Path) -> None:
    odd = tmp_path / "50% ?really# yes"
    odd.mkdir()
    with sqlite3.connect(odd / "a.db") as raw:
        raw.execute(_MAKE)
    raw.close()
    raw = sqlite3.connect(frozen_uri(str(odd / "a.db")), uri=True)
    assert raw.execute("SELECT count(*) FROM thing").fetchone() == (0,)
    raw.close()


def sqlite_error(code: int) -> sqlite3.Error:
    error = sqlite3.OperationalError("as SQLite says")
    error.sqlite_errorcode = code
    return error


@pytest.mark.parametrize(
    ("code", "kind", "status", "words"),
    [
        (sqlite3.SQLITE_BUSY, Busy, 75, "is busy"),
        (sqlite3.SQLITE_BUSY_SNAPSHOT, Busy, 75, "is busy"),
        (sqlite3.SQLITE_LOCKED, Busy, 75, "is busy"),
        (sqlite3.SQLITE_CORRUPT, Damaged, 5, "is damaged: as SQLite says"),
        (sqlite3.SQLITE_CORRUPT_VTAB, Damaged, 5, "is damaged"),
        (sqlite3.SQLITE_NOTADB, Damaged, 5, "is damaged"),
        (sqlite3.SQLITE_READONLY_DBMOVED, ReadOnly, 5, "is read-only"),
        (sqlite3.SQLITE_FULL, StoreError, 5, "no room left"),
        (sqlite3.SQLITE_IOERR_READ, StoreError, 5, "cannot be read or written"),
        (sqlite3.SQLITE_CANTOPEN, StoreError, 5, "cannot be read or written"),
        (sqlite3.SQLITE_PERM, StoreError, 5, "cannot be read or written"),
        (sqlite3.SQLITE_AUTH, StoreError, 5, "cannot be read or written"),
        (sqlite3.SQLITE_ERROR, StoreError, 5, "the store .hippo/hippo.db: as SQLite says"),
    ],
)
def test_what_sqlite_says_is_told_in_one_line(code: int, kind: type[HippoError], status: int, words: str) -> None:
    told = explained(sqlite_error(code), "/a/project/.hippo/hippo.db")
    assert type(told) is kind
    assert told.exit_code == status
    assert words in told.message
    assert "/a/project" not in told.message
    assert "\n" not in told.message


def test_a_database_is_written_to_its_log_first(connection: Connection, path: str) -> None:
    connection.insert(_ADD, {"name": "pump"})
    assert os.path.getsize(path + "-wal") > 0
    assert stat.S_IMODE(os.stat(path + "-wal").st_mode) == stat.S_IMODE(os.stat(path).st_mode)


@pytest.mark.parametrize("code", [sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL])
def test_where_there_is_no_room_even_for_a_log_the_file_is_read_and_a_write_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    path = str(tmp_path / "hippo.db")
    Connection(path).close()
    real = module._connected

    def without_room(name: str, wait_seconds: float) -> sqlite3.Connection:
        if not name.startswith("file:"):
            error = sqlite3.OperationalError("disk I/O error")
            error.sqlite_errorcode = code | 0x1300
            raise error
        return real(name, wait_seconds)

    monkeypatch.setattr(module, "_connected", without_room)
    connection = Connection(path)
    assert connection.is_frozen
    assert connection.number("SELECT 7") == 7
    with pytest.raises(StoreError, match="no room left"), connection.transaction():
        raise AssertionError
    connection.close()


def test_a_log_that_has_grown_is_begun_anew_once_nobody_reads(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LONGEST_LOG_BYTES", 50_000)
    connection, reader = Connection(path), Connection(path)
    with reader.reading():
        assert reader.number("SELECT count(*) FROM thing") == 1
        for number in range(5):
            with connection.transaction():
                connection.insert(_ADD, {"name": f"{number}" * 20_000})
        assert os.path.getsize(f"{path}-wal") > 100_000
    with connection.transaction():
        connection.insert(_ADD, {"name": "last"})
    assert os.path.getsize(f"{path}-wal") == 0
    assert connection.number("SELECT count(*) FROM thing") == 7
    connection.close()
    reader.close()


def test_trouble_with_the_log_is_no_trouble_of_what_was_committed(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LONGEST_LOG_BYTES", -1)
    connection = Connection(path)

    def refuse(sql: str) -> None:
        raise StoreError("no room left")

    with connection.transaction():
        connection.insert(_ADD, {"name": "last"})
        monkeypatch.setattr(connection, "row", refuse)
    monkeypatch.undo()
    assert connection.number("SELECT count(*) FROM thing") == 2
    connection.close()


def test_any_number_of_values_can_be_asked_for(path: str) -> None:
    connection = Connection(path)
    connection.run_many(_ADD, ({"name": str(number)} for number in range(40_000)))
    asked = [str(number) for number in range(0, 80_000, 2)]
    found = connection.rows_among("SELECT name FROM thing WHERE name IN ({marks})", asked)
    assert sum(1 for _ in found) == 20_000
    assert list(connection.rows_among("SELECT name FROM thing WHERE name IN ({marks})", [])) == []
    both = connection.rows_among("SELECT name FROM thing WHERE name IN ({marks}) AND name > ?", asked, "9")
    assert {row["name"][0] for row in both} == {"9"}
    connection.close()
