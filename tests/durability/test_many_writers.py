"""Many processes at one store: nothing is lost, nobody waits for long, nobody is stopped."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from hippo.core.value import replace
from hippo.services.keeping import write_text
from hippo.services.opening import open_folder
from tests.cli.processes import Process
from tests.support import Hippo, at

#: One process that calls a command several times, as an agent does.
REPEATED = """
import sys
from hippo.cli.main import run

name, count = sys.argv[1], int(sys.argv[2])
sys.exit(max(run(["remember", f"writer{name} wrote note{number}"]) for number in range(count)))
"""


def all_end_well(running: list[subprocess.Popen[bytes]]) -> None:
    """Every process ends with status 0 and says no more than notes."""
    for process in running:
        _, err = process.communicate(timeout=120)
        assert (process.returncode, [line for line in err.splitlines() if not line.startswith(b"note: ")]) == (0, [])


def is_sound(hippo: Process, texts: set[str]) -> bool:
    """Whether a store holds exactly these memories, one file for each, and every part of it is well."""
    raw = sqlite3.connect(hippo.project / ".hippo/hippo.db")
    held = [row[0] for row in raw.execute("SELECT text FROM memory")]
    raw.close()
    assert (len(held), set(held)) == (len(texts), texts)
    assert len([*(hippo.project / ".hippo/episodic").glob("*.md")]) == len(texts)
    assert hippo("doctor").returncode == 0
    return True


def test_sixteen_that_make_one_store_make_one(tmp_path: Path) -> None:
    hippo = Process(tmp_path)
    (hippo.project / ".hippo").mkdir(mode=0o700)
    all_end_well([hippo.start("remember", f"first of process {number}") for number in range(16)])
    assert is_sound(hippo, {f"first of process {number}" for number in range(16)})


def test_eight_that_write_on_and_on_lose_nothing(tmp_path: Path) -> None:
    hippo = Process(tmp_path)
    assert hippo("init", "--no-hooks", "--no-schedule").returncode == 0
    all_end_well([hippo.start(str(name), "25", code=REPEATED) for name in range(8)])
    assert is_sound(hippo, {f"writer{name} wrote note{number}" for name in range(8) for number in range(25)})
    log = hippo.project / ".hippo/hippo.db-wal"
    assert not log.exists() or log.stat().st_size <= 2_000_000


def test_twenty_that_remember_at_once_are_twenty(tmp_path: Path) -> None:
    hippo = Process(tmp_path)
    assert hippo("init", "--no-hooks", "--no-schedule").returncode == 0
    all_end_well([hippo.start("remember", f"note of process {number}") for number in range(20)])
    assert is_sound(hippo, {f"note of process {number}" for number in range(20)})


def test_every_kind_of_writer_gets_its_turn(tmp_path: Path) -> None:
    hippo = Process(tmp_path)
    assert hippo("init", "--no-hooks", "--no-schedule").returncode == 0
    for number in range(5):
        assert hippo("remember", f"note {number} of the quarry").returncode == 0
    assert hippo("export", "--output", "x.jsonl").returncode == 0
    words = [("remember", "one more note"), ("recall", "quarry"), ("sleep",), ("sync",), ("backup",), ("doctor",)]
    words += [("import", "x.jsonl"), ("recall", "note"), ("status",), ("context", "quarry")]
    all_end_well([hippo.start(*each) for each in words])
    assert is_sound(hippo, {f"note {number} of the quarry" for number in range(5)} | {"one more note"})


# --- locks


@contextmanager
def somebody_writes(hippo: Hippo) -> Iterator[sqlite3.Connection]:
    other = sqlite3.connect(hippo.store_folder / "hippo.db", isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    yield other
    other.close()


READING = [
    ("recall", "quarry"),
    ("context", "quarry"),
    ("list",),
    ("status",),
    ("inspect", "mem_0001"),
    ("sleep", "--dry-run"),
    ("forget", "mem_0001", "--purge", "--dry-run"),
    ("backup", "list"),
    ("export",),
]


@pytest.mark.parametrize("words", READING, ids=lambda words: words[0])
def test_nobody_who_reads_waits_for_a_writer(hippo: Hippo, words: tuple[str, ...]) -> None:
    """Also in the middle of a transaction that has written much; it is not seen before it is committed."""
    hippo.remember("the quarry road floods in november")
    with open_folder(str(hippo.store_folder), "local", warn=lambda _: None).store as store, store.transaction():
        changed = replace(store.memories.get(1), text="unfinished")
        write_text(store, 1, changed)
        store._connection.run("CREATE TABLE much AS SELECT hex(zeroblob(2000000)) AS content")
        started = time.perf_counter()
        ran = hippo(*words)
        took = time.perf_counter() - started
    assert ran.status == 0, ran.err
    assert "unfinished" not in ran.out
    assert took < 1


def test_a_recall_beside_a_writer_is_counted_once_by_the_next(hippo: Hippo) -> None:
    memory_id = hippo.remember("the quarry road floods in november")
    with somebody_writes(hippo):
        ran = hippo("recall", "quarry", now=at(hours=1))
    assert (ran.status, "counted by the next command that writes" in ran.err) == (0, True)
    for hours in (2, 3):
        hippo.remember(f"note {hours}", now=at(hours=hours))
        assert hippo.inspect(memory_id, now=at(hours=9))["retrieval_count"] == 1


def test_a_writer_waits_for_a_short_lock(hippo: Hippo) -> None:
    with somebody_writes(hippo) as writer:
        timer = threading.Timer(0.3, writer.execute, ["ROLLBACK"])
        timer.start()
        started = time.perf_counter()
        hippo.remember("written after the wait")
        assert time.perf_counter() - started > 0.2
        timer.join()


@pytest.mark.parametrize(
    "words",
    [("remember", "x"), ("sleep",), ("sync",), ("forget", "mem_0001"), ("import", "x.jsonl"), ("doctor", "--fix")],
    ids=lambda words: words[0],
)  # fmt: skip
def test_a_long_lock_ends_in_one_line_and_status_75(
    hippo: Hippo, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    hippo.remember("the quarry road floods in november")
    assert hippo("export", "--output", str(hippo.project / "x.jsonl")).status == 0
    before = {path: path.read_bytes() for path in hippo.store_folder.rglob("*.md")}
    monkeypatch.setattr("hippo.store.connection.WRITE_WAIT_SECONDS", 0.05)
    with somebody_writes(hippo):
        ran = hippo(*words, now=at(days=20))
    assert (ran.status, ran.out) == (75, "")
    assert [line.partition(": ")[0] for line in ran.err.splitlines()] == ["hippo", "  hint"]
    assert "busy" in ran.err
    assert {path: path.read_bytes() for path in hippo.store_folder.rglob("*.md")} == before
    assert [each["memory"]["text"] for each in hippo.json("list")] == ["the quarry road floods in november"]


def test_a_long_read_stops_no_writer(hippo: Hippo) -> None:
    hippo.remember("the quarry road floods in november")
    with open_folder(str(hippo.store_folder), "local", warn=lambda _: None).store as store, store.reading():
        assert len(store.memories.everything()) == 1
        hippo.remember("the tea is in the cupboard")
        assert len(store.memories.everything()) == 1


def test_two_sleeps_at_one_moment_do_the_work_of_one(tmp_path: Path) -> None:
    for name in ("both", "alone"):
        (tmp_path / name).mkdir()
    hippo, alone = Process(tmp_path / "both"), Process(tmp_path / "alone")
    for each in (hippo, alone):
        assert each("init", "--no-hooks", "--no-schedule").returncode == 0
        for word in ("quarry", "valve", "pump", "gate", "kettle", "ladder"):
            words = ("remember", f"the {word} was painted by somebody else")
            assert each(*words, environ={"HIPPO_NOW": "2031-03-03T12:00:00Z"}).returncode == 0
    night = {"HIPPO_NOW": "2031-04-03T12:00:00Z"}
    all_end_well([hippo.start("sleep", environ=night) for _ in range(2)])
    assert alone("sleep", environ=night).returncode == 0
    assert states(hippo) == states(alone)
    dreams = (hippo.project / ".hippo/DREAMS.md").read_text(encoding="utf-8")
    assert dreams.count("- archived ") == (alone.project / ".hippo/DREAMS.md").read_text("utf-8").count("- archived ")


def states(hippo: Process) -> list[tuple[str, str, str]]:
    listed = json.loads(hippo("list", "--all", "--limit", "99", "--json").stdout)["data"]
    return sorted((each["memory"]["text"], each["memory"]["state"], each["memory"]["confidence"]) for each in listed)


def test_a_large_import_holds_nobody_up_for_long(tmp_path: Path) -> None:
    hippo = Process(tmp_path)
    assert hippo("init", "--no-hooks", "--no-schedule").returncode == 0
    assert hippo("remember", "the quarry road floods in november").returncode == 0
    header, line = hippo("export").stdout.decode().splitlines()
    memory_id = json.loads(line)["memory"]["id"]
    copies = (
        line.replace(memory_id, f"mem_{number:012x}").replace("quarry road", f"{number}th road")
        for number in range(3000)
    )
    (hippo.project / "x.jsonl").write_text("\n".join([header, *copies]), encoding="utf-8")
    importing = hippo.start("import", "x.jsonl")
    waits = []
    while importing.poll() is None:
        started = time.perf_counter()
        assert hippo("remember", f"stored beside an import, number{len(waits)}").returncode == 0
        waits.append(time.perf_counter() - started)
    all_end_well([importing])
    assert len(waits) > 1
    assert max(waits) < 5
