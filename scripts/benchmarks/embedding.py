"""What recall by meaning costs: making the vectors, and one answer with the model cold, warm and resident.

Figures of a command are of its whole process, CPU time as a multiple of `python -I -c pass` and the time on the wall,
medians over interleaved runs. The model is the small one of the extra `onnx` unless you name another backend.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Any

from hippo.adapters import resident_file
from hippo.core.settings import BACKENDS, EmbeddingSettings
from hippo.services.embedding import Embedding
from hippo.services.finding import find
from hippo.services.nearness import Nearness
from hippo.store.search import Scope
from hippo.store.store import Store
from scripts.benchmarks.generated import memories
from scripts.benchmarks.installation import environment
from scripts.benchmarks.measure import ended
from scripts.benchmarks.retrieval_engines import MOMENT
from scripts.benchmarks.speed_store import filled
from scripts.tools import ROOT

HIPPO = (sys.executable, "-m", "hippo")
FLOOR = (sys.executable, "-I", "-c", "pass")
_LOADS_SECONDS = 60.0


def main(argv: Sequence[str]) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="scripts/bench embedding", description=__doc__)
    parser.add_argument("--size", type=int, default=10_000, help="memories in the store")
    parser.add_argument("--runs", type=int, default=11, help="how often each command is run")
    parser.add_argument("--embedder", choices=BACKENDS, default="onnx", help="what makes the vectors")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    given = parser.parse_args(argv)
    with tempfile.TemporaryDirectory(prefix="hippo-embedding-") as name:
        report = measured(Path(name), given.size, given.runs, given.embedder)
    print(json.dumps(report, indent=2) if given.json else "\n".join(lines(report)))
    return 0


def measured(folder: Path, size: int, runs: int, backend: str) -> dict[str, Any]:
    """All figures of a store of so many memories."""
    project = folder / "project"
    project.mkdir()
    env = environment(project) | {"PYTHONPATH": str(ROOT)}
    for words in (["init", "--no-hooks", "--no-schedule"], ["config", "embeddings.backend", backend]):
        subprocess.run([*HIPPO, *words], cwd=project, env=env, check=True, stdout=subprocess.DEVNULL)
    store = project / ".hippo"
    filled(str(store), size)
    began = time.perf_counter()
    making = ended((*HIPPO, "embed"), folder=project, env=env)
    seconds = time.perf_counter() - began
    questions = [" ".join(text.split()[:8]) for text in islice(memories(seed=size + 2), runs + 1)]
    asked = {
        "words alone": (*HIPPO, "recall", "--lexical", "--"),
        "model loaded by the recall": (*HIPPO, "recall", "--"),
    }
    figures = answers(asked, questions, project, env)
    with resident(project, env):
        figures |= answers({"model resident": (*HIPPO, "recall", "--")}, questions, project, env)
    return {
        "memories": size,
        "backend": backend,
        "vectors_per_second": size / seconds,
        "peak_mb_of_embed": making.peak_bytes / 1e6,
        "database_bytes_per_memory": (store / "hippo.db").stat().st_size / size,
        "warm_ms": warm(str(store), questions, backend),
        "recall": figures,
    }


def answers(
    commands: dict[str, tuple[str, ...]], questions: Sequence[str], project: Path, env: dict[str, str]
) -> dict[str, dict[str, float]]:
    """CPU time in floors and milliseconds on the wall of each command, over all questions but the first."""
    cpu: dict[str, list[float]] = {name: [] for name in ("floor", *commands)}
    wall: dict[str, list[float]] = {name: [] for name in commands}
    for turn, question in enumerate(questions):
        bare = ended(FLOOR, folder=project, env=env)
        cpu["floor"] += [bare.cpu_seconds] * bool(turn)
        for name, command in commands.items():
            began = time.perf_counter()
            run = ended((*command, question), folder=project, env=env)
            if turn:
                cpu[name].append(run.cpu_seconds)
                wall[name].append(1000 * (time.perf_counter() - began))
    floor = median(cpu["floor"])
    return {name: {"floors": median(cpu[name]) / floor, "wall_ms": median(wall[name])} for name in commands}


def warm(folder: str, questions: Sequence[str], backend: str) -> float:
    """Milliseconds of one answer in a process that has the model already, the median."""
    embedding = Embedding(EmbeddingSettings(backend=backend, load="always"), os.environ)
    took = []
    with Store.open(folder) as store:
        for question in questions:
            began = time.perf_counter()
            find(
                [store],
                question,
                scope=Scope(),
                now=MOMENT,
                limit=10,
                meaning=lambda stores, text: Nearness(embedding, stores, text, note=print),
            )
            took.append(1000 * (time.perf_counter() - began))
    return median(took[1:])


@contextmanager
def resident(project: Path, env: dict[str, str]) -> Iterator[None]:
    """A resident model that answers."""
    with subprocess.Popen([*HIPPO, "embed", "serve", "--quiet"], cwd=project, env=env) as process:
        try:
            until = time.monotonic() + _LOADS_SECONDS
            while resident_file.announced(str(project / ".hippo")) is None and time.monotonic() < until:
                time.sleep(0.05)
            yield
        finally:
            process.terminate()


def lines(report: dict[str, Any]) -> Iterator[str]:
    """The report for a person."""
    yield f"{report['memories']:,} memories, {report['backend']}"
    yield f"  vectors made          {report['vectors_per_second']:.0f}/s, peak {report['peak_mb_of_embed']:.0f} MB"
    yield f"  database              {report['database_bytes_per_memory']:.0f} bytes a memory"
    for name, figures in report["recall"].items():
        yield f"  {name:26}  {figures['floors']:5.1f} floors  {figures['wall_ms']:6.0f} ms"
    yield f"  {'model in this process':26}  {'':12}  {report['warm_ms']:6.0f} ms"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
