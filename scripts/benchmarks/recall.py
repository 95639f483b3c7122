"""How well recall answers: nDCG@10 and recall@10 beside BM25 over plain words and FTS5 with stems.

DATASET is a folder with `docs.jsonl` and `queries.jsonl`. Every collection gets a store of its own; a figure is the
mean over the collections of their means (macro), or with --type the mean over all questions of that type (micro).
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from hippo.services.embedding import Embedding
from scripts.benchmarks.embedder import add_options, chosen
from scripts.benchmarks.retrieval_data import Collection, Quality, Question, collections, mean, mistyped, quality
from scripts.benchmarks.retrieval_engines import Engine, Hippo, Okapi, Porter

HIPPO = "hippo"
BY_MEANING = "with vectors"
#: Qualities of every question, by the name of the engine.
Answers = dict[str, list[tuple[Question, Quality]]]


def main(argv: Sequence[str]) -> int:
    """Measure and print; 1 if the command line answers otherwise than the services."""
    given = _parser().parse_args(argv)
    with chosen(given) as embedding:
        report = _report(given, embedding)
    print(json.dumps(report, indent=2) if given.json else "\n".join(table(report)))
    return 1 if report["command_line"]["differing"] else 0


def _report(given: argparse.Namespace, embedding: Embedding | None) -> dict[str, Any]:
    found = collections(given.dataset, text_only=given.text_only, limit=given.limit)
    results: dict[str, Answers] = {}
    differing: list[str] = []
    for collection in found:
        asked = mistyped(collection) if given.typos else collection
        print(f"{asked.name}: {len(asked.texts):,} memories, {len(asked.questions)} questions …", file=sys.stderr)
        with tempfile.TemporaryDirectory(prefix="hippo-recall-") as name:
            results[asked.name], differences = measured(asked, Path(name), given.command_line, embedding)
        differing += differences
    command_line = {"asked_per_collection": given.command_line, "differing": differing}
    return summary(results, given.type) | {"command_line": command_line}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="scripts/bench recall", description=__doc__)
    parser.add_argument("dataset", type=Path, help="a folder with docs.jsonl and queries.jsonl")
    parser.add_argument("--text-only", action="store_true", help="without speaker, date and session")
    parser.add_argument("--typos", action="store_true", help="one slip of the finger in every question")
    parser.add_argument("--type", help="questions of this type alone, averaged over all of them")
    parser.add_argument("--limit", type=int, help="so many questions of each collection")
    add_options(parser)
    parser.add_argument("--command-line", type=int, default=0, metavar="SAMPLE", help="also ask so many by the command")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    return parser


def measured(
    collection: Collection, folder: Path, sample: int, embedding: Embedding | None = None
) -> tuple[Answers, list[str]]:
    """What every engine answers, and the questions of the sample that the command line answers in another order."""
    hippo = Hippo(collection.texts, folder / "store")
    engines: dict[str, Engine] = {
        HIPPO: hippo,
        "fts5 porter": Porter(collection.texts),
        "rank-bm25": Okapi(collection.texts),
    }
    if embedding is not None:
        engines[BY_MEANING] = hippo.by_meaning(embedding)
    answers: Answers = {
        name: [(question, quality(engine.search(question.text), question.answers)) for question in collection.questions]
        for name, engine in engines.items()
    }
    chosen = random.Random(0).sample(collection.questions, min(sample, len(collection.questions)))
    differing = [each.key for each in chosen if hippo.search_by_command(each.text) != hippo.search(each.text)]
    hippo.close()
    return answers, differing


def summary(results: Mapping[str, Answers], kind: str | None) -> dict[str, Any]:
    """The figures of each engine: by collection, and over all of them."""
    report: dict[str, Any] = {"averaged_over": f"questions of type {kind}" if kind else "collections", "engines": {}}
    for engine in next(iter(results.values())):
        kept = {
            name: [each for question, each in answers[engine] if kind in (None, question.kind)]
            for name, answers in results.items()
        }
        by_collection = {name: mean(each) for name, each in kept.items() if each}
        whole = mean([each for part in kept.values() for each in part] if kind else list(by_collection.values()))
        report["engines"][engine] = {
            "all": asdict(whole),
            "collections": {name: asdict(each) for name, each in by_collection.items()},
        }
    return report


def table(report: Mapping[str, Any]) -> Iterator[str]:
    """The report for a person."""
    names = list(next(iter(report["engines"].values()))["collections"])
    columns = ["all", *names]
    width = max(11, *map(len, columns))
    yield f"nDCG@10 / recall@10; all: mean over {report['averaged_over']}"
    yield " " * 12 + "".join(f"  {name:>{width}}" for name in columns)
    for engine, figures in report["engines"].items():
        parts = [figures["all"], *(figures["collections"][name] for name in names)]
        cells = (f"{part['ndcg']:.3f} {part['recall']:.3f}" for part in parts)
        yield f"{engine:12}" + "".join(f"  {cell:>{width}}" for cell in cells)
    if report["command_line"]["asked_per_collection"]:
        differing = report["command_line"]["differing"]
        yield f"the command line answers otherwise: {', '.join(differing) or 'never'}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
