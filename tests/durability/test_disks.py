"""Disks without room: one clear line, status 5, and everything that was stored is there."""

from __future__ import annotations

import json
import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.processes import Process
from tests.durability.killing import ROOT

KEPT = "the valve opens to the left"


@pytest.fixture
def hippo(tmp_path: Path) -> Process:
    """A project with one memory, in processes of its own."""
    made = Process(tmp_path)
    assert made("init", "--no-hooks", "--no-schedule").returncode == 0
    assert made("remember", KEPT).returncode == 0
    return made


def limited(size_bytes: int) -> Callable[[], None]:
    """No file of this process may grow beyond so many bytes, as on a full disk or beyond a quota."""
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size_bytes, size_bytes))


def texts(hippo: Process) -> list[str]:
    return sorted(each["memory"]["text"] for each in json.loads(hippo("list", "--json").stdout)["data"])


def is_told(done: subprocess.CompletedProcess[bytes]) -> bool:
    """Whether a command has failed with one line, and at most a hint."""
    assert b"Traceback" not in done.stderr, done.stderr
    lines = done.stderr.decode().splitlines()
    assert (done.returncode, done.stdout) == (5, b""), done
    assert [line.partition(": ")[0] for line in lines if not line.startswith("note:")] in (
        ["hippo"],
        ["hippo", "  hint"],
    )
    return True


@pytest.mark.parametrize("words", [("remember", "x" * 9000), ("import", "old.jsonl"), ("forget", KEPT), ("sleep",)])
def test_a_command_that_finds_no_room_changes_nothing(hippo: Process, words: tuple[str, ...]) -> None:
    store = hippo.project / ".hippo"
    exported = hippo("export", "--output", "old.jsonl")
    assert exported.returncode == 0
    memory_id = json.loads(hippo("list", "--json").stdout)["data"][0]["memory"]["id"]
    hippo("edit", memory_id, "--tag", "new")
    (hippo.project / "old.jsonl").write_text(
        (hippo.project / "old.jsonl").read_text().replace(memory_id, "mem_0123456789ab"), encoding="utf-8"
    )
    words = tuple(memory_id if word == KEPT else word for word in words)
    done = hippo(*words, preexec_fn=limited(4096), environ={"HIPPO_NOW": "2099-01-01T00:00:00Z"})
    assert is_told(done)
    assert texts(hippo) == [KEPT]
    assert hippo("doctor").returncode == 0
    assert store.joinpath("hippo.db").stat().st_size > 4096
    assert hippo(*words).returncode == 0


def test_a_recall_answers_without_room_for_its_own_bookkeeping(hippo: Process) -> None:
    done = hippo("recall", "valve", preexec_fn=limited(0))
    assert done.returncode == 0
    assert KEPT in done.stdout.decode()
    assert b"note: this recall was not counted: " in done.stderr


def test_a_memory_is_stored_though_its_file_finds_no_room(hippo: Process) -> None:
    """The log has room that is left over, a new file has none."""
    done = hippo("remember", "the pump is green", code=NO_MIRRORS)
    assert done.returncode == 0
    assert b"could not be used: No space left on device" in done.stderr
    assert texts(hippo) == [KEPT, "the pump is green"] or set(texts(hippo)) == {KEPT, "the pump is green"}
    assert hippo("doctor").returncode == 5
    assert hippo("sync").returncode == 0
    assert hippo("doctor").returncode == 0


NO_MIRRORS = """
import sys
from hippo.adapters import files
from hippo.cli.main import run

def full(path, content):
    raise OSError(28, "No space left on device", path)

files.write_whole = full
sys.exit(run(sys.argv[1:]))
"""


@pytest.mark.parametrize("words", [("backup",), ("export", "--output", "x.jsonl")])
def test_a_copy_that_finds_no_room_leaves_nothing_behind(hippo: Process, words: tuple[str, ...]) -> None:
    assert is_told(hippo(*words, preexec_fn=limited(200)))
    left = [each for each in hippo.project.rglob("*") if each.suffix in (".tmp", ".jsonl") or "backups/" in str(each)]
    assert left == []


FILL = """
import json, os, sys
sys.path[:0] = json.loads(sys.argv[2])
from hippo.cli.app import App
from hippo.cli.main import run
from hippo.cli.output import Output
import io

place = sys.argv[1]
environ = {"HOME": os.path.join(place, "home")}

def hippo(*words):
    out, err = io.StringIO(), io.StringIO()
    app = App(environ=environ, folder=place, output=Output(stdout=out, stderr=err))
    return run(words, app), out.getvalue(), err.getvalue()

made = hippo("init", "--no-hooks", "--no-schedule")
assert made[0] == 0, made
stored, ended, noted = [], None, 0
for number in range(2000):
    text = f"note {number} " + "x" * 12000
    status, out, err = hippo("remember", text)
    if status:
        ended = (status, out, err)
        break
    noted += "No space left" in err
    stored.append(text)
recalled = hippo("recall", "note 1", "--limit", "1", "--budget", "200")
backed_up = hippo("backup")
held = [each["memory"]["text"] for each in json.loads(hippo("list", "--json", "--limit", "5000")[1])["data"]]
for name in os.listdir(place):
    if name == "filler":
        os.unlink(os.path.join(place, name))
after = [hippo("remember", "there is room again")[0], hippo("sync")[0], hippo("doctor")]
print(json.dumps({"stored": len(stored), "ended": ended, "noted": noted, "lost": len(set(stored) - set(held)),
                  "recalled": recalled, "backed_up": backed_up, "after": after}))
"""


@pytest.mark.skipif(os.geteuid() != 0 or not shutil.which("unshare"), reason="only root can mount a small disk")
def test_a_disk_that_fills_up_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    script = 'mount -t tmpfs -o size=4m none "$0" && dd if=/dev/zero of="$0/filler" bs=1k count=1500 2>/dev/null'
    done = subprocess.run(
        ["unshare", "-m", "sh", "-c", f'{script} && exec "$@"', str(disk), sys.executable, "-c", FILL, str(disk),
         json.dumps([str(ROOT), *sys.path])],
        capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    if "mount" in done.stderr and not done.stdout:
        pytest.skip("no small disk can be mounted here")
    assert done.stdout, done.stderr
    told = json.loads(done.stdout)
    assert told["stored"] > 5
    assert told["lost"] == 0
    status, out, err = told["ended"]
    assert (status, out) == (5, "")
    assert err.startswith("hippo: no room left for the store")
    assert told["recalled"][0] == 0
    assert (told["backed_up"][0], told["backed_up"][1]) == (5, "")
    assert told["after"][:2] == [0, 0]
    assert told["after"][2][0] == 0, told["after"][2]
