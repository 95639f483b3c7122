"""Whole processes, measured by what the kernel says of them when they end."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

#: `ru_maxrss` counts kibibytes on Linux and bytes on macOS.
PEAK_UNIT = 1 if sys.platform == "darwin" else 1024


@dataclass(frozen=True)
class Ended:
    """A process that ended well: its CPU time (user and system, children included) and its peak memory."""

    cpu_seconds: float
    peak_bytes: int


def ended(command: Sequence[str], *, folder: Path, env: Mapping[str, str], given: bytes = b"") -> Ended:
    """Run a command to its end, with a few bytes on its standard input.

    Raises RuntimeError with what it said if it fails.

    The peak is at least that of the process which starts it, so the caller must be small.
    """
    reading, writing = os.pipe()
    os.write(writing, given)
    os.close(writing)
    process = subprocess.Popen(
        command, cwd=folder, env=env, stdin=reading, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    os.close(reading)
    with process.stderr or open(os.devnull, "rb") as complaints:
        said = complaints.read().decode(errors="replace")
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{' '.join(command)}: exit status {process.returncode}: {said.strip()}")
    return Ended(cpu_seconds=usage.ru_utime + usage.ru_stime, peak_bytes=usage.ru_maxrss * PEAK_UNIT)


def interleaved(
    commands: Callable[[int], Mapping[str, Sequence[str]]],
    *,
    runs: int,
    folder: Path,
    env: Mapping[str, str],
    given: Callable[[int], Mapping[str, bytes]] = lambda _: {},
) -> dict[str, list[Ended]]:
    """Every command so many times, one after the other in turn, so that all meet the same weather.

    `commands` gives the named commands of a turn, `given` what some of them read; turn 0 warms the disk cache and does
    not count.
    """
    found: dict[str, list[Ended]] = {}
    for turn in range(runs + 1):
        for name, command in commands(turn).items():
            measured = ended(command, folder=folder, env=env, given=given(turn).get(name, b""))
            if turn:
                found.setdefault(name, []).append(measured)
    return found


def median_cpu(measured: Sequence[Ended]) -> float:
    """Median CPU time in seconds."""
    return median(each.cpu_seconds for each in measured)
