"""Looking at every part of a store, and mending what can be made again."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from hippo.errors import Busy, NewerStore, NoStore
from hippo.services import backup, doctor
from hippo.services.backing_up import restore_backup
from hippo.services.backup import back_up
from hippo.services.doctor import Diagnosis, examine
from hippo.services.findings import Finding, Part
from hippo.store.connection import Damaged
from hippo.store.events import Actor
from hippo.store.spool import SpooledRecall
from hippo.store.store import Store
from tests.services.desk import VALVE, Desk
from tests.store.damaging import pages_of, zero
from tests.support import NOON, at


def look(desk: Desk, *, fix: bool = False, scope: str = "local") -> Diagnosis:
    return examine(desk.store.folder, scope=scope, occasion=desk.occasion(now=at(days=1)), fix=fix)


def ill(diagnosis: Diagnosis) -> dict[Part, str]:
    return {each.part: each.trouble for each in diagnosis.findings if each.trouble and not each.mended}


def finding(diagnosis: Diagnosis, part: Part) -> Finding:
    [found] = [each for each in diagnosis.findings if each.part is part]
    return found


def mended(desk: Desk, part: Part) -> str:
    """What was wrong with a part that is well after a fix, also at the next look."""
    before = look(desk)
    assert not before.is_well
    found = finding(look(desk, fix=True), part)
    assert found.mended
    after = look(desk)
    assert (after.is_well, ill(after)) == (True, {})
    return found.trouble


def test_a_store_in_use_is_well_in_every_part(desk: Desk) -> None:
    desk.remember()
    diagnosis = look(desk)
    assert diagnosis.is_well
    without_vectors = [part for part in Part if part is not Part.VECTORS]
    assert [each.part for each in diagnosis.findings] == without_vectors
    assert [each for each in diagnosis.findings if each.trouble or each.advice or each.mended] == []


def test_looking_changes_nothing(desk: Desk) -> None:
    desk.remember()
    desk.store.close()
    before = {path: path.read_bytes() for path in desk.folder.rglob("*") if path.is_file()}
    look(desk)
    assert {path: path.read_bytes() for path in desk.folder.rglob("*") if path.is_file()} == before


def test_an_index_that_lies_is_rebuilt(desk: Desk) -> None:
    desk.remember()
    desk.store._connection.run("INSERT INTO live_words (live_words) VALUES ('delete-all')")
    assert mended(desk, Part.INDEX) == "damaged or missing: live_words"


def test_an_index_that_cannot_be_mended_is_not_called_mended(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.remember()
    desk.store._connection.run("INSERT INTO live_words (live_words) VALUES ('delete-all')")
    monkeypatch.setattr(doctor, "mend_indexes", lambda folder, scope: [])
    diagnosis = look(desk, fix=True)
    assert ill(diagnosis) == {Part.INDEX: "damaged or missing: live_words"}
    assert Part.MIRRORS not in {each.part for each in diagnosis.findings}


def test_totals_that_lie_are_counted_anew(desk: Desk) -> None:
    desk.remember()
    desk.store._connection.run("UPDATE corpus SET documents = 7")
    assert mended(desk, Part.TOTALS) == "the running totals disagree with the memories"


def test_missing_files_are_written(desk: Desk) -> None:
    for memory_id in (desk.remember(), desk.remember("the pump is green")):
        desk.file(memory_id).unlink()
    desk.store._connection.run("UPDATE memory SET mirror_name = '' WHERE number = 2")
    assert mended(desk, Part.MIRRORS) == "2 memories without a Markdown file"
    assert desk.is_in_step()


def test_files_that_cannot_be_written_stay_an_illness_with_the_reason(desk: Desk) -> None:
    path = desk.file(desk.remember())
    path.unlink()
    (desk.folder / "episodic").rmdir()
    (desk.folder / "episodic").write_text("in the way")
    found = finding(look(desk, fix=True), Part.MIRRORS)
    assert (found.mended, "Not a directory" in found.advice) == (False, True)


def test_files_that_a_sync_would_refuse_are_named_and_left(desk: Desk) -> None:
    desk.write("episodic/a.md", "---\nid: none\n---\nx\n")
    desk.write("episodic/b.md", "x" * 20_000)
    before = desk.bytes()
    found = finding(look(desk, fix=True), Part.MIRRORS)
    assert found.trouble == (
        "not usable: episodic/a.md (no memory id: 'none'),"
        " episodic/b.md (the text has 20,000 bytes, the limit is 16,384)"
    )
    assert (found.advice, found.mended) == ("mend it by hand, then `hippo sync`", False)
    assert desk.bytes() == before


def test_news_that_wait_for_a_sync_are_told_and_no_illness(desk: Desk) -> None:
    desk.change(desk.remember(), "left", "right")
    desk.write("episodic/a.md", "the pump is green\n")
    before = desk.bytes()
    for fix in (False, True):
        diagnosis = look(desk, fix=fix)
        assert diagnosis.is_well
        assert finding(diagnosis, Part.MIRRORS).advice == "2 files with news for `hippo sync`"
    assert (desk.texts(), desk.bytes()) == ([VALVE], before)


def test_files_that_are_behind_are_no_illness_and_a_fix_writes_them(desk: Desk) -> None:
    memory_id = desk.remember()
    desk.store._connection.run("UPDATE memory SET pinned = 1, version = version + 1")
    diagnosis = look(desk)
    assert diagnosis.is_well
    assert finding(diagnosis, Part.MIRRORS).advice == "1 file will be brought up to date by the next sleep"
    assert finding(look(desk, fix=True), Part.MIRRORS).advice == ""
    assert "pinned: true" in desk.file(memory_id).read_text(encoding="utf-8")


def test_what_may_not_be_read_is_not_called_damaged(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.remember()
    path = back_up(desk.store.folder, now=NOON, keep=0).backup.path
    monkeypatch.setattr(os, "access", lambda name, mode: False)
    monkeypatch.setattr(backup, "snapshot", Unreadable())
    diagnosis = look(desk, fix=True)
    database = str(desk.folder / "hippo.db")
    assert finding(diagnosis, Part.DATABASE).advice == f"`chmod u+rw {database}`"
    assert ill(diagnosis) == {
        Part.DATABASE: "not readable by you",
        Part.BACKUPS: "not readable by you: hippo-20310303-120000.db",
    }
    assert finding(diagnosis, Part.BACKUPS).advice == f"`chmod u+rw {path}`"


class Unreadable:
    """Stands for the checking of copies that may not be read."""

    @staticmethod
    def verify(path: str) -> None:
        raise Damaged(f"{path} cannot be read: Permission denied")


def test_a_store_that_is_made_anew_to_be_looked_at_says_so_and_names_the_backup(desk: Desk) -> None:
    desk.remember()
    path = back_up(desk.store.folder, now=NOON, keep=0).backup.path
    desk.store.close()
    for each in desk.folder.glob("hippo.db*"):
        each.unlink()
    assert look(desk).notes == (
        "made the store from 1 Markdown file",
        f"a backup of 2031-03-03 holds the history as well: `hippo backup restore {path}`",
    )
    assert look(desk).notes == ()


def test_the_folder_of_a_fresh_clone_is_made_private_by_the_first_command(desk: Desk) -> None:
    desk.remember()
    desk.store.close()
    for each in desk.folder.glob("hippo.db*"):
        each.unlink()
    desk.folder.chmod(0o755)
    assert look(desk).is_well
    assert desk.folder.stat().st_mode & 0o777 == 0o700


def test_recalls_that_wait_are_no_illness_and_a_fix_counts_them(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hippo.services.writing.MOST_AT_ONCE", 1)
    memory_id = desk.remember()
    for _ in range(2):
        desk.store.spool.put(SpooledRecall(at=NOON, query="valve", actor=Actor(), memory_ids=(memory_id,)))
    diagnosis = look(desk)
    assert diagnosis.is_well
    assert finding(diagnosis, Part.SPOOL).advice == "2 recalls will be counted by the next command that writes"
    assert finding(look(desk, fix=True), Part.SPOOL).advice == ""
    assert desk.memory(memory_id).retrieval_count == 2


def test_files_that_others_can_read_are_made_private(desk: Desk) -> None:
    desk.remember()
    back_up(desk.store.folder, now=NOON, keep=0)
    for path in (desk.folder, desk.folder / "hippo.db", *(desk.folder / "backups").iterdir()):
        path.chmod(0o755 if path.is_dir() else 0o644)
    trouble = mended(desk, Part.RIGHTS)
    assert trouble == "readable by others: .hippo, .hippo/hippo.db, .hippo/backups/hippo-20310303-120000.db"
    assert (desk.folder / "hippo.db").stat().st_mode & 0o777 == 0o600
    assert desk.folder.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("name", ["hippo.db-vectors", "hippo.db-x", "backups", "backups/hippo-20310303-120000.db"])
def test_a_link_among_the_files_is_named_and_never_followed(desk: Desk, tmp_path: Path, name: str) -> None:
    desk.remember()
    precious = tmp_path / "precious"
    kept = precious / "hippo-20310303-120000.db"
    precious.mkdir(mode=0o755)
    kept.write_bytes(b"theirs")
    kept.chmod(0o644)
    (desk.folder / name).parent.mkdir(exist_ok=True)
    (desk.folder / name).symlink_to(precious if name == "backups" else kept)
    (desk.folder / "hippo.db").chmod(0o644)
    for fix in (False, True, False):
        trouble = ill(look(desk, fix=fix))[Part.RIGHTS]
        assert trouble.endswith(f"a link, which nobody follows to set rights: .hippo/{name}")
    assert (precious.stat().st_mode & 0o777, kept.stat().st_mode & 0o777) == (0o755, 0o644)
    assert (desk.folder / "hippo.db").stat().st_mode & 0o777 == 0o600


def test_a_linked_folder_keeps_its_rights_and_is_named_while_others_can_enter_it(desk: Desk, tmp_path: Path) -> None:
    desk.store.close()
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir(mode=0o755)
    link = tmp_path / "linked" / ".hippo"
    link.parent.mkdir()
    link.symlink_to(elsewhere)
    with Store.open(str(link)):
        assert elsewhere.stat().st_mode & 0o777 == 0o755
    for _ in range(2):
        looked = examine(str(link), scope="local", occasion=desk.occasion(), fix=True)
        assert ill(looked) == {Part.RIGHTS: "a link, which nobody follows to set rights: .hippo"}
    elsewhere.chmod(0o700)
    assert examine(str(link), scope="local", occasion=desk.occasion(), fix=True).is_well


def test_what_killed_processes_have_left_goes_with_a_fix(desk: Desk) -> None:
    left = desk.folder / f"backups/hippo-20310303-120000.db.{os.getpid()}.tmp"
    left.parent.mkdir()
    left.touch()
    os.utime(left, (1, 1))
    assert look(desk).is_well
    assert left.exists()
    look(desk, fix=True)
    assert not left.exists()


def test_settings_that_are_none_are_told(desk: Desk) -> None:
    (desk.folder / "config.toml").write_text("[memory]\nhalf_life_days = 'long'\n", encoding="utf-8")
    assert "half_life_days" in ill(look(desk, fix=True))[Part.SETTINGS]


def test_damaged_backups_are_named(desk: Desk) -> None:
    path = back_up(desk.store.folder, now=NOON, keep=0).backup.path
    Path(path).write_bytes(b"")
    assert ill(look(desk, fix=True)) == {Part.BACKUPS: "damaged: hippo-20310303-120000.db"}


def test_a_log_that_is_not_safe_here_is_left(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.remember()
    desk.store.close()
    monkeypatch.setattr(doctor, "unsafe_reason", lambda folder: "it lies on a 9p file system")
    trouble = mended(desk, Part.JOURNAL)
    assert trouble == "a write-ahead log is not safe here: it lies on a 9p file system"
    with Store.open(desk.store.folder) as store:
        assert not store.health.has_log()


def test_a_log_stays_while_somebody_uses_the_store(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.remember()
    monkeypatch.setattr(doctor, "unsafe_reason", lambda folder: "it lies on a 9p file system")
    monkeypatch.setattr("hippo.store.connection.WRITE_WAIT_SECONDS", 0.1)
    assert [*ill(look(desk, fix=True))] == [Part.JOURNAL]


# --- what keeps doctor from looking


def test_without_a_store_there_is_nothing_to_look_at(desk: Desk) -> None:
    with pytest.raises(NoStore):
        examine(str(desk.folder / "nowhere"), scope="global", occasion=desk.occasion(), fix=False)


def test_a_newer_or_busy_store_is_not_called_damaged(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hippo.store.connection.WRITE_WAIT_SECONDS", 0.1)
    desk.remember()
    with desk.store.transaction(), pytest.raises(Busy):
        look(desk)
    desk.store._connection.run("PRAGMA user_version = 999")
    with pytest.raises(NewerStore):
        look(desk)


# --- a damaged database, and whether the way back that is named leads back


DAMAGES = {
    "text": lambda content: b"not a database\n" * 400,
    "header": lambda content: b"\0" * 100 + content[100:],
    "half": lambda content: content[: len(content) // 2 + 100],
    "hundred bytes": lambda content: content[:100],
    "page": lambda content: content,
}


def damage(desk: Desk, name: str) -> bytes:
    """Damage the database, which is closed before, and return what it is then."""
    database = desk.folder / "hippo.db"
    pages = pages_of(database, "memory")
    desk.store.close()
    database.write_bytes(DAMAGES[name](database.read_bytes()))
    if name == "page":
        zero(database, pages[0])
    return database.read_bytes()


@pytest.mark.parametrize("name", DAMAGES)
def test_the_newest_sound_backup_is_the_way_back(desk: Desk, name: str) -> None:
    desk.remember()
    good = back_up(desk.store.folder, now=NOON, keep=0).backup.path
    desk.remember("the pump is green")
    bad = back_up(desk.store.folder, now=at(hours=1), keep=0).backup.path
    Path(bad).write_bytes(b"")
    damaged = damage(desk, name)
    diagnosis = look(desk, fix=True)
    found = finding(diagnosis, Part.DATABASE)
    assert "damaged" in found.trouble
    assert found.advice == (
        f"`hippo backup restore {good}` brings back the newest sound backup (1 memory, from 1 day ago),"
        " then `hippo sync` what the Markdown files know beyond it"
    )
    assert (desk.folder / "hippo.db").read_bytes() == damaged
    restore_backup(desk.store.folder, good, scope="local", now=at(days=1))
    desk.reopen()
    desk.sync(48)
    assert desk.texts() == ["the pump is green", VALVE]
    os.remove(bad)
    assert look(desk).is_well
    [kept] = (desk.folder / "backups").glob("damaged-*.db")
    assert kept.read_bytes() == damaged


@pytest.mark.parametrize("name", DAMAGES)
def test_the_files_are_the_way_back_where_there_is_no_backup(desk: Desk, name: str, tmp_path: Path) -> None:
    desk.remember(VALVE, "pump")
    desk.remember("the pump is green")
    before = {each.memory.id: each.memory for each in desk.store.memories.everything()}
    damage(desk, name)
    found = finding(look(desk), Part.DATABASE)
    assert found.advice == (
        f"move {desk.folder}/hippo.db* elsewhere: the next command makes the store anew from its Markdown files"
    )
    for path in desk.folder.glob("hippo.db*"):
        shutil.move(path, tmp_path)
    look(desk)
    desk.reopen()
    assert {each.memory.id: each.memory for each in desk.store.memories.everything()} == before
    assert look(desk).is_well


def test_where_there_is_no_way_back_that_is_said(desk: Desk) -> None:
    damage(desk, "text")
    assert finding(look(desk), Part.DATABASE).advice.startswith("keep the file; there is neither a sound backup")


def test_the_way_back_of_your_own_store_names_it(desk: Desk) -> None:
    desk.remember()
    path = back_up(desk.store.folder, now=NOON, keep=0).backup.path
    damage(desk, "text")
    advice = finding(look(desk, scope="global"), Part.DATABASE).advice
    assert f"`hippo backup restore {path} --global`" in advice
    assert "`hippo sync --global`" in advice


# --- what somebody has dropped


@pytest.mark.parametrize("table", ["tag", "conflict", "event", "recall", "link", "meta", "sleep", "memory", "series"])
def test_a_lost_table_is_damage_of_the_database_and_the_way_back_leads_back(desk: Desk, table: str) -> None:
    desk.remember()
    good = back_up(desk.store.folder, now=NOON, keep=0).backup.path
    desk.remember("the pump is green")
    desk.store._connection.run("PRAGMA foreign_keys = OFF")
    desk.store._connection.run(f"DROP TABLE {table}")
    found = finding(look(desk, fix=True), Part.DATABASE)
    assert found.trouble.startswith("damaged: missing or altered: ")
    assert f"table {table}" in found.trouble
    assert f"`hippo backup restore {good}`" in found.advice
    desk.store.close()
    restore_backup(desk.store.folder, good, scope="local", now=at(days=1))
    desk.reopen()
    desk.sync(48)
    assert desk.texts() == ["the pump is green", VALVE]
    assert look(desk).is_well


@pytest.mark.parametrize("piece", ["table corpus", "table word", "view live_text", "trigger memory_added"])
def test_what_is_derived_from_the_memories_is_made_anew(desk: Desk, piece: str) -> None:
    desk.remember()
    desk.store._connection.run(f"DROP {piece}")
    assert mended(desk, Part.STRUCTURE) == f"missing or altered: {piece}"
    desk.reopen()
    desk.remember("the pump is green")
    assert look(desk).is_well
