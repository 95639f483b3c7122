"""Copies of a database: whole, checked, put in place."""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from pathlib import Path

import pytest

from hippo.errors import Busy, NewerStore, Refused, StoreError
from hippo.store import snapshot
from hippo.store.connection import Damaged
from hippo.store.packing import unpacked
from hippo.store.snapshot import may_hold, put_back, take, verify
from hippo.store.store import Store
from tests.store.adding import add


@pytest.fixture
def source(store: Store) -> str:
    """The database of a store with two memories, the second of which is in the log alone."""
    add(store, 1, text="the valve opens to the left")
    add(store, 2, text="the pump is green")
    return os.path.join(store.folder, "hippo.db")


def texts(path: str | Path) -> list[str]:
    connection = sqlite3.connect(path)
    try:
        return [row[0] for row in connection.execute("SELECT text FROM memory ORDER BY number")]
    finally:
        connection.close()


def mode_of(path: str | Path) -> str:
    connection = sqlite3.connect(path)
    try:
        found: str = connection.execute("PRAGMA journal_mode").fetchone()[0]
        return found
    finally:
        connection.close()


# --- taking


def test_a_copy_holds_what_was_committed_and_is_one_private_file(source: str, tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        found = take(source, str(tmp_path / "copy.db"))
    finally:
        os.umask(before)
    assert (found.memories, found.size_bytes) == (2, (tmp_path / "copy.db").stat().st_size)
    assert texts(tmp_path / "copy.db") == ["the valve opens to the left", "the pump is green"]
    assert [each.name for each in tmp_path.iterdir() if each.is_file()] == ["copy.db"]
    assert (tmp_path / "copy.db").stat().st_mode & 0o777 == 0o600
    assert mode_of(tmp_path / "copy.db") == "delete"


def test_a_copy_that_stores_write_to_has_a_log_where_that_is_safe(
    source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    take(source, str(tmp_path / "local.db"), is_live=True)
    monkeypatch.setattr(snapshot, "unsafe_reason", lambda folder: "it lies on a 9p file system")
    take(source, str(tmp_path / "shared.db"), is_live=True)
    assert [mode_of(tmp_path / f"{name}.db") for name in ("local", "shared")] == ["wal", "delete"]


def test_a_copy_is_taken_while_another_process_writes(source: str, tmp_path: Path) -> None:
    writer = sqlite3.connect(source, isolation_level=None)
    writer.create_function("unpacked", 2, unpacked)
    writer.execute("BEGIN IMMEDIATE")
    writer.execute("DELETE FROM memory")
    assert take(source, str(tmp_path / "copy.db")).memories == 2
    writer.close()
    assert texts(tmp_path / "copy.db") == ["the valve opens to the left", "the pump is green"]


def test_nobody_who_writes_on_and_on_keeps_a_copy_from_ending(
    source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A copy that is made in parts begins again at every commit."""
    stop = threading.Event()

    def write() -> None:
        writer = sqlite3.connect(source, isolation_level=None, timeout=30)
        while not stop.is_set():
            writer.execute("UPDATE meta SET value = value || 'x'")
            writer.execute("INSERT INTO meta VALUES (hex(randomblob(8)), hex(zeroblob(2000)))")
        writer.close()

    thread = threading.Thread(target=write)
    thread.start()
    try:
        started = time.monotonic()
        for number in range(5):
            assert take(source, str(tmp_path / f"{number}.db")).memories == 2
        assert time.monotonic() - started < 10
    finally:
        stop.set()
        thread.join()


def test_what_cannot_be_copied_leaves_nothing_behind(source: str, tmp_path: Path) -> None:
    (tmp_path / "garbage.db").write_bytes(b"not a database\n" * 400)
    for bad, error in ((str(tmp_path / "garbage.db"), Damaged), (str(tmp_path / "nowhere.db"), StoreError)):
        with pytest.raises(error):
            take(bad, str(tmp_path / "copy.db"))
    with pytest.raises(StoreError, match="No such file or directory"):
        take(source, str(tmp_path / "nowhere" / "copy.db"))
    assert sorted(each.name for each in tmp_path.iterdir() if each.is_file()) == ["garbage.db"]


def test_a_disk_that_is_full_is_told_and_leaves_nothing_behind(
    source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(snapshot.os, "fsync", full)
    with pytest.raises(StoreError, match="No space left on device"):
        take(source, str(tmp_path / "copy.db"))
    assert not [each for each in tmp_path.iterdir() if each.is_file()]


def test_what_must_happen_before_the_copy_appears_happens_then(source: str, tmp_path: Path) -> None:
    seen: list[bool] = []
    take(source, str(tmp_path / "copy.db"), before=lambda: seen.append((tmp_path / "copy.db").exists()))
    assert seen == [False]


# --- checking


@pytest.fixture
def copy(source: str, tmp_path: Path) -> Path:
    """A sound copy."""
    take(source, str(tmp_path / "copy.db"))
    return tmp_path / "copy.db"


def test_a_sound_copy_is_told_and_nothing_is_written_beside_it(copy: Path, store: Store) -> None:
    before = copy.read_bytes()
    found = verify(str(copy))
    assert (found.schema, found.memories, found.size_bytes) == (store.schema_version(), 2, len(before))
    assert [each.name for each in copy.parent.iterdir() if each.is_file()] == ["copy.db"]
    assert copy.read_bytes() == before


def flipped(content: bytes, start: int) -> bytes:
    return content[:start] + bytes(byte ^ 0xFF for byte in content[start : start + 64]) + content[start + 64 :]


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (lambda content: content[: len(content) // 2 + 100], "malformed"),
        (lambda content: content[:100], "malformed|not a database|disk image"),
        (lambda content: b"", "is empty"),
        (lambda content: b"not a database\n" * 400, "is not a SQLite database"),
        (lambda content: b"\0" * len(content), "is not a SQLite database"),
        (lambda content: flipped(content, 4096), "is damaged"),
        (lambda content: content[:4096] + b"\0" * 4096 + content[8192:], "is damaged"),
    ],
    ids=["cut", "header alone", "empty", "text", "zeroes", "flipped", "a page of zeroes"],
)
def test_damage_is_found_and_told(copy: Path, damage: object, reason: str) -> None:
    copy.write_bytes(damage(copy.read_bytes()))  # type: ignore[operator]
    with pytest.raises(Damaged, match=reason) as caught:
        verify(str(copy))
    assert caught.value.message.startswith("copy.db ")


def test_another_programs_database_and_one_of_a_newer_hippo_are_told_apart(copy: Path) -> None:
    raw = sqlite3.connect(copy)
    raw.execute("PRAGMA user_version = 999")
    raw.close()
    with pytest.raises(NewerStore, match=r"copy\.db has schema 999"):
        verify(str(copy))
    raw = sqlite3.connect(copy)
    raw.execute("PRAGMA application_id = 7")
    raw.close()
    with pytest.raises(Damaged, match="another program's database"):
        verify(str(copy))


def test_a_database_in_use_is_no_copy(source: str, copy: Path) -> None:
    """Somebody copied the file alone, or names the store itself: what its log holds would be missed."""
    with pytest.raises(Refused, match=r"its log .*hippo\.db-wal lies beside it"):
        verify(source)
    Path(f"{copy}-journal").write_bytes(b"x")
    with pytest.raises(Refused, match="-journal"):
        verify(str(copy))


def test_what_cannot_be_read_is_damaged(tmp_path: Path) -> None:
    with pytest.raises(Damaged, match="No such file or directory"):
        verify(str(tmp_path / "nowhere.db"))


def test_damage_of_an_index_alone_is_no_damage_of_a_copy() -> None:
    class Connection:
        def execute(self, sql: str) -> list[tuple[str]]:
            return [("malformed inverted index for FTS5 table main.live_words",), ("ok",)]

    assert [*snapshot._complaints(Connection())] == []  # type: ignore[arg-type]


# --- whether it holds a memory


def test_a_copy_tells_whether_it_holds_a_memory(copy: Path) -> None:
    assert may_hold(str(copy), ["mem_ffffffffffff", "mem_000200000000"])
    assert not may_hold(str(copy), ["mem_ffffffffffff"])
    assert may_hold(str(copy.parent / "nowhere.db"), ["mem_ffffffffffff"])


# --- putting in place


def test_whoever_reads_meanwhile_sees_the_old_store_whole(store: Store, source: str, copy: Path) -> None:
    add(store, 3, text="the gate sticks")
    reader = sqlite3.connect(source, isolation_level=None)
    reader.execute("BEGIN")
    assert reader.execute("SELECT count(*) FROM memory").fetchone() == (3,)
    put_back(str(copy), source)
    assert reader.execute("SELECT count(*) FROM memory").fetchone() == (3,)
    reader.execute("COMMIT")
    assert reader.execute("SELECT count(*) FROM memory").fetchone() == (2,)
    reader.close()
    assert (mode_of(source), len(store.memories.everything())) == ("wal", 2)
    assert store.health.damaged_pages() == store.health.damaged_indexes() == []


@pytest.mark.parametrize("start", ["BEGIN IMMEDIATE", "BEGIN EXCLUSIVE"])
def test_a_store_that_somebody_writes_to_is_left_alone(
    source: str, copy: Path, monkeypatch: pytest.MonkeyPatch, start: str
) -> None:
    monkeypatch.setattr(snapshot, "_WRITE_WAIT_SECONDS", 0.1)
    writer = sqlite3.connect(source, isolation_level=None)
    writer.execute(start)
    with pytest.raises(Busy):
        put_back(str(copy), source)
    writer.close()
    assert texts(source) == ["the valve opens to the left", "the pump is green"]


def test_a_writer_who_comes_in_between_ends_the_waiting_too(
    source: str, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshot, "_WRITE_WAIT_SECONDS", 0.1)
    writer = sqlite3.connect(source, isolation_level=None, check_same_thread=False)
    real = sqlite3.connect

    class Late(sqlite3.Connection):
        def execute(self, sql: str, *given: object) -> sqlite3.Cursor:  # type: ignore[override]
            done = super().execute(sql)
            if sql == "ROLLBACK":
                writer.execute("BEGIN IMMEDIATE")
            return done

    monkeypatch.setattr(sqlite3, "connect", lambda *given, **how: real(*given, **how, factory=Late))
    with pytest.raises(Busy):
        put_back(str(copy), source)
    writer.close()


def test_a_copy_that_is_none_changes_nothing(source: str, tmp_path: Path) -> None:
    (tmp_path / "garbage.db").write_bytes(b"not a database\n" * 400)
    with pytest.raises(Damaged):
        put_back(str(tmp_path / "garbage.db"), source)
    assert len(texts(source)) == 2


def test_the_first_complaint_of_sqlite_is_the_reason() -> None:
    class Connection:
        def execute(self, sql: str) -> list[tuple[str]]:
            return [("row 3 missing\n from index memory_by_use",), ("more",)]

    with pytest.raises(Damaged, match="x is damaged: row 3 missing from index memory_by_use"):
        snapshot._checked(Connection(), "x", 7)  # type: ignore[arg-type]
