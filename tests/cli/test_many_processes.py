"""Several processes at one store at once."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

from tests.cli.processes import Process


@pytest.fixture
def hippo(tmp_path: Path) -> Process:
    """A project with a folder for a store that no process has made yet."""
    made = Process(tmp_path)
    (made.project / ".hippo").mkdir(mode=0o700)
    return made


def listed(hippo: Process) -> list[dict[str, object]]:
    return [each["memory"] for each in json.loads(hippo("list", "--json").stdout)["data"]]


def test_many_that_make_one_store_at_once_make_one_and_lose_no_memory(hippo: Process) -> None:
    running = [hippo.start("remember", f"memory of process number{number}") for number in range(6)]
    ends = [(process.communicate(timeout=60)[1], process.returncode) for process in running]
    assert ends == [(b"", 0)] * 6
    assert {str(memory["text"]) for memory in listed(hippo)} == {f"memory of process number{n}" for n in range(6)}
    raw = sqlite3.connect(hippo.project / ".hippo" / "hippo.db")
    assert raw.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert raw.execute("SELECT count(*) FROM event").fetchone() == (6,)
    raw.close()
    assert len(list((hippo.project / ".hippo" / "episodic").glob("*.md"))) == 6


def test_many_that_say_the_same_at_once_make_one_memory(hippo: Process) -> None:
    running = [hippo.start("remember", "the valve opens to the left") for _ in range(4)]
    assert [process.wait(60) for process in running] == [0] * 4
    for process in running:
        process.communicate()
    (memory,) = listed(hippo)
    assert memory["retrieval_count"] == 3
    assert len(list((hippo.project / ".hippo" / "episodic").glob("*.md"))) == 1


def test_many_that_init_at_once_make_one_store(tmp_path: Path) -> None:
    hippo = Process(tmp_path)
    running = [hippo.start("init", "--json") for _ in range(4)]
    ends = [process.communicate(timeout=60) for process in running]
    assert [process.returncode for process in running] == [0] * 4
    assert [err for _, err in ends] == [b""] * 4
    assert listed(hippo) == []
    assert not list((hippo.project / ".hippo").rglob("*.tmp"))
