"""Restoring a backup with the Markdown files that show it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hippo.errors import Busy, NotFound
from hippo.services.backing_up import Restored, restore_backup
from hippo.services.backup import back_up
from hippo.services.edit import Edit, edit
from hippo.services.forget import forget
from hippo.store.mirrors import write_mirrors
from tests.services.desk import VALVE, Desk
from tests.support import NOON, at


@pytest.fixture
def backup(desk: Desk) -> str:
    """A backup that holds one memory."""
    desk.remember()
    return back_up(desk.store.folder, now=NOON, keep=0).backup.path


def restored(desk: Desk, path: str, *, drop_newer: bool = False) -> Restored:
    return restore_backup(desk.store.folder, path, scope="local", now=at(days=1), drop_newer=drop_newer)


def test_files_show_the_restored_memories(desk: Desk, backup: str) -> None:
    before = desk.bytes()
    [stored] = desk.store.memories.everything()
    edit([desk.store], stored.memory.id, Edit(text="the valve is stuck"), occasion=desk.occasion(now=at(hours=1)))
    done = restored(desk, backup)
    assert (done.memories, done.newer, done.notes) == (1, 0, ())
    assert (desk.texts(), desk.bytes()) == ([VALVE], before)
    assert desk.is_in_step()


def test_what_is_newer_than_the_backup_is_kept_and_a_sync_takes_it_in(desk: Desk, backup: str) -> None:
    desk.remember("the pump is green")
    edited = desk.remember("the gate is shut")
    desk.change(edited, "shut", "open")
    files = desk.bytes()
    done = restored(desk, backup)
    assert (done.newer, done.notes) == (2, ("2 memories are newer than this backup: `hippo sync` takes them in",))
    assert (desk.texts(), desk.bytes()) == ([VALVE], files)
    assert len(desk.sync(48).taken) == 2
    assert desk.texts() == ["the gate is open", "the pump is green", VALVE]
    assert desk.is_in_step()


def test_what_is_newer_has_its_file_even_if_that_was_waiting_to_be_written(desk: Desk, backup: str) -> None:
    desk.file(desk.remember("the pump is green")).unlink()
    desk.store._connection.run("UPDATE memory SET mirrored_version = 0, mirror_name = '' WHERE number = 2")
    assert restored(desk, backup).notes == ("1 memory is newer than this backup: `hippo sync` takes it in",)
    desk.sync(48)
    assert desk.texts() == ["the pump is green", VALVE]


def test_what_is_newer_goes_when_that_is_asked_and_the_safety_copy_has_it(desk: Desk, backup: str) -> None:
    before = desk.bytes()
    desk.remember("the pump is green")
    edited = desk.change(desk.remember("the gate is shut"), "shut", "open")
    done = restored(desk, backup, drop_newer=True)
    assert done.notes == (
        "removed 1 file of memories newer than this backup",
        "1 memory is newer than this backup: `hippo sync` takes it in",
        "what is newer and not in the safety copy was kept",
    )
    assert desk.bytes() == {**before, f"episodic/{edited.name}": edited.read_bytes()}
    restored(desk, done.safety)
    assert "the pump is green" in desk.texts()


def test_what_is_newer_stays_whatever_is_asked_where_the_store_was_damaged(desk: Desk, backup: str) -> None:
    desk.remember("the pump is green")
    files = desk.bytes()
    desk.store.close()
    (desk.folder / "hippo.db").write_bytes(b"not a database\n" * 400)
    assert restored(desk, backup, drop_newer=True).notes == (
        "1 memory is newer than this backup: `hippo sync` takes it in",
        "what is newer and not in the safety copy was kept",
    )
    assert desk.bytes() == files


def test_missing_files_are_written(desk: Desk, backup: str) -> None:
    before = desk.bytes()
    for name in before:
        (desk.folder / name).unlink()
    restored(desk, backup)
    assert desk.bytes() == before


def test_what_a_person_edited_or_wrote_is_left_and_named(desk: Desk, backup: str) -> None:
    [stored] = desk.store.memories.everything()
    edited = desk.change(stored.memory.id, "left", "right")
    note = desk.write("episodic/note.md", "the gate sticks\n")
    [told] = restored(desk, backup).notes
    assert told == (
        f"left episodic/note.md, episodic/{edited.name}, which no copy has as they are;"
        " `hippo sync` takes in what they know"
    )
    assert "to the right" in edited.read_text(encoding="utf-8")
    assert note.read_text(encoding="utf-8") == "the gate sticks\n"
    desk.sync(48)
    assert desk.texts() == ["the gate sticks", "the valve opens to the right"]


def test_many_files_that_are_left_are_counted(desk: Desk, backup: str) -> None:
    for number in range(5):
        desk.write(f"episodic/{number}.md", f"note {number}\n")
    assert "left episodic/0.md, episodic/1.md, episodic/2.md and 2 more, which" in restored(desk, backup).notes[0]


def test_a_file_that_cannot_be_read_is_left(desk: Desk, backup: str, tmp_path: Path) -> None:
    path = desk.folder / "episodic/linked.md"
    path.symlink_to(tmp_path)
    assert "left episodic/linked.md" in restored(desk, backup).notes[0]
    assert path.is_symlink()


def test_where_the_database_was_damaged_what_is_newer_than_the_backup_is_in_the_files_and_comes_back(
    desk: Desk, backup: str
) -> None:
    [stored] = desk.store.memories.everything()
    edit([desk.store], stored.memory.id, Edit(text="the valve is stuck"), occasion=desk.occasion(now=at(hours=1)))
    desk.remember("the pump is green")
    before = desk.bytes()
    desk.store.close()
    (desk.folder / "hippo.db").write_bytes(b"not a database\n" * 400)
    done = restored(desk, backup)
    assert done.notes[0] == "1 memory is newer than this backup: `hippo sync` takes it in"
    assert "`hippo sync` takes in what they know" in done.notes[1]
    assert desk.bytes() == before
    desk.reopen()
    assert desk.texts() == [VALVE]
    synced = desk.sync(48)
    assert (len(synced.taken), synced.troubles) == (2, ())
    assert (desk.texts(), desk.bytes()) == (["the pump is green", "the valve is stuck"], before)


def test_a_broken_file_is_left(desk: Desk, backup: str) -> None:
    path = desk.write("episodic/broken.md", "---\nid: none\n---\n")
    assert "left episodic/broken.md" in restored(desk, backup).notes[0]
    assert path.exists()


def test_a_missing_database_is_no_reason_to_remove_files(desk: Desk, backup: str) -> None:
    desk.remember("the pump is green")
    before = desk.bytes()
    desk.store.close()
    for each in desk.folder.glob("hippo.db*"):
        each.unlink()
    restored(desk, backup)
    assert desk.bytes() == before


def test_what_was_erased_since_and_is_back_is_told(desk: Desk, backup: str) -> None:
    [stored] = desk.store.memories.everything()
    forget([desk.store], [stored.memory.id], occasion=desk.occasion(now=at(hours=1)), purge=True)
    [told] = restored(desk, backup).notes
    assert told == f"erased since the backup, and back with it: {stored.memory.id}"
    assert desk.is_in_step()


def test_a_memory_whose_file_was_not_noted_yet_does_not_overwrite_a_persons(desk: Desk) -> None:
    """The backup was taken between the commit and the writing of the file."""
    memory_id = desk.remember()
    desk.store._connection.run("UPDATE memory SET mirrored_version = 0, mirror_name = '', mirror_digest = 0")
    path = back_up(desk.store.folder, now=NOON, keep=0).backup.path
    write_mirrors(desk.store)
    edited = desk.change(memory_id, "left", "right")
    assert f"left episodic/{edited.name}" in restored(desk, path).notes[0]
    assert "to the right" in edited.read_text(encoding="utf-8")


def test_nothing_happens_to_the_files_when_the_backup_or_the_store_cannot_be_used(
    desk: Desk, backup: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hippo.store.snapshot._WRITE_WAIT_SECONDS", 0.1)
    desk.remember("the pump is green")
    before = desk.bytes()
    with pytest.raises(NotFound):
        restored(desk, os.path.join(desk.store.folder, "nowhere.db"))
    with desk.store.transaction(), pytest.raises(Busy):
        restored(desk, backup)
    assert desk.bytes() == before


def test_a_file_that_the_backup_knows_by_another_name_goes(desk: Desk, backup: str) -> None:
    [name] = desk.bytes()
    os.rename(desk.folder / name, desk.folder / "episodic/valve.md")
    desk.sync()
    restored(desk, backup)
    assert [*desk.bytes()] == [name]
    assert desk.is_in_step()
