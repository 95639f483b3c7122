"""Killed while it changes a whole store, hippo leaves the one it was or the one it becomes."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from hippo.services.backup import back_up, list_backups, verify
from hippo.services.opening import open_folder
from hippo.store import migrate
from tests.durability.killing import Sample, Victims, killed_at_every_step, sound
from tests.support import NOON, Hippo, at

TEA = "the tea is in the cupboard"


@pytest.fixture
def newer(tmp_path: Path) -> dict[str, object]:
    """The constants of a hippo whose schema is one further: a column, a table of the rows, an index made anew."""
    folder = tmp_path / "migrations"
    shutil.copytree(migrate.FOLDER, folder)
    version = migrate.SCHEMA_VERSION + 1
    (folder / f"{version:04}_colours.sql").write_text(
        """
        ALTER TABLE memory ADD COLUMN colour TEXT NOT NULL DEFAULT 'grey';
        CREATE TABLE length (memory INTEGER PRIMARY KEY, characters INTEGER NOT NULL);
        INSERT INTO length SELECT number, length(text) FROM memory;
        UPDATE memory SET colour = 'green' WHERE text LIKE '%green%';
        INSERT INTO live_words (live_words) VALUES ('rebuild');
        """,
        encoding="utf-8",
    )
    return {"hippo.store.migrate.FOLDER": str(folder), "hippo.store.migrate.SCHEMA_VERSION": version}


@pytest.fixture
def upgraded(newer: dict[str, object], monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """This process, too, is that newer hippo."""
    for place, content in newer.items():
        monkeypatch.setattr(place, content)
    return


def test_a_migration(
    victims: Victims,
    sample: Sample,
    acknowledged: dict[str, str],
    newer: dict[str, object],
    upgraded: None,
) -> None:
    for hippo, _ in killed_at_every_step(victims, sample, "status", constants=newer):
        memories = sound(hippo, acknowledged)
        assert len(memories) == len(acknowledged)
        with open_folder(str(hippo.store_folder), "local", warn=lambda _: None).store as store:
            lengths = [row[0] for row in store._connection.rows("SELECT characters FROM length ORDER BY memory")]
            assert lengths == [len(each.memory.text) for each in store.memories.everything()]
        [older] = list_backups(str(hippo.store_folder), check=True)
        assert (older.label, older.trouble, older.memories) == ("migration", "", len(acknowledged))
        assert verify(older.path).schema == newer["hippo.store.migrate.SCHEMA_VERSION"] - 1  # type: ignore[operator]


@pytest.fixture
def backup(hippo: Hippo, acknowledged: dict[str, str]) -> str:
    """A backup without the latest memory, relative to the project."""
    path = back_up(str(hippo.store_folder), now=NOON, keep=0).backup.path
    latest = hippo.remember(TEA, now=at(hours=3))
    hippo("edit", next(iter(acknowledged)), "--tag", "new", now=at(hours=3))
    acknowledged[latest] = TEA
    return os.path.relpath(path, hippo.project)


def test_restoring_a_backup(victims: Victims, backup: str, sample: Sample, acknowledged: dict[str, str]) -> None:
    in_backup = {memory_id: text for memory_id, text in acknowledged.items() if text != TEA}
    words = ("backup", "restore", backup, "--drop-newer")
    for hippo, ended in killed_at_every_step(victims, sample, *words, now=at(days=1)):
        memories = sound(hippo, in_backup, takes=True)
        copies = list_backups(str(hippo.store_folder), check=True)
        assert [each.trouble for each in copies if each.trouble] == []
        held = {each.memories for each in copies} | {len(memories)}
        assert len(acknowledged) in held, "the latest memory is in the store or in a copy"
        assert ended.killed or memories.keys() == in_backup.keys()
        assert hippo(*words, now=at(days=2)).status == 0
        assert sound(hippo, in_backup).keys() == in_backup.keys()


def test_restoring_a_backup_over_a_damaged_database(
    victims: Victims, hippo: Hippo, backup: str, sample: Sample, acknowledged: dict[str, str]
) -> None:
    damaged = b"not a database\n" * 400

    class Damaged(Sample):
        def __init__(self) -> None: ...

        def copy(self) -> Hippo:
            made = sample.copy()
            for path in made.store_folder.glob("hippo.db-*"):
                path.unlink()
            (made.store_folder / "hippo.db").write_bytes(damaged)
            return made

    for copy, _ in killed_at_every_step(victims, Damaged(), "backup", "restore", backup, now=at(days=1)):
        places = [copy.store_folder / "hippo.db", *(copy.store_folder / "backups").glob("damaged-*.db")]
        assert [path for path in places if path.exists() and path.read_bytes() == damaged]
        assert copy("backup", "restore", backup, now=at(days=2)).status == 0
        assert copy("sync", now=at(days=3)).status == 0
        assert len(sound(copy, acknowledged)) == len(acknowledged)
