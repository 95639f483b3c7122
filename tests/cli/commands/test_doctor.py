"""hippo doctor"""

from __future__ import annotations

import sqlite3

from tests.cli.commands.transcript import Transcript
from tests.support import Hippo, at


def test_what_a_person_reads(hippo: Hippo) -> None:
    told = Transcript(hippo)
    memory_id = hippo.remember("the valve opens to the left")
    told("doctor")
    told.say("an index is emptied, a file is removed, the rights are widened")
    raw = sqlite3.connect(hippo.store_folder / "hippo.db")
    raw.execute("INSERT INTO live_words (live_words) VALUES ('delete-all')")
    raw.commit()
    raw.close()
    [mirror] = hippo.store_folder.glob(f"episodic/*{memory_id}.md")
    mirror.unlink()
    hippo.store_folder.chmod(0o755)
    told("doctor")
    told("doctor", "--fix")
    told("doctor", "--quiet")
    told("backup")
    told.say("the database is overwritten")
    (hippo.store_folder / "hippo.db").write_text("not a database\n" * 400)
    told("recall", "valve", now=at(days=1))
    told("doctor", "--fix", now=at(days=1))
    told("backup", "restore", ".hippo/backups/hippo-20310303-120000.db", now=at(days=1))
    told("doctor", now=at(days=1))
    told.matches("doctor")


def test_json_tells_every_part(hippo: Hippo) -> None:
    data = hippo.json("doctor")
    assert data["scope"] == "local"
    assert {each["trouble"] for each in data["findings"]} == {""}
    hippo.store_folder.chmod(0o755)
    ran = hippo("doctor", "--json")
    assert ran.status == 5
    assert [each["part"] for each in ran.data["findings"] if each["trouble"]] == ["file rights"]


def test_a_store_that_is_not_there_is_told_in_one_line(hippo: Hippo, nowhere: Hippo) -> None:
    ran = hippo("doctor", "--global")
    assert (ran.status, ran.err.count("\n")) == (5, 2)
    assert "no hippo store" in ran.err


def test_a_newer_store_is_told_in_one_line(hippo: Hippo) -> None:
    raw = sqlite3.connect(hippo.store_folder / "hippo.db")
    raw.execute("PRAGMA user_version = 999")
    raw.close()
    for command in (("doctor",), ("backup",), ("config",), ("sync",), ("export",)):
        ran = hippo(*command)
        assert (ran.status, ran.out, ran.err.count("\n")) == (5, "", 2)
        assert "999" in ran.err
