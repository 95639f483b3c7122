"""What a program prints, and that nothing of it is left."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import pytest

from hippo.adapters import child_output
from hippo.adapters.child_output import output_of

LONG = 60.0


@pytest.fixture(params=["spawned", "by subprocess"], autouse=True)
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both ways of running a program."""
    if request.param == "by subprocess":
        monkeypatch.delattr(os, "posix_spawnp", raising=False)
    elif not hasattr(os, "posix_spawnp"):
        pytest.skip("programs cannot be spawned here")


def python(code: str, *, seconds: float = LONG, **variables: str) -> bytes | None:
    return output_of([sys.executable, "-I", "-c", code], {**os.environ, **variables}, seconds=seconds)


def test_all_that_is_printed_is_read_and_complaints_are_dropped() -> None:
    code = "import sys; sys.stdout.write('a' * 300_000); sys.stderr.write('b' * 300_000)"
    assert python(code) == b"a" * 300_000


def test_the_program_has_nothing_to_read_and_the_given_environment() -> None:
    code = "import os, sys; print(sys.stdin.read(), os.environ['VALVE'], end='')"
    assert python(code, VALVE="left") == b" left"


def test_a_program_that_fails_prints_nothing() -> None:
    assert python("print('said before'); raise SystemExit(3)") is None


@pytest.mark.parametrize("command", [["no-such-program-anywhere"], ["nul\0in it"], [os.curdir]])
def test_what_cannot_be_started_prints_nothing(command: list[str]) -> None:
    assert output_of(command, os.environ, seconds=LONG) is None


@pytest.mark.parametrize(
    "code",
    ["import time; print(1, flush=True); time.sleep(60)", "import os, time; os.close(1); os.close(2); time.sleep(60)"],
    ids=["holds its output", "has closed its output"],
)
def test_a_program_that_takes_too_long_is_killed(code: str, tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    code = f"import os, pathlib; pathlib.Path({str(pid)!r}).write_text(str(os.getpid())); {code}"
    assert python(code, seconds=1.5) is None
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid.read_text()), 0)


def test_no_time_is_no_answer() -> None:
    began = monotonic()
    assert python("import time; time.sleep(60)", seconds=-1.0) is None
    assert monotonic() - began < LONG


def test_no_descriptor_is_left_open() -> None:
    def opened() -> list[str]:
        return os.listdir("/proc/self/fd")

    if not os.path.isdir("/proc/self/fd"):
        pytest.skip("the system does not list them")
    before = opened()
    for code in ("pass", "raise SystemExit(1)"):
        python(code)
    output_of(["no-such-program-anywhere"], os.environ, seconds=LONG)
    assert opened() == before


def test_a_program_is_gone_also_when_reading_is_interrupted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not hasattr(os, "posix_spawnp"):
        pytest.skip("subprocess sees to that itself")

    def interrupted(*_: object) -> bytes:
        raise KeyboardInterrupt

    kill, killed = os.kill, []

    def noted(pid: int, signal: int) -> None:
        killed.append(pid)
        kill(pid, signal)

    monkeypatch.setattr(child_output, "_read_all", interrupted)
    monkeypatch.setattr(os, "kill", noted)
    with pytest.raises(KeyboardInterrupt):
        python("import time; time.sleep(60)")
    with pytest.raises(ChildProcessError):
        os.waitpid(killed[0], 0)


@pytest.fixture
def nobody_waits() -> Iterator[None]:
    """SIGCHLD is ignored, as a program may have inherited it: children that end are gone at once."""
    before = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    yield
    signal.signal(signal.SIGCHLD, before)


@pytest.mark.usefixtures("nobody_waits")
def test_where_nobody_is_told_of_an_end_the_output_counts() -> None:
    assert python("print('left', end='')") == b"left"


@pytest.mark.usefixtures("nobody_waits")
def test_where_nobody_is_told_of_an_end_a_late_program_is_killed() -> None:
    assert python("import time; time.sleep(60)", seconds=1.0) is None
