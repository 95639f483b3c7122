"""Clocks that are wrong: nothing is archived because of a leap, and nothing older wins."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

import pytest

from tests.support import NOON, Hippo, at

AHEAD = 365


def live(hippo: Hippo, now: datetime) -> list[str]:
    listed: list[dict[str, Any]] = hippo.json("list", now=now)
    assert all(0 <= each["strength"] <= 1 for each in listed)
    return sorted(each["memory"]["text"] for each in listed)


@pytest.fixture
def texts(hippo: Hippo) -> list[str]:
    """The memories of a project in use: one just stored, one used, one pinned."""
    made = ["the gate sticks", "the pump is green", "the valve opens to the left"]
    hippo.remember(made[0], now=at(days=-3))
    hippo.remember(made[1], now=at(days=-2))
    hippo.remember(made[2], "--pin", now=at(days=-1))
    hippo("recall", "pump", now=NOON)
    return made


@pytest.mark.parametrize("days", [AHEAD, 3650, 300])
def test_a_sleep_under_a_clock_that_leapt_ahead_takes_nothing_away(hippo: Hippo, texts: list[str], days: float) -> None:
    ran = hippo("sleep", "--json", now=at(days=days))
    assert ran.status == 0
    assert live(hippo, at(days=days)) == texts
    assert "clock is wrong" in (hippo.store_folder / "DREAMS.md").read_text(encoding="utf-8")
    assert hippo("sleep", now=at(days=1)).status == 0
    assert live(hippo, at(days=1)) == texts


def test_what_is_remembered_and_used_while_the_clock_is_ahead_lives_on(hippo: Hippo, texts: list[str]) -> None:
    hippo.remember("the tea is in the cupboard", now=at(days=AHEAD))
    hippo("recall", "tea pump", now=at(days=AHEAD))
    for days in (1, 2, 10):
        assert hippo("sleep", now=at(days=days)).status == 0
        assert live(hippo, at(days=days)) == sorted([*texts, "the tea is in the cupboard"])
    assert hippo("doctor", now=at(days=10)).status == 0


def test_a_clock_that_was_set_back_takes_nothing_away(hippo: Hippo, texts: list[str]) -> None:
    for days in (-100, -4000, -1):
        for words in (("sleep",), ("recall", "valve"), ("context",), ("sync",), ("backup",)):
            ran = hippo(*words, now=at(days=days))
            assert ran.status == 0, ran.err
        assert live(hippo, at(days=days)) == texts


def test_an_old_export_does_not_win_though_the_clock_was_set_back_since(hippo: Hippo) -> None:
    """The correction was made under the right clock, the export under one that was a year ahead."""
    memory_id = hippo.remember("the valve opens to the left", now=at(days=AHEAD))
    hippo("recall", "valve", now=at(days=AHEAD))
    assert hippo("export", "--output", "x.jsonl", now=at(days=AHEAD)).status == 0
    assert hippo("edit", memory_id, "--text", "the valve opens to the right", now=NOON).status == 0
    assert hippo.json("import", "x.jsonl", now=at(days=1))["kept_newer"] == 1
    assert hippo.inspect(memory_id, now=at(days=1))["text"] == "the valve opens to the right"


def test_a_file_does_not_win_though_the_clock_was_set_back_since(hippo: Hippo) -> None:
    memory_id = hippo.remember("the valve opens to the left", now=at(days=AHEAD))
    hippo("recall", "valve", now=at(days=AHEAD, hours=1))
    assert hippo("sync", now=at(days=AHEAD, hours=1)).status == 0
    [path] = hippo.store_folder.glob(f"episodic/*{memory_id}.md")
    content = path.read_bytes()
    assert hippo("edit", memory_id, "--text", "the valve opens to the right", now=NOON).status == 0
    path.write_bytes(content)
    assert hippo("sync", now=at(days=1)).status == 0
    assert hippo.inspect(memory_id, now=at(days=1))["text"] == "the valve opens to the right"
    assert "to the right" in path.read_text(encoding="utf-8")


def test_backups_are_taken_though_the_clock_was_ahead(hippo: Hippo, texts: list[str]) -> None:
    assert hippo("backup", now=at(days=AHEAD)).status == 0
    assert hippo("sleep", now=NOON).status == 0
    names = [path.name for path in (hippo.store_folder / "backups").glob("*.db")]
    assert sorted(names) == ["hippo-20310303-120000.db", "hippo-20320302-120000.db"]


STAMPS = {
    "2031-03-03T11:00:00": "2031-03-03T11:00:00Z",
    "2031-03-03 11:00": "2031-03-03T11:00:00Z",
    "2031-03-03": "2031-03-03T00:00:00Z",
    "2031-03-03T20:00:00+09:00": "2031-03-03T11:00:00Z",
    "2031-03-03T11:00:00.123456Z": "2031-03-03T11:00:00.123Z",
}


@pytest.mark.parametrize("stamp", STAMPS)
def test_stamps_of_every_form_are_one_clock_in_files_and_imports(hippo: Hippo, stamp: str) -> None:
    memory_id = hippo.remember("the valve opens to the left")
    lines = [json.loads(line) for line in hippo("export").out.splitlines()]
    lines[1]["memory"] |= {"id": "mem_00000000cafe", "text": "the pump is green", "created_at": stamp}
    (hippo.project / "x.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    assert hippo.json("import", "x.jsonl")["added"] == 1
    [path] = hippo.store_folder.glob(f"episodic/*{memory_id}.md")
    text = path.read_text(encoding="utf-8").replace("created_at: 2031-03-03T12:00:00Z", f"created_at: {stamp}")
    path.write_text(text, encoding="utf-8")
    for each in hippo.store_folder.glob("hippo.db*"):
        each.unlink()
    for each in (memory_id, "mem_00000000cafe"):
        assert hippo.inspect(each)["created_at"] == STAMPS[stamp]
    for words in (("sleep",), ("context", "valve"), ("recall", "valve", "--since", "2031-03-01"), ("status",)):
        assert hippo(*words, now=at(days=1)).status == 0
