"""hippo init"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hippo.adapters.projects import registered
from tests.cli.commands.transcript import Transcript
from tests.support import Hippo


def listed(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def test_what_a_person_reads(nowhere: Hippo) -> None:
    say = Transcript(nowhere)
    say("init", "--no-hooks", "--no-schedule")
    nowhere.remember("the valve opens to the left")
    say("init")
    (nowhere.store_folder / "config.toml").unlink()
    say("init")
    say("init", "--global")
    say.matches("init")


def test_every_file_that_was_written_is_named(nowhere: Hippo) -> None:
    made = nowhere.json("init")
    assert set(made["written"]) == listed(nowhere.store_folder)
    assert (made["created"], made["memories"], made["scope"]) == (True, 0, "local")
    again = nowhere.json("init")
    assert (again["created"], again["written"]) == (False, [])


def test_what_is_there_stays_as_it_is(hippo: Hippo) -> None:
    config = hippo.store_folder / "config.toml"
    config.write_text("# mine\n", encoding="utf-8")
    hippo("init")
    assert config.read_text(encoding="utf-8") == "# mine\n"


def test_a_store_is_only_its_owners_whatever_the_umask(nowhere: Hippo) -> None:
    before = os.umask(0o000)
    try:
        nowhere("init")
        nowhere("init", "--global")
    finally:
        os.umask(before)
    for folder in (nowhere.store_folder, nowhere.root / "home" / ".hippo"):
        assert folder.stat().st_mode & 0o777 == 0o700
        assert (folder / "hippo.db").stat().st_mode & 0o777 == 0o600


def test_a_store_is_made_at_the_top_of_the_repository(nowhere: Hippo) -> None:
    (nowhere.project / ".git").mkdir()
    below = nowhere.project / "src" / "deep"
    below.mkdir(parents=True)
    assert nowhere.json("init", folder=below)["folder"] == str(nowhere.store_folder)
    assert nowhere.json("remember", "x", folder=below)["scope"] == "local"


def test_a_store_is_made_where_it_is_asked_for(nowhere: Hippo) -> None:
    elsewhere = nowhere.root / "elsewhere" / "hippo"
    assert nowhere.json("init", "--store", str(elsewhere))["folder"] == str(elsewhere)
    assert nowhere.json("remember", "x", "--store", "../elsewhere/hippo")["scope"] == "local"
    assert nowhere.json("init", HIPPO_DIR=str(nowhere.root / "third"))["folder"] == str(nowhere.root / "third")


def test_the_users_store_is_made_at_its_first_use(hippo: Hippo) -> None:
    assert not (hippo.root / "home").exists()
    hippo.remember("I like tea", "--global")
    assert (hippo.root / "home" / ".hippo" / "hippo.db").exists()


def test_a_clone_with_markdown_files_becomes_a_store_at_the_first_command(hippo: Hippo) -> None:
    memory_id = hippo.remember("the valve opens to the left", "--tag", "pump")
    before = hippo.inspect(memory_id)["memory"]
    (hippo.store_folder / "hippo.db").unlink()
    ran = hippo("recall", "valve")
    assert ran.err == "note: made the store from 1 Markdown file\n"
    assert memory_id in ran.out
    (hippo.store_folder / "hippo.db").unlink()
    assert hippo.json("init")["memories"] == 1
    assert hippo.inspect(memory_id)["memory"] == before


@pytest.mark.parametrize("kind", ["file", "database"])
def test_what_is_no_store_is_not_made_one(hippo: Hippo, kind: str) -> None:
    import sqlite3

    database = hippo.store_folder / "hippo.db"
    database.unlink()
    if kind == "file":
        database.write_text("milk, bread\n" * 100)
    else:
        raw = sqlite3.connect(database)
        raw.execute("CREATE TABLE bookmark (url TEXT)")
        raw.close()
    before = database.read_bytes()
    for command in (("init",), ("recall", "x"), ("remember", "x"), ("status",)):
        ran = hippo(*command)
        assert (ran.status, ran.out) == (5, "")
        assert len(ran.err.splitlines()) <= 2
    assert database.read_bytes() == before


def test_a_folder_that_cannot_be_made_is_told(nowhere: Hippo) -> None:
    (nowhere.project / ".hippo").write_text("in the way")
    ran = nowhere("init")
    assert ran.status == 5
    assert "cannot make the folder" in ran.err


def test_it_installs_for_the_agents_that_are_used_and_names_the_others(nowhere: Hippo) -> None:
    programs = nowhere.root / "bin"
    programs.mkdir()
    for name in ("hippo", "claude", "gemini"):
        (programs / name).write_text("#!/bin/sh\n")
        (programs / name).chmod(0o755)
    nowhere.environ["PATH"] = str(programs)
    (nowhere.project / "CLAUDE.md").write_text("# Mine\n")
    before = listed(nowhere.project)
    say = Transcript(nowhere)
    say("init")
    say.matches("init_agents")
    settings = nowhere.project / ".claude" / "settings.json"
    assert settings.exists()
    assert nowhere.json("init")["others"] == [{"title": "Gemini CLI", "command": "hippo hook install gemini"}]
    assert nowhere("hook", "uninstall").status == 0
    assert {name for name in listed(nowhere.project) if not name.startswith(".hippo")} == before


def test_hooks_can_be_left_out_and_a_named_store_has_none(nowhere: Hippo) -> None:
    (nowhere.project / "CLAUDE.md").write_text("# Mine\n")
    assert nowhere.json("init", "--no-hooks")["agents"] is None
    assert nowhere.json("init", "--global")["agents"] is None
    assert nowhere.json("init", "--store", str(nowhere.root / "elsewhere"))["agents"] is None
    assert (nowhere.project / "CLAUDE.md").read_text() == "# Mine\n"


def test_an_agent_that_cannot_be_told_does_not_keep_the_store_from_being_made(nowhere: Hippo) -> None:
    (nowhere.project / ".claude").mkdir()
    (nowhere.project / ".claude" / "settings.json").write_text("{oops")
    ran = nowhere("init")
    assert ran.status == 6
    assert "claude-code: nothing was changed: .claude/settings.json cannot be changed" in ran.out
    assert (nowhere.store_folder / "hippo.db").exists()


def test_in_the_home_no_agent_is_touched(nowhere: Hippo) -> None:
    home = nowhere.root / "home"
    (home / ".claude").mkdir(parents=True)
    ran = nowhere("init", "--json", folder=home, HIPPO_HOME=str(nowhere.root / "own"))
    assert ran.status == 2 or "no agent's files were touched" in "".join(ran.document["notes"])
    assert listed(home / ".claude") == set()


def test_a_project_is_noted_for_the_nightly_sleep_unless_it_is_left_out(nowhere: Hippo) -> None:
    assert nowhere.json("init", "--no-schedule")["nightly"] is False
    assert not (nowhere.root / "home").exists()
    assert nowhere.json("init")["nightly"] is True
    assert nowhere.json("init")["nightly"] is False
    assert registered(nowhere.environ["HIPPO_HOME"]) == [str(nowhere.store_folder)]


def test_a_home_that_cannot_be_written_is_a_note(nowhere: Hippo) -> None:
    (nowhere.root / "home").write_text("in the way")
    ran = nowhere("init")
    assert ran.status == 0
    assert "not noted for the nightly sleep" in ran.err
