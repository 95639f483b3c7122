"""Backups: taken, listed, kept, checked."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo.errors import Busy, NewerStore, NotFound, Refused
from hippo.services import backup
from hippo.services.backup import back_up, holding, is_due, list_backups, newest_sound, restore, verify
from hippo.store.connection import Damaged
from hippo.store.store import Store
from tests.services.desk import VALVE, Desk
from tests.support import NOON, at

WEEK = timedelta(days=7)


def taken(desk: Desk, days: float = 0, *, keep: int = 0, label: str = "") -> str:
    """The name of a new backup."""
    return os.path.basename(back_up(desk.store.folder, now=at(days), keep=keep, label=label).backup.path)


def names(desk: Desk) -> list[str]:
    return [os.path.basename(each.path) for each in list_backups(desk.store.folder)]


def test_a_backup_is_named_by_its_moment_and_says_what_it_holds(desk: Desk) -> None:
    desk.remember()
    done = back_up(desk.store.folder, now=NOON, keep=5)
    made = done.backup
    assert made.path == str(desk.folder / "backups/hippo-20310303-120000.db")
    assert (made.taken_at, made.memories, made.trouble, done.removed) == (NOON, 1, "", ())
    assert made.size_bytes == os.path.getsize(made.path)
    assert {each.stat().st_mode & 0o777 for each in (desk.folder / "backups").iterdir()} == {0o600}
    assert (desk.folder / "backups").stat().st_mode & 0o777 == 0o700


def test_the_newest_come_first_also_within_a_second(desk: Desk) -> None:
    made = [taken(desk) for _ in range(11)]
    later = taken(desk, 1)
    assert made[:3] == ["hippo-20310303-120000.db", "hippo-20310303-120000_2.db", "hippo-20310303-120000_3.db"]
    assert names(desk) == [later, *reversed(made)]


def test_only_the_newest_are_kept(desk: Desk) -> None:
    made = [taken(desk, days) for days in range(5)]
    done = back_up(desk.store.folder, now=at(days=9), keep=3)
    assert [os.path.basename(path) for path in done.removed] == [made[2], made[1], made[0]]
    assert names(desk) == ["hippo-20310312-120000.db", made[4], made[3]]


def test_nought_keeps_all(desk: Desk) -> None:
    for days in range(7):
        taken(desk, days)
    assert len(names(desk)) == 7


def test_a_backup_with_a_label_is_kept_and_makes_no_room(desk: Desk) -> None:
    first, second = taken(desk, 1), taken(desk, 2, label="before-restore")
    third = taken(desk, 3, label="before-restore", keep=1)
    assert names(desk) == [third, second, first]
    fourth = taken(desk, 4, keep=1)
    assert names(desk) == [fourth, third, second]
    assert [each.label for each in list_backups(desk.store.folder)] == ["", "before-restore", "before-restore"]


def test_the_one_just_taken_is_never_removed_though_the_clock_was_ahead_before(desk: Desk) -> None:
    ahead = [taken(desk, days=400 + days) for days in range(3)]
    new = taken(desk, keep=2)
    assert names(desk) == [ahead[-1], new]


def test_what_is_no_backup_of_ours_is_neither_listed_nor_removed(desk: Desk) -> None:
    first = taken(desk)
    folder = desk.folder / "backups"
    others = ["hippo-20310303-120000 (copy).db", "hippo-20319999-999999.db", "mine.db", "hippo-20310303-120000.db.bak"]
    for name in others:
        shutil.copy(folder / first, folder / name)
    assert names(desk) == [first]
    taken(desk, 1, keep=1)
    assert all((folder / name).exists() for name in others)


def test_what_an_older_hippo_left_is_listed_with_its_time_and_kept(desk: Desk) -> None:
    first = taken(desk)
    older = desk.folder / "backups/schema-1.db"
    shutil.copy(desk.folder / "backups" / first, older)
    os.utime(older, (at(days=-3).timestamp(), at(days=-3).timestamp()))
    taken(desk, 1, keep=1)
    found = list_backups(desk.store.folder)
    assert [(os.path.basename(each.path), each.label) for each in found] == [
        ("hippo-20310304-120000.db", ""),
        ("schema-1.db", "migration"),
    ]
    assert found[1].taken_at == at(days=-3)


def test_a_store_without_backups_lists_none(desk: Desk) -> None:
    assert list_backups(desk.store.folder) == []
    assert newest_sound(desk.store.folder) is None
    assert holding(desk.store.folder, ["mem_000000000001"]) == []


def test_damaged_backups_are_told_and_the_newest_sound_one_is_found(desk: Desk) -> None:
    desk.remember()
    made = [taken(desk, days) for days in range(3)]
    (desk.folder / "backups" / made[2]).write_bytes(b"")
    (desk.folder / "backups" / made[1]).write_bytes(b"text\n" * 1000)
    found = list_backups(desk.store.folder, check=True)
    assert [each.trouble for each in found] == [
        f"{made[2]} is empty",
        f"{made[1]} is not a SQLite database",
        "",
    ]
    assert [each.memories for each in found] == [0, 0, 1]
    sound = newest_sound(desk.store.folder)
    assert sound is not None
    assert os.path.basename(sound.path) == made[0]


def test_a_copy_is_found_to_hold_a_memory_whatever_it_is_called(desk: Desk) -> None:
    memory_id = desk.remember()
    without = taken(desk)
    (desk.folder / "backups/unreadable.db-wal").write_bytes(b"x")
    (desk.folder / "backups/folder").mkdir()
    desk.remember("the pump is green")
    assert [os.path.basename(path) for path in holding(desk.store.folder, [memory_id])] == [
        without,
        "unreadable.db-wal",
    ]
    assert [os.path.basename(path) for path in holding(desk.store.folder, ["mem_ffffffffffff"])] == [
        "unreadable.db-wal"
    ]


# --- when the next is due


def test_a_backup_is_due_when_the_last_is_old_enough(desk: Desk) -> None:
    assert is_due(desk.store.folder, now=NOON, every=WEEK)
    taken(desk)
    assert not is_due(desk.store.folder, now=at(days=6.9), every=WEEK)
    assert is_due(desk.store.folder, now=at(days=7), every=WEEK)


def test_backups_from_the_future_do_not_keep_the_next_from_being_due(desk: Desk) -> None:
    taken(desk, days=365)
    assert is_due(desk.store.folder, now=NOON, every=WEEK)
    taken(desk)
    assert not is_due(desk.store.folder, now=at(days=1), every=WEEK)


@given(st.datetimes(datetime(1970, 1, 1), datetime(2999, 12, 31)), st.integers(1, 99), st.sampled_from(["", "a-b"]))  # noqa: DTZ001
def test_every_name_that_is_made_is_read_back(moment: datetime, number: int, label: str) -> None:
    stem = f"hippo-{moment:%Y%m%d-%H%M%S}{f'-{label}' if label else ''}"
    name = f"{stem}{f'_{number}' if number > 1 else ''}.db"
    [(when, place)] = backup._order("", name)
    assert (when.replace(tzinfo=None), place) == (moment.replace(microsecond=0), number)


# --- checking and restoring


def test_a_file_that_is_not_there_is_not_found(desk: Desk) -> None:
    with pytest.raises(NotFound, match="there is no file"):
        verify(str(desk.folder / "nowhere.db"))
    with pytest.raises(NotFound):
        restore(desk.store.folder, str(desk.folder), now=NOON)


def test_the_store_becomes_what_the_backup_was_and_what_it_is_now_is_kept(desk: Desk) -> None:
    desk.remember()
    name = taken(desk)
    desk.remember("the pump is green")
    done = restore(desk.store.folder, str(desk.folder / "backups" / name), now=at(days=1))
    assert (done.memories, desk.texts()) == (1, [VALVE])
    assert verify(done.safety).memories == 2
    assert os.path.basename(done.safety) == "hippo-20310304-120000-before-restore.db"


def test_a_store_is_not_restored_from_itself(desk: Desk) -> None:
    path = desk.folder / "hippo.db"
    os.symlink(path, desk.folder / "linked.db")
    for each in (path, desk.folder / "linked.db"):
        with pytest.raises(Refused, match="is the store itself"):
            restore(desk.store.folder, str(each), now=NOON)


def test_a_missing_database_is_made_of_the_backup(desk: Desk) -> None:
    desk.remember()
    path = desk.folder / "backups" / taken(desk)
    desk.store.close()
    for each in desk.folder.glob("hippo.db*"):
        each.unlink()
    assert restore(desk.store.folder, str(path), now=NOON).safety == ""
    assert (desk.folder / "hippo.db").stat().st_mode & 0o777 == 0o600
    with Store.open(desk.store.folder) as store:
        assert [each.memory.text for each in store.memories.everything()] == [VALVE]
        assert store._connection.row("PRAGMA journal_mode")[0] == "wal"  # type: ignore[index]


DAMAGES = {
    "header": lambda content: b"\0" * 100 + content[100:],
    "text": lambda content: b"not a database\n" * 400,
    "half": lambda content: content[: len(content) // 2 + 100],
    "page": lambda content: content[:8192] + b"\xff" * 4096 + content[12288:],
    "first page": lambda content: content[:100] + b"\0" * 3996 + content[4096:],
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_database_is_kept_as_it_is_beside_the_backups(desk: Desk, damage: str) -> None:
    desk.remember()
    path = desk.folder / "backups" / taken(desk)
    desk.store.close()
    database = desk.folder / "hippo.db"
    damaged = DAMAGES[damage](database.read_bytes())
    database.write_bytes(damaged)
    done = restore(desk.store.folder, str(path), now=at(days=1))
    assert os.path.basename(done.safety) == "damaged-20310304-120000.db"
    assert Path(done.safety).read_bytes() == damaged
    with Store.open(desk.store.folder) as store:
        assert [each.memory.text for each in store.memories.everything()] == [VALVE]


def test_the_log_of_a_damaged_database_goes_aside_with_it(tmp_path: Path) -> None:
    for end in ("", "-wal", "-shm"):
        (tmp_path / f"hippo.db{end}").write_text(end)
    backup._move_aside(str(tmp_path / "hippo.db"), str(tmp_path / "aside.db"))
    assert {each.name: each.read_text() for each in tmp_path.iterdir()} == {
        "aside.db": "", "aside.db-wal": "-wal", "aside.db-shm": "-shm",
    }  # fmt: skip


def test_nothing_happens_to_the_store_for_a_bad_backup_a_newer_one_or_a_newer_store(desk: Desk) -> None:
    desk.remember()
    path = desk.folder / "backups" / taken(desk)
    newer = desk.folder / "newer.db"
    shutil.copy(path, newer)
    raw = sqlite3.connect(newer)
    raw.execute("PRAGMA user_version = 999")
    raw.close()
    with pytest.raises(NewerStore):
        restore(desk.store.folder, str(newer), now=NOON)
    raw = sqlite3.connect(desk.folder / "hippo.db")
    raw.execute("PRAGMA user_version = 999")
    raw.close()
    with pytest.raises(NewerStore, match=r"hippo\.db has schema 999"):
        restore(desk.store.folder, str(path), now=NOON)
    assert len(names(desk)) == 1


def test_a_store_that_somebody_writes_to_is_not_restored(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hippo.store.snapshot._WRITE_WAIT_SECONDS", 0.1)
    desk.remember()
    path = desk.folder / "backups" / taken(desk)
    desk.remember("the pump is green")
    with desk.store.transaction(), pytest.raises(Busy):
        restore(desk.store.folder, str(path), now=NOON)
    assert len(desk.texts()) == 2


def test_a_store_that_lacks_a_table_is_not_backed_up_and_pushes_out_no_sound_copy(desk: Desk) -> None:
    desk.remember()
    good = back_up(desk.store.folder, now=NOON, keep=1).backup.path
    desk.store._connection.run("DROP TABLE conflict")
    with pytest.raises(Damaged, match="missing or altered table conflict"):
        back_up(desk.store.folder, now=at(days=1), keep=1)
    assert [each.path for each in list_backups(desk.store.folder)] == [good]
    assert verify(good).memories == 1


def test_what_killed_backups_have_left_goes_with_the_next_and_is_no_copy(desk: Desk) -> None:
    memory_id = desk.remember()
    kept = back_up(desk.store.folder, now=NOON, keep=0).backup.path
    ended = subprocess.Popen([sys.executable, "-I", "-c", "pass"])
    ended.wait()
    left = [Path(f"{kept}.{ended.pid}.tmp{end}") for end in ("", "-journal")]
    for path in left:
        shutil.copy(kept, path)
    assert holding(desk.store.folder, [memory_id]) == [kept]
    assert all(path.exists() for path in left)
    back_up(desk.store.folder, now=at(days=1), keep=0)
    assert not any(path.exists() for path in left)


def test_a_copy_that_goes_while_they_are_listed_is_none(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = back_up(desk.store.folder, now=at(), keep=0).backup
    gone = back_up(desk.store.folder, now=at(days=1), keep=0).backup
    real = os.path.getsize

    def size(path: str) -> int:
        if path == gone.path:
            raise FileNotFoundError(path)
        return real(path)

    monkeypatch.setattr(os.path, "getsize", size)
    assert [each.path for each in list_backups(desk.store.folder)] == [kept.path]
    assert newest_sound(desk.store.folder).path == kept.path
