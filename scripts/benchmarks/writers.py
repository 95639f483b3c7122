"""Many processes write to one store at once: what is lost, what fails, how long the log grows."""

from __future__ import annotations

import argparse
import json
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path

from scripts.benchmarks.generated import memories
from scripts.benchmarks.installation import environment, installed, output

INIT = ("init", "--no-hooks", "--no-schedule")


@dataclass(frozen=True)
class Outcome:
    """What came of some processes that wrote at once; `errors` holds what each command said that failed."""

    name: str
    seconds: float
    acknowledged: int
    stored: int
    errors: tuple[str, ...]
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
        hippo = installed(folder / "environment").hippo
        outcomes = [
            written(hippo, folder / "written", processes=given.processes, writes=given.writes),
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
        [(hippo, "remember", "--", text) for text in islice(memories(seed=number), writes)]
        for number in range(processes)
    ]
    return raced(f"{processes} processes write {writes} memories each", project, scripts)


def created(hippo: str, project: Path, *, processes: int) -> Outcome:
    """So many processes make the same store and write one memory each."""
    project.mkdir()
    scripts = [[(hippo, *INIT), (hippo, "remember", "--", next(memories(seed=number)))] for number in range(processes)]
    return raced(f"{processes} processes make one store", project, scripts)


def raced(name: str, project: Path, scripts: Sequence[Sequence[Sequence[str]]]) -> Outcome:
    """Carry out the scripts at once, the commands of each in their order, and look at what the store holds."""
    start = time.perf_counter()
    with ThreadPoolExecutor(max_workers=len(scripts)) as pool:
        ended = [
            done for script in pool.map(lambda commands: carried_out(commands, project), scripts) for done in script
        ]
    seconds = time.perf_counter() - start
    database = project / ".hippo" / "hippo.db"
    log = database.with_name("hippo.db-wal")
    log_bytes = log.stat().st_size if log.exists() else 0
    connection = sqlite3.connect(database)
    stored = connection.execute("SELECT count(*) FROM memory").fetchone()[0]
    integrity = connection.execute("PRAGMA integrity_check").fetchone()[0]
    connection.close()
    return Outcome(
        name=name,
        seconds=seconds,
        acknowledged=sum(done.returncode == 0 and done.args[1] == "remember" for done in ended),
        stored=stored,
        errors=tuple(f"exit status {done.returncode}: {done.stderr.strip()}" for done in ended if done.returncode),
        log_bytes=log_bytes,
        integrity=integrity,
    )


def carried_out(commands: Sequence[Sequence[str]], project: Path) -> list[subprocess.CompletedProcess[str]]:
    """The commands of a script, one after the other."""
    env = environment(project)
    return [
        subprocess.run(command, cwd=project, env=env, capture_output=True, text=True, check=False)
        for command in commands
    ]


def table(outcomes: Sequence[Outcome]) -> Iterator[str]:
    """The outcomes as Markdown, then what failed."""
    yield "| | seconds | acknowledged | stored | lost | errors | log afterwards | integrity |"
    yield "|---|---:|---:|---:|---:|---:|---:|---|"
    for each in outcomes:
        counts = f"{each.acknowledged:,} | {each.stored:,} | {each.lost} | {len(each.errors)}"
        yield f"| {each.name} | {each.seconds:.1f} | {counts} | {each.log_bytes / 1e6:.2f} MB | {each.integrity} |"
    yield from dict.fromkeys(error for each in outcomes for error in each.errors)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
