"""Work in a process of its own: nobody waits for it, and it does not wait for ever."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from hippo.adapters.detached import start_program
from tests.cli.processes import ROOT

PROGRAM = """
import os, sys, time
sys.path.insert(0, {root!r})
from hippo.adapters.detached import end_after, run_detached
def work():
    ready, done = {work}
    while not os.path.exists(ready):
        time.sleep(0.01)
    with open(done + ".part", "w") as file:
        file.write(f"{{os.getpid()}} {{os.getpgid(0)}} {{os.getsid(0)}} {{os.fstat(1).st_rdev}}")
    os.rename(done + ".part", done)
"""


def test_the_caller_goes_on_while_the_work_goes_on_alone(tmp_path: Path) -> None:
    ready, done = tmp_path / "ready", tmp_path / "done"
    program = PROGRAM.format(root=str(ROOT), work=(str(ready), str(done)))
    program += "run_detached(work, most_seconds=20)\nprint(os.getpgid(0))"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=20, check=True)
    assert not done.exists()
    ready.touch()
    reader = f"import os, time\nwhile not os.path.exists({str(done)!r}): time.sleep(0.01)"
    subprocess.run([sys.executable, "-c", reader], timeout=20, check=True)
    own, group, session, output = done.read_text(encoding="utf-8").split()
    assert own == group == session
    assert group != ran.stdout.strip()
    assert int(output) == Path("/dev/null").stat().st_rdev


def test_a_process_that_waits_for_ever_is_ended_with_status_0() -> None:
    program = PROGRAM.format(root=str(ROOT), work=("", "")) + "end_after(0.05)\nsys.stdin.read()"
    with subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE) as process:
        assert process.wait(20) == 0


def test_where_no_process_can_be_split_the_work_is_done_in_place(monkeypatch) -> None:
    from hippo.adapters import detached

    monkeypatch.delattr(detached.os, "fork")
    done: list[int] = []
    detached.run_detached(lambda: done.append(1), most_seconds=1)
    assert done == [1]


def test_nothing_that_lies_in_the_folder_is_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))  # a relative one would mean the folder, and be its owner's wish
    told = tmp_path / "told"
    for name in ("hippo/__init__.py", "json.py"):
        planted = tmp_path / name
        planted.parent.mkdir(exist_ok=True)
        planted.write_text(f"open({str(told)!r}, 'a').write({name!r})\n")
    done = tmp_path / ".hippo" / "hippo.db"
    start_program(["init", "--no-hooks", "--no-schedule", "--quiet"], str(tmp_path))
    until = time.monotonic() + 60
    while not done.exists() and not told.exists() and time.monotonic() < until:
        time.sleep(0.02)
    assert done.exists()
    assert not told.exists()
