"""A watched command runs as if it were alone: its bytes, its terminal, its signals, its status."""

from __future__ import annotations

import fcntl
import os
import pty
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from hippo.adapters import watched
from hippo.adapters.watched import Ended
from tests.cli.processes import ROOT, hear_all

RUN = """
import os, sys
from hippo.adapters.watched import run
ended = run(sys.argv[1:], folder=os.getcwd(), environ=os.environ)
sys.stderr.write(f"|{ended.status} {ended.interrupted} {ended.left_running}")
"""


def run(*program: str, folder: Path, **how: int) -> Ended:
    return watched.run(program, folder=str(folder), environ=os.environ, **how)


@pytest.fixture
def start(tmp_path: Path) -> Callable[..., subprocess.Popen[bytes]]:
    """Starts a program that watches a command and reports on standard error."""

    def begin(*program: str, **how: object) -> subprocess.Popen[bytes]:
        streams = {
            "stdin": subprocess.DEVNULL,
            "stdout": subprocess.PIPE,
            "stderr": subprocess.PIPE,
            "preexec_fn": hear_all,
            **how,
        }
        words = [sys.executable, "-c", RUN, *program]
        return subprocess.Popen(words, cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)}, **streams)  # type: ignore[call-overload,no-any-return]

    return begin


def to_the_end(process: subprocess.Popen[bytes]) -> tuple[bytes, str]:
    out, err = process.communicate(timeout=30)
    return out, err.decode()


def awaited(path: Path) -> None:
    end = time.monotonic() + 20
    while not path.exists():
        assert time.monotonic() < end
        time.sleep(0.01)


def is_alive(pid: int) -> bool:
    """Whether a process runs; one that has ended and was not collected yet does not."""
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    except OSError:
        return False


# --- bytes ----------------------------------------------------------------------------------


def test_every_byte_goes_to_its_own_stream_unchanged(tmp_path: Path) -> None:
    data = bytes(range(256)) * 4000
    (tmp_path / "data").write_bytes(data)
    with (tmp_path / "out").open("wb") as out, (tmp_path / "err").open("wb") as err:
        command = "cat data; tac data >&2; exit 7"
        ended = run("sh", "-c", command, folder=tmp_path, out=out.fileno(), err=err.fileno())
    expected = subprocess.run(["tac", "data"], cwd=tmp_path, capture_output=True, check=True).stdout
    assert (tmp_path / "out").read_bytes() == data
    assert (tmp_path / "err").read_bytes() == expected
    assert (ended.status, ended.interrupted, ended.left_running) == (7, False, False)


def test_two_streams_that_go_to_one_place_keep_their_order(tmp_path: Path) -> None:
    command = "for n in 1 2 3 4 5 6 7 8 9; do echo out $n; echo err $n >&2; done"
    with (tmp_path / "both").open("wb") as both:
        ended = run("sh", "-c", command, folder=tmp_path, out=both.fileno(), err=both.fileno())
    lines = [f"{stream} {number}" for number in range(1, 10) for stream in ("out", "err")]
    assert (tmp_path / "both").read_text(encoding="utf-8").splitlines() == lines
    assert (ended.standard.lines(), ended.errors.lines()) == (lines, [])


def test_output_passes_at_once(start: Callable[..., subprocess.Popen[bytes]]) -> None:
    process = start("sh", "-c", "printf half; read line; echo $line", stdin=subprocess.PIPE)
    assert process.stdout
    assert os.read(process.stdout.fileno(), 100) == b"half"
    out, err = process.communicate(b"whole\n", timeout=30)
    assert (out, err) == (b"whole\n", b"|0 False False")


def test_a_reader_that_has_gone_is_noticed_by_the_command_itself(tmp_path: Path) -> None:
    source, sink = os.pipe()
    os.close(source)
    with (tmp_path / "err").open("wb") as err:
        ended = run("yes", folder=tmp_path, out=sink, err=err.fileno())
    os.close(sink)
    assert ended.status == watched.BY_SIGNAL + signal.SIGPIPE


def test_a_reader_that_is_slow_loses_nothing(start: Callable[..., subprocess.Popen[bytes]]) -> None:
    process = start("sh", "-c", "head -c 300000 /dev/zero")
    time.sleep(2.5)
    out, err = to_the_end(process)
    assert (len(out), err) == (300_000, "|0 False False")


# --- status ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("command", "status"), [("exit 0", 0), ("exit 42", 42), ("kill -SEGV $$", 139)])
def test_the_status_is_the_commands_as_a_shell_tells_it(command: str, status: int, tmp_path: Path) -> None:
    assert run("sh", "-c", command, folder=tmp_path).status == status


def test_a_program_that_is_missing_or_cannot_run_fails_as_in_a_shell(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "text").write_text("no program", encoding="utf-8")
    assert run("no-such-program", folder=tmp_path).status == watched.NOT_FOUND
    assert run("./text", folder=tmp_path).status == watched.NOT_RUN
    assert run("a\0b", folder=tmp_path).status == watched.NOT_RUN
    said = capfd.readouterr().err.splitlines()
    assert said[0] == "hippo: no-such-program: command not found"
    assert said[1] == "hippo: ./text: Permission denied"
    assert len(said) == 3


# --- signals --------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT])
def test_a_signal_reaches_the_whole_group_and_nobody_stays(
    number: signal.Signals, start: Callable[..., subprocess.Popen[bytes]], tmp_path: Path
) -> None:
    process = start("sh", "-c", "ulimit -c 0; sleep 300 & echo $! $$ >.pids; mv .pids pids; wait")
    awaited(tmp_path / "pids")
    pids = [int(word) for word in (tmp_path / "pids").read_text(encoding="utf-8").split()]
    process.send_signal(number)
    _, err = to_the_end(process)
    assert err.startswith(f"|{watched.BY_SIGNAL + number} True")
    assert not any(map(is_alive, pids))


def test_a_command_that_handles_a_signal_has_its_own_status(
    start: Callable[..., subprocess.Popen[bytes]], tmp_path: Path
) -> None:
    process = start("sh", "-c", "trap 'echo tidy; exit 3' TERM; >on; sleep 300 & wait")
    awaited(tmp_path / "on")
    process.terminate()
    out, err = to_the_end(process)
    assert out == b"tidy\n"
    assert err.startswith("|3 True ")  # whether the sleeper had ended by then is a race that nobody needs to win


def test_what_is_ignored_stays_ignored(start: Callable[..., subprocess.Popen[bytes]], tmp_path: Path) -> None:
    def ignore() -> None:
        signal.signal(signal.SIGHUP, signal.SIG_IGN)

    process = start("sh", "-c", ">on; sleep 0.5; echo done", preexec_fn=ignore)
    awaited(tmp_path / "on")
    process.send_signal(signal.SIGHUP)
    assert to_the_end(process) == (b"done\n", "|0 False False")


def test_a_watch_that_is_suspended_suspends_the_command(
    start: Callable[..., subprocess.Popen[bytes]], tmp_path: Path
) -> None:
    process = start("sh", "-c", "echo $$ >.pid; mv .pid pid; sleep 0.2; echo done")
    awaited(tmp_path / "pid")
    child = int((tmp_path / "pid").read_text(encoding="utf-8"))
    process.send_signal(signal.SIGTSTP)
    end = time.monotonic() + 20
    while "\nState:\tT" not in Path(f"/proc/{child}/status").read_text(encoding="utf-8"):
        assert time.monotonic() < end
        time.sleep(0.01)
    process.send_signal(signal.SIGCONT)
    assert to_the_end(process) == (b"done\n", "|0 False False")


@pytest.mark.parametrize("left", ["sleep 300", "trap '' TERM; while :; do sleep 0.05; done"])
def test_what_a_command_leaves_running_is_ended(left: str, tmp_path: Path) -> None:
    ended = run("sh", "-c", f"({left}) & echo $! >pid; exit 0", folder=tmp_path)
    assert (ended.status, ended.left_running) == (0, True)
    assert not is_alive(int((tmp_path / "pid").read_text(encoding="utf-8")))


def test_a_daemon_with_a_session_of_its_own_stays_though_it_holds_the_output(tmp_path: Path) -> None:
    began = time.monotonic()
    ended = run(
        "sh", "-c", "setsid sh -c 'echo $$ >pid; exec sleep 300' & while ! [ -s pid ]; do :; done", folder=tmp_path
    )
    child = int((tmp_path / "pid").read_text(encoding="utf-8"))
    assert is_alive(child)
    os.kill(child, signal.SIGKILL)
    assert (ended.status, ended.left_running) == (0, False)
    assert time.monotonic() - began < 20


# --- terminals ------------------------------------------------------------------------------


class Terminal:
    """A terminal of 30 lines with 100 columns, and a program that watches a command on it."""

    def __init__(self, start: Callable[..., subprocess.Popen[bytes]], *program: str, **how: object) -> None:
        self.outer, self.inner = pty.openpty()
        self.resize(30, 100)
        self.modes = termios.tcgetattr(self.inner)
        streams = dict.fromkeys(("stdin", "stdout", "stderr"), self.inner) | how
        self.process = start(*program, start_new_session=True, preexec_fn=self._take, **streams)
        self.seen = b""

    def _take(self) -> None:
        hear_all()
        fcntl.ioctl(self.inner, termios.TIOCSCTTY, 0)

    def resize(self, lines: int, columns: int) -> None:
        fcntl.ioctl(self.inner, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def type(self, keys: bytes) -> None:
        os.write(self.outer, keys)

    def sees(self, text: bytes) -> None:
        """Wait until the screen shows a text."""
        while text not in self.seen:
            piece = os.read(self.outer, 1000)
            assert piece
            self.seen += piece

    def ends(self) -> bytes:
        """Everything that was shown, after the watch has ended."""
        self.sees(b"False|") if b"|" in self.seen else self.sees(b"|")
        self.process.wait(timeout=30)
        os.set_blocking(self.outer, False)
        try:
            self.seen += os.read(self.outer, 1000)
        except BlockingIOError:
            pass
        assert termios.tcgetattr(self.inner) == self.modes
        os.close(self.inner)
        os.close(self.outer)
        return self.seen


def test_a_command_on_a_terminal_sees_one_of_the_same_size(start: Callable[..., subprocess.Popen[bytes]]) -> None:
    on = Terminal(start, "sh", "-c", "test -t 0 && test -t 1 && test -t 2 && stty size; printf 'a\\nb'; exit 3")
    assert on.ends() == b"30 100\r\na\r\nb|3 False False"


def test_what_is_typed_reaches_the_command_and_is_shown_once(start: Callable[..., subprocess.Popen[bytes]]) -> None:
    on = Terminal(start, "sh", "-c", "printf 'name? '; read name; echo hello $name")
    on.sees(b"name? ")
    on.type(b"Ada\r")
    assert on.ends() == b"name? Ada\r\nhello Ada\r\n|0 False False"


def test_an_interrupt_from_the_keyboard_reaches_the_command(start: Callable[..., subprocess.Popen[bytes]]) -> None:
    on = Terminal(start, "sh", "-c", "trap 'echo stopped; exit 130' INT; echo on; read key")
    on.sees(b"on\r\n")
    on.type(b"\x03")
    assert on.ends() == b"on\r\n^Cstopped\r\n|130 True False"


def test_a_new_size_of_the_window_is_told(start: Callable[..., subprocess.Popen[bytes]]) -> None:
    on = Terminal(start, "bash", "-c", "trap 'stty size; exit' WINCH; echo on; while :; do sleep 0.05; done")
    on.sees(b"on\r\n")
    on.resize(12, 34)
    assert on.ends() == b"on\r\n12 34\r\n|0 False False"


def test_standard_error_that_goes_elsewhere_is_kept_apart_from_the_terminal(
    start: Callable[..., subprocess.Popen[bytes]], tmp_path: Path
) -> None:
    with (tmp_path / "err").open("wb") as err:
        on = Terminal(start, "sh", "-c", "test -t 1 && echo out; test -t 2 || echo err >&2; sleep 0.1", stderr=err)
        on.sees(b"out\r\n")
        on.process.wait(timeout=30)
    assert (tmp_path / "err").read_bytes() == b"err\n|0 False False"


def test_a_command_that_reads_a_file_leaves_the_keyboard_alone(
    start: Callable[..., subprocess.Popen[bytes]], tmp_path: Path
) -> None:
    (tmp_path / "names").write_bytes(b"Ada\n")
    with (tmp_path / "names").open("rb") as names:
        on = Terminal(start, "sh", "-c", "test -t 1 && cat", stdin=names)
        assert on.ends() == b"Ada\r\n|0 False False"
