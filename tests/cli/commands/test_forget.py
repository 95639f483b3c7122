"""hippo forget, hippo restore"""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from hippo.store import store as stores
from tests.cli.commands.transcript import Transcript
from tests.support import Hippo, at

SECRET = "the zymurgist keeps quokka4711 in the cellar"
TRACES = ("zymurgist", "quokka4711")


def holding(folder: Path, *needles: str) -> list[str]:
    """The files of a store that hold one of these words, in any case."""
    found = []
    for path in sorted(folder.rglob("*")):
        content = path.read_bytes().lower() if path.is_file() else b""
        found += [f"{path.name}: {needle}" for needle in needles if needle.encode() in content]
    return found


def test_what_a_person_reads(hippo: Hippo) -> None:
    for text in ("the valve opens to the left", "the pump is green", "never deploy on Fridays"):
        hippo.remember(text)
    say = Transcript(hippo)
    say("forget", "mem_0001", "mem_0002", "mem_0001", "--dry-run", now=at(days=1))
    say("forget", "mem_0001", now=at(days=1))
    say("forget", "mem_0001", now=at(days=2))
    say("recall", "valve", now=at(days=2))
    say("list", "--state", "archived", now=at(days=2))
    say("restore", "mem_0001", now=at(days=3))
    say("restore", "mem_0001", now=at(days=3))
    say("restore", "mem_0009", now=at(days=3))
    say("forget", "mem_0002", "--purge", "--dry-run", now=at(days=3))
    say("forget", "mem_0002", "--purge", now=at(days=3))
    say("inspect", "mem_0002", now=at(days=3))
    say("forget", "mem_0003", "mem_0009", now=at(days=3))
    say("list", "--all", now=at(days=3))
    say.matches("forget")


def test_an_archived_memory_is_out_of_recall_context_and_list_until_it_is_restored(hippo: Hippo) -> None:
    memory_id = hippo.remember("the valve opens to the left")
    hippo("forget", memory_id, now=at(days=1))
    assert hippo.json("recall", "valve") == hippo.json("list") == []
    assert hippo("context").out == ""
    shown = hippo.inspect(memory_id)
    assert (shown["state"], shown["archived_at"], shown["archived_reason"]) == (
        "archived",
        "2031-03-04T12:00:00Z",
        "forgotten by hand",
    )
    restored = hippo.json("restore", memory_id, now=at(days=20))
    assert (restored["changed"], restored["fades_at"]) == (True, "2031-04-06T12:00:00Z")
    assert hippo.json("sleep", now=at(days=20))["plan"]["archived"] == []
    assert len(hippo.json("recall", "valve", now=at(days=20))) == 1


def test_restoring_leaves_the_reason_in_the_history(hippo: Hippo) -> None:
    memory_id = hippo.remember("the valve opens to the left")
    hippo("forget", memory_id)
    hippo("restore", memory_id)
    kinds = [(event["kind"], event["before"]) for event in hippo.inspect(memory_id)["events"][1:]]
    assert kinds == [
        ("archived", {"state": "live", "reason": "forgotten by hand"}),
        ("restored", {"state": "archived", "reason": "forgotten by hand"}),
    ]


def test_a_memory_whose_text_another_one_has_by_now_is_not_restored(hippo: Hippo) -> None:
    gone, taken = hippo.remember("the valve opens to the left"), hippo.remember("the pump is green")
    hippo("forget", gone)
    hippo("edit", taken, "--text", "the valve opens to the left")
    ran = hippo("restore", "--json", gone)
    assert (ran.status, ran.error["code"]) == (4, "refused")
    assert taken in ran.error["message"]
    assert hippo.inspect(gone)["state"] == "archived"


def test_of_several_all_are_forgotten_or_none(hippo: Hippo) -> None:
    first, second = hippo.remember("one"), hippo.remember("two", "--global")
    assert hippo("forget", first, second, "mem_ffff").status == 3
    assert len(hippo.json("list")) == 1
    done = hippo.json("forget", first, second)
    assert {memory["state"] for memory in done["memories"]} == {"archived"}
    assert hippo.json("list") == hippo.json("list", "--global") == []


def test_a_dry_run_names_the_same_and_writes_nothing(hippo: Hippo) -> None:
    memory_id = hippo.remember(SECRET)
    before = {path: path.read_bytes() for path in hippo.store_folder.rglob("*") if path.is_file()}
    for options in ((), ("--purge",)):
        planned = hippo.json("forget", memory_id, "--dry-run", *options)
        assert [memory["id"] for memory in planned["memories"]] == [memory_id]
    assert {path: path.read_bytes() for path in hippo.store_folder.rglob("*") if path.is_file()} == before


def test_purging_leaves_no_byte_in_any_file(hippo: Hippo) -> None:
    memory_id = hippo.remember("the zymurgist came at noon", "--tag", "quokka4711")
    hippo.remember("the cellar is cold")
    hippo("edit", memory_id, "--text", SECRET)
    hippo("recall", "zymurgist cellar")
    hippo("recall", "where does the zymurgist keep the cold cellar")
    hippo("sleep", now=at(days=1))
    for copy in (hippo.store_folder / "backups").iterdir():
        copy.unlink()
    assert holding(hippo.store_folder, *TRACES) != []
    ran = hippo("forget", "--purge", memory_id, now=at(days=2))
    assert (ran.status, ran.err) == (0, "")
    assert holding(hippo.store_folder, *TRACES, memory_id) == []
    assert hippo("inspect", memory_id).status == 3
    assert [hit["memory"]["text"] for hit in hippo.json("recall", "cellar")] == ["the cellar is cold"]


def test_purging_names_the_backups_that_still_hold_it(hippo: Hippo) -> None:
    memory_id = hippo.remember(SECRET)
    hippo("backup")
    ran = hippo("forget", "--purge", memory_id, "--json")
    (path,) = ran.data["in_backups"]
    assert Path(path).parent.name == "backups"
    other = hippo.remember("the cellar is cold")
    hippo("backup", now=at(days=1))
    (line,) = hippo("forget", "--purge", other, now=at(days=2)).out.splitlines()[1:]
    assert line.startswith("  still in the backup ")


def test_what_was_purged_is_not_learnt_or_synced_again(hippo: Hippo) -> None:
    memory_id = hippo.remember(SECRET)
    (mirror,) = hippo.store_folder.rglob(f"*{memory_id}.md")
    text = mirror.read_text()
    hippo("forget", "--purge", memory_id)
    assert not mirror.exists()
    mirror.write_text(text)
    ran = hippo("sync")
    assert ran.status == 6
    assert "erased here for good" in ran.err
    assert hippo.json("list") == []


def test_the_traces_that_a_reader_keeps_go_at_the_next_sleep(hippo: Hippo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stores, "_READERS_WAIT_MS", 0)
    memory_id = hippo.remember(SECRET)
    reader = sqlite3.connect(hippo.store_folder / "hippo.db", isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM memory").fetchone()
    ran = hippo("forget", "--purge", memory_id)
    assert ran.err == "note: another process is reading the store: the last traces go at the next sleep\n"
    reader.close()
    hippo("sleep")
    assert holding(hippo.store_folder, *TRACES) == []


def test_forgetting_needs_a_name(hippo: Hippo) -> None:
    assert hippo("forget").status == hippo("restore").status == 2
    assert hippo("restore", "mem_0001", "mem_0002").status == 2
    assert hippo("forget", "").status == hippo("forget", "x").status == 3
