"""hippo doctor"""

from __future__ import annotations

import sqlite3
from typing import Any

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


def test_what_is_installed_for_agents_is_checked_and_renewed(hippo: Hippo) -> None:
    programs = hippo.root / "bin"
    programs.mkdir()
    (programs / "hippo").write_text("#!/bin/sh\n")
    (programs / "hippo").chmod(0o755)
    hippo.environ["PATH"] = str(programs)
    hippo("hook", "install", "claude-code", "pi")
    hippo("hook", "install", "codex", "--user")
    assert agents(hippo.json("doctor")) == ("", "claude-code, pi, codex (--user)", False)
    settings = hippo.project / ".claude" / "settings.json"
    new = settings.read_text()
    settings.write_text(new.replace("SessionEnd", "SessionStop"))
    guide = hippo.project / "CLAUDE.md"
    guide.write_text(guide.read_text().replace("Memory: hippo", "Memory"))
    ran = hippo("doctor", "--json")
    assert ran.status == 5
    trouble, advice, _ = agents(ran.data)
    assert "claude-code: .claude/settings.json lacks SessionEnd" in trouble
    assert "pi: the block in CLAUDE.md is of another version" in trouble
    assert "--fix" in advice
    assert agents(hippo.json("doctor", "--fix"))[2] is True
    assert agents(hippo.json("doctor"))[0] == ""
    assert settings.read_text() == new
    settings.write_text(new[:-9])
    trouble = agents(hippo("doctor", "--fix", "--json").data)[0]
    assert "claude-code: cannot be looked at: .claude/settings.json cannot be read" in trouble


def agents(data: dict[str, Any]) -> tuple[str, str, bool]:
    [found] = [each for each in data["findings"] if each["part"] == "agents"]
    return found["trouble"], found["advice"], found["mended"]
