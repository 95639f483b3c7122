"""What a context costs and shows: tokens and answers, beside everything and beside the newest that fit.

DATASET is a folder with `docs.jsonl` and `queries.jsonl`. A figure is the mean over its collections, of the means over
their questions; an answer is shown when its memory stands in the block, cut or whole.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

from hippo.core.tokens import estimate_tokens
from scripts.benchmarks.embedder import add_options, chosen
from scripts.benchmarks.retrieval_data import Collection, Question, Text, collections
from scripts.benchmarks.retrieval_engines import ByMeaning, Hippo
from scripts.benchmarks.scores import Row, table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hippo.services.embedding import Embedding

HIPPO, BY_MEANING = "hippo", "with vectors"
BUDGETS = (500, 1500, 4000)


@dataclass(frozen=True)
class Cost:
    """Tokens printed, and the share of the answers among what was printed; means over questions."""

    tokens: float
    shown: float

    def __str__(self) -> str:
        return f"{self.tokens:,.0f} / {self.shown:.2f}"


def main(argv: Sequence[str]) -> int:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(prog="scripts/bench context", description=__doc__)
    parser.add_argument("dataset", type=Path, help="a folder with docs.jsonl and queries.jsonl")
    parser.add_argument("--limit", type=int, help="so many questions of each collection")
    add_options(parser)
    given = parser.parse_args(argv)
    with chosen(given) as embedding:
        costs = [measured(each, embedding) for each in collections(given.dataset, limit=given.limit)]
    print("tokens / share of the answers shown")
    print("\n".join(table(list(rows(costs)))))
    return 0


def measured(collection: Collection, embedding: Embedding | None = None) -> dict[int, dict[str, Cost]]:
    """By budget: the cost of hippo's context, of the newest memories, and of all of them."""
    with tempfile.TemporaryDirectory(prefix="hippo-context-") as folder:
        hippo = Hippo(collection.texts, Path(folder) / "store")
        engines: dict[str, Hippo | ByMeaning] = {HIPPO: hippo}
        if embedding is not None:
            engines[BY_MEANING] = hippo.by_meaning(embedding)
        found = {
            budget: {name: of_engine(engine, collection, budget) for name, engine in engines.items()}
            | references(collection, budget)
            for budget in BUDGETS
        }
        hippo.close()
    return found


def of_engine(engine: Hippo | ByMeaning, collection: Collection, budget: int) -> Cost:
    """What the blocks for all questions cost and show."""
    blocks = [engine.context(question.text, budget) for question in collection.questions]
    shown = [share(question, keys) for question, (_, keys) in zip(collection.questions, blocks, strict=True)]
    return Cost(tokens=fmean(estimate_tokens(text) for text, _ in blocks), shown=fmean(shown))


def references(collection: Collection, budget: int) -> dict[str, Cost]:
    """What is shown without looking for anything."""
    newest, tokens = newest_within(collection.texts, budget)
    return {
        "the newest that fit": Cost(tokens=tokens, shown=fmean(share(each, newest) for each in collection.questions)),
        "everything": Cost(tokens=sum(estimate_tokens(f"{text.text}\n") for text in collection.texts), shown=1.0),
    }


def newest_within(texts: Sequence[Text], budget: int) -> tuple[list[str], int]:
    """The keys of the newest texts that fit together, and their tokens."""
    keys: list[str] = []
    used = 0
    for text in sorted(texts, key=_moment, reverse=True):
        cost = estimate_tokens(f"{text.text}\n")
        if used + cost > budget:
            break
        keys.append(text.key)
        used += cost
    return keys, used


def _moment(text: Text) -> tuple[float, int]:
    return (text.happened_at.timestamp() if text.happened_at else 0.0, text.position)


def share(question: Question, keys: Sequence[str]) -> float:
    """The share of a question's answers that is among the keys."""
    return len(question.answers & {*keys}) / len(question.answers)


def rows(costs: Sequence[dict[int, dict[str, Cost]]]) -> Iterator[Row]:
    """One row for each budget, means over collections."""
    for budget in BUDGETS:
        parts = [each[budget] for each in costs]
        figures = {name: str(_mean([part[name] for part in parts])) for name in parts[0]}
        yield Row(name=f"a budget of {budget:,} tokens", figures=figures, goal=f"≤ {budget:,}")


def _mean(costs: Sequence[Cost]) -> Cost:
    return Cost(tokens=fmean(each.tokens for each in costs), shown=fmean(each.shown for each in costs))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
