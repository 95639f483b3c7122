"""Standard streams that are closed, full, gone or of another encoding: a status and a line, never a traceback."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

import pytest

from tests.cli.processes import Process

FULL = Path("/dev/full")
#: hippo that is interrupted while it imports a module.
INTERRUPTING = """
import sys
from hippo.__main__ import main

class Interrupting:
    def find_spec(self, name, *_):
        if name == {name!r}:
            raise KeyboardInterrupt

sys.meta_path.insert(0, Interrupting())
main()
"""
#: hippo with a standard input that says when it is read, and then waits.
WAITING = """
import sys, time
from hippo.__main__ import main

class Waiting:
    @property
    def buffer(self):
        print("ready", flush=True)
        time.sleep(60)

sys.stdin = Waiting()
main()
"""


@pytest.fixture(scope="module")
def process(tmp_path_factory: pytest.TempPathFactory) -> Process:
    """A hippo whose project has a store with two memories."""
    made = Process(tmp_path_factory.mktemp("streams"))
    assert made("init", "--no-hooks", "--no-schedule").returncode == 0
    for text in ("the valve opens to the left, naïvely 🚀", "阀门向左打开"):
        assert made("remember", text).returncode == 0
    return made


def closed(*descriptors: int):
    """Closes standard streams in the new process, as `>&-` does."""

    def close() -> None:
        for descriptor in descriptors:
            os.close(descriptor)

    return close


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (("list",), 0),
        (("list", "--json"), 0),
        (("--quiet", "list"), 0),
        (("--help",), 0),
        (("--version",), 0),
        (("recall", "valve", "--why"), 0),
        (("inspect", "mem_0000", "--json"), 3),
        (("recall", "--bogus", "--json"), 2),
    ],
)
def test_a_reader_that_has_gone_is_no_trouble_and_leaves_the_status(
    words: tuple[str, ...], status: int, process: Process
) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        ran = process(*words, stdout=writer)
    finally:
        os.close(writer)
    assert (ran.returncode, ran.stderr) == (status, b"")


@pytest.mark.parametrize(("words", "status"), [(("list",), 0), (("inspect", "mem_0000"), 3), (("recal",), 2)])
def test_nobody_need_read_the_errors(words: tuple[str, ...], status: int, process: Process) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        assert process(*words, stderr=writer).returncode == status
    finally:
        os.close(writer)


@pytest.mark.skipif(not FULL.exists(), reason="this system has no full device")
@pytest.mark.parametrize("words", [("list",), ("list", "--json"), ("--help",), ("--version",)])
def test_a_full_disk_below_the_output_is_a_line_and_status_5(words: tuple[str, ...], process: Process) -> None:
    with FULL.open("wb") as full:
        ran = process(*words, stdout=full)
    assert ran.returncode == 5
    assert ran.stderr.startswith(b"hippo: No space left on device\n  hint: ")
    assert ran.stderr.count(b"\n") == 2


@pytest.mark.parametrize("descriptors", [(1,), (2,), (0,), (1, 2), (0, 1, 2)])
def test_streams_may_be_closed(descriptors: tuple[int, ...], process: Process) -> None:
    for words, status in ((("list",), 0), (("inspect", "mem_0000"), 3), (("--help",), 0)):
        ran = process(*words, preexec_fn=closed(*descriptors))
        assert ran.returncode == status
        assert b"Traceback" not in ran.stderr


def test_a_closed_standard_input_is_an_empty_text(process: Process) -> None:
    for how in ({"preexec_fn": closed(0)}, {}):
        ran = process("remember", "-", **how)
        assert (ran.returncode, ran.stderr) == (2, b"hippo: nothing to remember: the text is empty\n")


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "latin-1", "iso2022_jp", "koi8-r"])
@pytest.mark.parametrize(
    "words", [("list",), ("recall", "valve", "--why"), ("recall", "阀门"), ("context",), ("status",)]
)
def test_a_legacy_console_stops_no_command(words: tuple[str, ...], encoding: str, process: Process) -> None:
    environ = {"PYTHONIOENCODING": encoding}
    ran = process(*words, environ=environ)
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert ran.stdout.decode(encoding)
    document = process(*words, "--json", environ=environ)
    assert json.loads(document.stdout)["schema"] == 1


def test_words_that_are_not_utf_8_stop_no_command(process: Process) -> None:
    for words in (["recall", b"caf\xe9"], ["remember", b"caf\xe9"], [b"caf\xe9"], ["recall", b"--caf\xe9", "--json"]):
        ran = process(*words)
        assert ran.returncode in {0, 2}
        assert b"Traceback" not in ran.stderr


def test_an_interrupt_at_any_time_is_130_without_a_word(process: Process) -> None:
    for name in ("hippo.cli.main", "hippo.cli.table", "hippo.core.rank"):
        ran = process("recall", "valve", code=INTERRUPTING.format(name=name))
        assert (ran.returncode, ran.stdout, ran.stderr) == (130, b"", b"")


def test_an_interrupt_while_waiting_for_input_is_130_without_a_word(process: Process) -> None:
    with process.start("remember", "-", code=WAITING) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == b"ready\n"
        os.kill(running.pid, signal.SIGINT)
        out, err = running.communicate(timeout=60)
    assert (running.returncode, out, err) == (130, b"", b"")
