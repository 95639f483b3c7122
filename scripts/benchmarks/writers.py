"""Many processes write to one store at once: what is lost, what fails, how long the log grows."""

from __future__ import annotations

import argparse
import json
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path

from scripts.benchmarks.generated import memories
from scripts.benchmarks.installation import Installation, environment, installed, output

INIT = ("init", "--no-hooks", "--no-schedule")
#: One process that remembers many texts (a line each on standard input), as a server of agents does; it prints how many
#: it was told are stored.
LASTING = """
import json, sys
from hippo.cli.app import App
from hippo.cli.main import run
from hippo.cli.output import Output
from io import StringIO

stored = 0
for line in sys.stdin:
    said = StringIO()
    status = run(["remember", "--", json.loads(line)], App(output=Output(stdout=StringIO(), stderr=said)))
    stored += not status
    if status:
        print(said.getvalue(), file=sys.stderr)
print(stored)
"""


@dataclass(frozen=True)
class Outcome:
    """What came of some processes that wrote at once.

    `errors` holds what each command said that failed, `largest_log_bytes` is the size of the write-ahead log as it was
    seen every few milliseconds, `log_bytes` when all had ended.
    """

    name: str
    seconds: float
    acknowledged: int
    stored: int
    errors: tuple[str, ...]
    largest_log_bytes: int
    log_bytes: int
    integrity: str

    @property
    def lost(self) -> int:
        """Memories that were acknowledged and are not there."""
        return self.acknowledged - self.stored


def main(argv: Sequence[str]) -> int:
    """Measure and print; 1 if anything was lost or failed."""
    parser = argparse.ArgumentParser(prog="scripts/bench writers", description=__doc__)
    parser.add_argument("--processes", type=int, default=8, help="processes that write at once")
    parser.add_argument("--writes", type=int, default=200, help="memories that each of them writes, one command each")
    parser.add_argument("--creators", type=int, default=12, help="processes that find no store and make it")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    given = parser.parse_args(argv)
    with tempfile.TemporaryDirectory(prefix="hippo-writers-") as name:
        folder = Path(name)
        installation = installed(folder / "environment")
        hippo = installation.hippo
        outcomes = [
            written(hippo, folder / "written", processes=given.processes, writes=given.writes),
            lasting(installation, folder / "lasting", processes=given.processes, writes=given.writes),
            created(hippo, folder / "created", processes=given.creators),
        ]
    if given.json:
        print(json.dumps([asdict(outcome) | {"lost": outcome.lost} for outcome in outcomes], indent=2))
    else:
        print("\n".join(table(outcomes)))
    return int(any(outcome.lost or outcome.errors or outcome.integrity != "ok" for outcome in outcomes))


def written(hippo: str, project: Path, *, processes: int, writes: int) -> Outcome:
    """So many processes write so many memories each, one `remember` after the other."""
    project.mkdir()
    output(hippo, *INIT, project=project)
    scripts = [
        [Call((hippo, "remember", "--", text)) for text in islice(memories(seed=number), writes)]
        for number in range(processes)
    ]
    return raced(f"{processes} writers, {writes} commands each", project, scripts)


def lasting(installation: Installation, project: Path, *, processes: int, writes: int) -> Outcome:
    """So many processes write so many memories each, without ending in between."""
    project.mkdir()
    output(installation.hippo, *INIT, project=project)
    texts = [islice(memories(seed=number), writes) for number in range(processes)]
    inputs = ["".join(f"{json.dumps(text)}\n" for text in each) for each in texts]
    scripts = [[Call((installation.python, "-c", LASTING), data=each)] for each in inputs]
    return raced(f"{processes} writers, {writes} memories each in one process", project, scripts)


def created(hippo: str, project: Path, *, processes: int) -> Outcome:
    """So many processes make the same store and write one memory each."""
    project.mkdir()
    scripts = [
        [Call((hippo, *INIT), stores=0), Call((hippo, "remember", "--", next(memories(seed=number))))]
        for number in range(processes)
    ]
    return raced(f"{processes} processes make one store", project, scripts)


@dataclass(frozen=True)
class Call:
    """A command, what it reads, and how many memories it stores; without that number it prints it."""

    command: tuple[str, ...]
    data: str = ""
    stores: int = 1

    def acknowledged(self, done: subprocess.CompletedProcess[str]) -> int:
        """How many memories the command was told are stored."""
        if self.data:
            return int(done.stdout or 0)
        return 0 if done.returncode else self.stores


def raced(name: str, project: Path, scripts: Sequence[Sequence[Call]]) -> Outcome:
    """Carry out the scripts at once, the calls of each in their order, and look at what the store holds."""
    database = project / ".hippo" / "hippo.db"
    log = database.with_name("hippo.db-wal")
    start = time.perf_counter()
    with watched(log) as largest, ThreadPoolExecutor(max_workers=len(scripts)) as pool:
        ended = [each for script in pool.map(lambda calls: carried_out(calls, project), scripts) for each in script]
    seconds = time.perf_counter() - start
    log_bytes = size_of(log)
    connection = sqlite3.connect(database)
    stored = connection.execute("SELECT count(*) FROM memory").fetchone()[0]
    integrity = connection.execute("PRAGMA integrity_check").fetchone()[0]
    connection.close()
    return Outcome(
        name=name,
        seconds=seconds,
        acknowledged=sum(call.acknowledged(done) for call, done in ended),
        stored=stored,
        errors=tuple(f"exit status {done.returncode}: {done.stderr.strip()}" for _, done in ended if done.returncode),
        largest_log_bytes=largest[0],
        log_bytes=log_bytes,
        integrity=integrity,
    )


@contextmanager
def watched(log: Path) -> Iterator[list[int]]:
    """The largest size that a file has meanwhile."""
    largest, over = [0], threading.Event()

    def watch() -> None:
        while not over.wait(0.005):
            largest[0] = max(largest[0], size_of(log))

    thread = threading.Thread(target=watch)
    thread.start()
    try:
        yield largest
    finally:
        over.set()
        thread.join()


def size_of(path: Path) -> int:
    """Bytes of a file, 0 for one that is not there."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def carried_out(calls: Sequence[Call], project: Path) -> list[tuple[Call, subprocess.CompletedProcess[str]]]:
    """The calls of a script, one after the other, with what came of each."""
    env = environment(project)
    return [
        (
            call,
            subprocess.run(
                call.command, cwd=project, env=env, input=call.data, capture_output=True, text=True, check=False
            ),
        )
        for call in calls
    ]


def table(outcomes: Sequence[Outcome]) -> Iterator[str]:
    """The outcomes as Markdown, then what failed."""
    yield "| | seconds | acknowledged | stored | lost | errors | largest log | log afterwards | integrity |"
    yield "|---|---:|---:|---:|---:|---:|---:|---:|---|"
    for each in outcomes:
        counts = f"{each.acknowledged:,} | {each.stored:,} | {each.lost} | {len(each.errors)}"
        logs = f"{each.largest_log_bytes / 1e6:.2f} MB | {each.log_bytes / 1e6:.2f} MB"
        yield f"| {each.name} | {each.seconds:.1f} | {counts} | {logs} | {each.integrity} |"
    yield from dict.fromkeys(error for each in outcomes for error in each.errors)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
