"""How fast the commands are against the start of a bare interpreter, at growing stores.

Every figure of a command is the CPU time of its whole process, a median over runs that are interleaved with
the floor, `python -I -c pass`. A recall within one process is CPU time too, imports are by the wall clock.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Any
from uuid import NAMESPACE_OID, uuid5

from scripts.benchmarks.generated import memories
from scripts.benchmarks.installation import Installation, environment, installed, output
from scripts.benchmarks.measure import interleaved, median_cpu
from scripts.tools import ROOT

SIZES = (1, 100, 1_000, 10_000, 100_000)
RUNS = 11
FLOOR = "floor"
#: A folder of the project that is a repository.
REPOSITORY = "repository"
#: hippo as it is installed, and the benchmarks from the checkout.
STORE_PROGRAM = """
import sys
sys.path.append(sys.argv[1])
from scripts.benchmarks.speed_store import measure
measure(sys.argv[2], int(sys.argv[3]))
"""


def main(argv: Sequence[str]) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="scripts/bench speed", description=__doc__)
    parser.add_argument("--sizes", type=sizes, default=SIZES, help="memories in the store, separated by commas")
    parser.add_argument("--runs", type=int, default=RUNS, help="how often each command is run")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    given = parser.parse_args(argv)
    with tempfile.TemporaryDirectory(prefix="hippo-speed-") as name:
        folder = Path(name)
        hippo = installed(folder / "environment")
        results = []
        for size in given.sizes:
            print(f"{size:,} memories …", file=sys.stderr)
            results.append(measured(hippo, folder / f"store-{size}", size, given.runs))
    if given.json:
        print(json.dumps({"runs": given.runs, "results": results}, indent=2))
    else:
        print("\n".join(table(results)))
    return 0


def sizes(text: str) -> tuple[int, ...]:
    """Whole numbers above 0 from a list with commas."""
    found = tuple(int(part) for part in text.split(","))
    if min(found) < 1:
        raise argparse.ArgumentTypeError("a store has at least one memory")
    return found


def measured(hippo: Installation, project: Path, size: int, runs: int) -> dict[str, Any]:
    """All figures at one size of the store."""
    project.mkdir()
    output(hippo.hippo, "init", "--no-hooks", "--no-schedule", project=project)
    make_repository(project / REPOSITORY)
    words = (str(ROOT), str(project / ".hippo"), str(size))
    engine = json.loads(output(hippo.python, "-I", "-c", STORE_PROGRAM, *words, project=project))
    questions = engine.pop("questions")
    fresh = list(islice(memories(seed=size + 1), 2 * runs + 10))

    def commands(turn: int) -> dict[str, Sequence[str]]:
        return {
            FLOOR: (hippo.python, "-I", "-c", "pass"),
            "recall": (hippo.hippo, "recall", "--", questions[turn % len(questions)]),
            "remember": (hippo.hippo, "remember", fresh[turn % len(fresh)]),
            "remember beside a near text": (hippo.hippo, "remember", f"Turn {turn} of this was run at size {size}."),
            "context": (hippo.hippo, "context"),
            "--help": (hippo.hippo, "--help"),
            "--version": (hippo.hippo, "--version"),
            **{name: (hippo.hippo, "hook", name.split()[1]) for name in hook_inputs(project, questions, turn)},
        }

    ended = interleaved(
        commands,
        runs=runs,
        folder=project,
        env=environment(project),
        given=lambda turn: hook_inputs(project, questions, turn),
    )
    floor = median_cpu(ended.pop(FLOOR))
    return {
        "memories": size,
        "floor_ms": 1000 * floor,
        "ratios": {name: median_cpu(runs_of_it) / floor for name, runs_of_it in ended.items()},
        "recall_peak_mb": median(each.peak_bytes for each in ended["recall"]) / 1e6,
        **engine,
    }


def hook_inputs(project: Path, questions: Sequence[str], turn: int) -> dict[str, bytes]:
    """What an agent writes to each hook in a turn, by the name of the row; every turn is a session of its own.

    A prompt that misses takes each of its words from another question. Sessions are called as programs call them.
    """
    hit = questions[turn % len(questions)]
    miss = " ".join(questions[(turn + at) % len(questions)].split()[0] for at in range(8))
    fields: dict[str, dict[str, object]] = {
        "hook session-start": {"source": "startup"},
        "hook session-start in a repository": {"source": "startup", "cwd": str(project / REPOSITORY)},
        "hook prompt": {"prompt": hit},
        "hook prompt that misses": {"prompt": miss},
        "hook prompt of names that nothing holds": {"prompt": "getAvatar in src/app/avatars.py blurs portraits, why?"},
        "hook prompt beyond ASCII that nothing holds": {"prompt": "warum verliert das Menü die Größe der Schrift?"},
        "hook prompt that asks nothing": {"prompt": "please run the tests again"},
        "hook tool-failure": {
            "tool_name": "Bash",
            "tool_use_id": f"call {turn}",
            "tool_input": {"command": f"make part-{turn}"},
            "error": f"Exit code 2\nmake: *** No rule to make target 'part-{turn}'.  Stop.\nerror: {miss}",
        },
        "hook tool-failure of a success": {"tool_input": {"command": "make"}, "tool_response": "ok"},
        "hook stop": {},
        "hook pre-compact": {},
    }
    common = {"cwd": str(project), "hook_event_name": "Event"}
    return {
        name: json.dumps({**common, "session_id": str(uuid5(NAMESPACE_OID, f"{name} {turn}")), **own}).encode()
        for name, own in fields.items()
    }


def make_repository(folder: Path) -> None:
    """A small repository with a commit and a change, on a branch with a name."""
    folder.mkdir()
    who = ("-c", "user.name=Ada", "-c", "user.email=ada@example.invalid")
    for words in (("init", "-q", "-b", "fix/timeout"), ("add", "."), ("commit", "-q", "-m", "Close the valve")):
        (folder / "valve.py").write_text(" ".join(words), encoding="utf-8")
        output("git", *who, *words, project=folder)


def table(results: Sequence[dict[str, Any]]) -> Iterator[str]:
    """The results as Markdown: ratios to the floor, then what the engine did in process."""
    floor = median(result["floor_ms"] for result in results)
    yield f"CPU time of whole processes ÷ floor ({floor:.1f} ms, `python -I -c pass`)"
    yield ""
    yield from rows(("memories", *results[0]["ratios"], "peak memory of recall"), map(command_cells, results))
    yield ""
    yield "Inside one process"
    yield ""
    heads = ("memories", "recall p50", "p95", "common words p50", "p95", "import", "database ÷ text")
    yield from rows(heads, map(engine_cells, results))


def command_cells(result: Mapping[str, Any]) -> list[str]:
    """One size of the store: the commands."""
    ratios = [f"{ratio:.2f}" for ratio in result["ratios"].values()]
    return [f"{result['memories']:,}", *ratios, f"{result['recall_peak_mb']:.1f} MB"]


def engine_cells(result: Mapping[str, Any]) -> list[str]:
    """One size of the store: the engine."""
    times = [f"{result[name][mark]:.1f} ms" for name in ("recall_ms", "common_ms") for mark in ("p50", "p95")]
    return [
        f"{result['memories']:,}",
        *times,
        f"{result['imports_per_second']:,.0f}/s",
        f"{result['database_to_text']:.2f}",
    ]


def rows(heads: Sequence[str], lines: Iterable[list[str]]) -> Iterator[str]:
    """A Markdown table with numbers to the right."""
    yield f"| {' | '.join(heads)} |"
    yield f"|{'---:|' * len(heads)}"
    for cells in lines:
        yield f"| {' | '.join(cells)} |"
