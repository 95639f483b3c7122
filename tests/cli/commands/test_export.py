"""hippo export, hippo import"""

from __future__ import annotations

import io
import json
import os
import sys
from pathlib import Path

import pytest

from tests.cli.commands.transcript import Transcript
from tests.support import Hippo, at


@pytest.fixture
def other(tmp_path: Path) -> Hippo:
    """A project elsewhere with an empty store."""
    (tmp_path / "elsewhere").mkdir()
    made = Hippo(tmp_path / "elsewhere")
    assert made("init", "--no-hooks", "--no-schedule").status == 0
    return made


def test_what_a_person_reads(hippo: Hippo) -> None:
    told = Transcript(hippo)
    left = hippo.remember("the valve opens to the left")
    hippo.remember("the pump is green")
    gone = hippo.remember("the gate sticks")
    told("export", "--output", "old.jsonl", now=at(hours=1))
    hippo("edit", left, "--text", "the valve is stuck", now=at(hours=2))
    hippo("forget", gone, "--purge", now=at(hours=2))
    told("import", "old.jsonl", now=at(hours=3))
    told("import", "old.jsonl", "--force", "--dry-run", "--tag", "mill", now=at(hours=4))
    told("import", "old.jsonl", "--force", now=at(hours=4))
    with (hippo.project / "old.jsonl").open("a") as file:
        file.write("{\n" + "[]\n" * 30)
    told("import", "old.jsonl", now=at(hours=5))
    told.matches("import")


def test_what_can_go_wrong(hippo: Hippo) -> None:
    told = Transcript(hippo)
    told("import", "nowhere.jsonl")
    told("import", ".")
    (hippo.project / "text").write_text("no export\n")
    told("import", "text")
    (hippo.project / "newer").write_text('{"hippo_export": 2}\n')
    told("import", "newer")
    told("import")
    told("export", "--output", ".")
    told("export", "--output", "nowhere/x.jsonl")
    told("export", "extra")
    told.matches("import_mistakes")


def test_lines_go_to_standard_output_whatever_the_console_can_show(hippo: Hippo, other: Hippo) -> None:
    hippo.remember("größe 左 🚀")
    ran = hippo("export")
    assert ran.out.isascii()
    assert [sorted(json.loads(line)) for line in ran.out.splitlines()] == [
        ["at", "hippo_export", "schema", "scope"], ["events", "links", "memory"],
    ]  # fmt: skip
    (other.project / "x").write_text(ran.out)
    assert other.json("import", "x")["added"] == 1
    assert [each["memory"]["text"] for each in other.json("list")] == ["größe 左 🚀"]


def test_an_export_may_come_by_standard_input(hippo: Hippo, other: Hippo, monkeypatch: pytest.MonkeyPatch) -> None:
    hippo.remember("the valve opens to the left")
    data = b"\xef\xbb\xbf" + hippo("export").out.encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    assert other.json("import", "-")["added"] == 1
    monkeypatch.setattr(sys, "stdin", None)
    assert other("import", "-").out.endswith("0 memories added, 0 strengthened\n")


def test_an_export_is_private_and_appears_whole(hippo: Hippo, monkeypatch: pytest.MonkeyPatch) -> None:
    hippo.remember("the valve opens to the left")
    before = os.umask(0)
    try:
        data = hippo.json("export", "--output", "old.jsonl")
    finally:
        os.umask(before)
    path = hippo.project / "old.jsonl"
    assert (data["path"], data["memories"], path.stat().st_mode & 0o777) == (str(path), 1, 0o600)
    content = path.read_bytes()

    def full(*_: object, **__: object) -> str:
        raise OSError(28, "No space left on device", "old.jsonl.1.tmp")

    monkeypatch.setattr(json, "dumps", full)
    ran = hippo("export", "--output", "old.jsonl")
    assert (ran.status, ran.err.splitlines()[0]) == (5, "hippo: No space left on device: old.jsonl")
    assert path.read_bytes() == content
    assert [each.name for each in hippo.project.iterdir() if each.is_file()] == ["old.jsonl"]


def test_a_link_leads_to_the_file_that_is_written_and_a_device_is_none(hippo: Hippo, tmp_path: Path) -> None:
    (hippo.project / "linked").symlink_to(tmp_path / "target")
    hippo.json("export", "--output", "linked")
    assert (tmp_path / "target").is_file()
    ran = hippo("export", "--output", "/dev/null")
    assert (ran.status, ran.out) == (4, "")
    assert Path("/dev/null").is_char_device()


def test_the_status_tells_that_some_lines_were_left_out(hippo: Hippo) -> None:
    hippo.remember("the valve opens to the left")
    (hippo.project / "x").write_text(hippo("export").out + "{\n")
    ran = hippo("import", "x", "--json")
    assert (ran.status, ran.data["unchanged"], ran.data["broken_count"]) == (6, 1, 1)
    assert ran.data["broken"][0]["line"] == 3


def test_a_memory_moves_with_all_of_its_history(hippo: Hippo, other: Hippo) -> None:
    memory_id = hippo.remember("the valve opens to the left", "--tag", "pump")
    hippo("recall", "valve", now=at(hours=1))
    hippo("outcome", "--good", now=at(hours=1))
    hippo("edit", memory_id, "--text", "the valve is stuck", now=at(hours=2))
    hippo.json("export", "--output", "x")
    other.json("import", str(hippo.project / "x"), now=at(days=1))
    here, there = hippo.inspect(memory_id, now=at(days=2)), other.inspect(memory_id, now=at(days=2))
    here.pop("mirror"), there.pop("mirror")
    assert there == here


def test_your_own_store_exports_and_imports(hippo: Hippo) -> None:
    hippo.remember("the valve opens to the left", "--global")
    hippo.json("export", "--global", "--output", "x")
    assert hippo.json("import", "x")["added"] == 1
