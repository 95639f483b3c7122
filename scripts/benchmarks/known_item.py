"""Whether recall finds a memory by some of its words in a large store, what that costs, and what bounding it loses.

A question is two to five words of one stored memory, drawn from its rarest third, its middle or its commonest third;
`any` draws from all, `typo` puts a slip into one of them, `strange` adds two words of other memories. The reference is
the same engine without bounds: every row that matches any word is ranked by SQLite, the frequencies are counted.
Times are CPU time of `finding.find`, within a warm process.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from statistics import fmean
from unittest.mock import patch

from hippo.core.encode import encode
from hippo.core.stopwords import STOP_WORDS
from hippo.services.finding import find
from hippo.services.keeping import keep
from hippo.services.occasion import Occasion
from hippo.store.full_text import VOCABULARIES
from hippo.store.search import Scope
from hippo.store.store import DATABASE, Store
from scripts.benchmarks.counting import Counting
from scripts.benchmarks.generated import COMMON, memories

SIZES = (10_000, 100_000)
QUESTIONS = 200
WARMING = 20
BATCH = 20_000
LIMIT = 10
NOW = datetime(2030, 1, 1, tzinfo=UTC)
KINDS = ("rare", "middle", "common", "any", "typo", "strange")
#: The ten commonest words that are no stop words: what no index likes to be asked for.
COMMONEST = "the ten commonest words, by twos and all"
UNBOUNDED = {
    "hippo.store.candidate_plan.MOST_MATCHED": 10**12,
    "hippo.store.frequencies.MOST_COUNTED": 10**12,
}


@dataclass(frozen=True)
class Question:
    """Words, and the number of the memory they are from; 0 if of none."""

    text: str
    number: int


@dataclass(frozen=True)
class Answered:
    """What one question got: whether the memory is among the first, without bounds too, and the costs."""

    is_found: bool
    is_found_unbounded: bool
    milliseconds: float
    statements: int
    rows: int


def main(argv: Sequence[str]) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="scripts/bench known_item", description=__doc__)
    parser.add_argument("--sizes", type=_sizes, default=SIZES, help="memories in the store, separated by commas")
    parser.add_argument("--questions", type=int, default=QUESTIONS, help="questions of each kind")
    parser.add_argument("--folder", type=Path, help="keep the stores there, and use those that are there")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    given = parser.parse_args(argv)
    with tempfile.TemporaryDirectory(prefix="hippo-known-") as name:
        folders = {size: (given.folder or Path(name)) / str(size) for size in given.sizes}
        results = {size: measured(filled(folder, size), given.questions) for size, folder in folders.items()}
    if given.json:
        print(json.dumps(results, default=asdict))
    else:
        print("\n".join(table(results)))
    return 0


def _sizes(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(","))


def filled(folder: Path, size: int) -> Path:
    """A store with so many memories in a folder, without mirrors; one that is there already is taken as it is."""
    if (folder / DATABASE).exists():
        return folder
    folder.mkdir(parents=True, mode=0o700)
    occasion = Occasion(now=NOW)
    texts = islice(memories(), size)
    with Store.open(str(folder)) as store:
        while batch := list(islice(texts, BATCH)):
            with store.transaction():
                for text in batch:
                    keep(store, encode(text, settings=occasion.settings.memory), occasion)
            print(f"{size:,} memories: {batch[0][:40]} …", file=sys.stderr)
    return folder


def measured(folder: Path, count: int) -> dict[str, list[Answered]]:
    """Every kind of question, asked so many times."""
    connection = Counting(str(folder / DATABASE))
    for statement in VOCABULARIES:
        connection.run(statement)
    with Store(connection, str(folder)) as store:
        for question in islice(questions(connection, "any", random.Random("warm")), WARMING):
            found(store, question)
        asked = {kind: list(islice(questions(connection, kind, random.Random(kind)), count)) for kind in KINDS}
        asked[COMMONEST] = list(commonest())
        return {kind: [answered(store, connection, each) for each in texts] for kind, texts in asked.items()}


def answered(store: Store, connection: Counting, question: Question) -> Answered:
    """Ask with bounds, counted and timed, then without."""
    connection.counted()
    start = time.process_time()
    bounded = found(store, question)
    milliseconds = 1000 * (time.process_time() - start)
    statements, rows = connection.counted()
    with ExitStack() as stack:
        for name, bound in UNBOUNDED.items():
            stack.enter_context(patch(name, bound))
        unbounded = found(store, question)
    return Answered(
        is_found=question.number in bounded,
        is_found_unbounded=question.number in unbounded,
        milliseconds=milliseconds,
        statements=statements,
        rows=rows,
    )


def found(store: Store, question: Question) -> list[int]:
    """The numbers of the first memories."""
    return [each.number for each in find([store], question.text, scope=Scope(), now=NOW, limit=LIMIT).found]


def questions(connection: Counting, kind: str, chance: random.Random) -> Iterator[Question]:
    """Questions of a kind without end."""
    counts = connection.rows("SELECT term, doc FROM live_terms WHERE col = 'terms'")
    frequency = {row["term"]: row["doc"] for row in counts}
    last = connection.number("SELECT max(number) FROM memory")

    def telling(number: int) -> list[str]:
        row = connection.row("SELECT text FROM memory WHERE number = ?", (number,))
        words = dict.fromkeys(word.strip(".") for word in (row["text"] if row else "").split())
        kept = [word for word in words if word.lower() not in STOP_WORDS]
        return sorted(kept, key=lambda word: frequency.get(word.lower(), 0))

    while True:
        number = chance.randint(1, last)
        words = telling(number)
        third = max(2, len(words) // 3)
        bands = {"rare": words[:third], "middle": words[third:-third], "common": words[-third:]}
        band = bands.get(kind, words) or words
        picked = chance.sample(band, min(chance.randint(2, 5), len(band)))
        if kind == "typo":
            picked[0] = slipped(picked[0], chance)
        if kind == "strange":
            picked += [chance.choice(telling(chance.randint(1, last))) for _ in range(2)]
        yield Question(text=" ".join(picked), number=number)


def slipped(word: str, chance: random.Random) -> str:
    """A word with one letter left out, doubled, or exchanged with the next."""
    at = chance.randrange(max(1, len(word) - 1))
    before, letter, after = word[:at], word[at : at + 1], word[at + 1 :]
    return chance.choice((before + after, before + 2 * letter + after, before + after[:1] + letter + after[1:]))


def commonest() -> Iterator[Question]:
    """The ten commonest words in pairs, and all together."""
    words = [word for word in COMMON.split() if word not in STOP_WORDS][:10]
    for place, word in enumerate(words):
        yield Question(text=f"{word} {words[place - 1]}", number=0)
    yield Question(text=" ".join(words), number=0)


def table(results: dict[int, dict[str, list[Answered]]]) -> Iterator[str]:
    """The results as Markdown."""
    yield "| memories | words | recall@10 | unbounded | p50 | p95 | statements | rows |"
    yield "|---:|---|---:|---:|---:|---:|---:|---:|"
    for size, kinds in results.items():
        for kind, answers in kinds.items():
            yield f"| {size:,} | {kind} | {' | '.join(cells(kind, answers))} |"


def cells(kind: str, answers: Sequence[Answered]) -> list[str]:
    """The figures of one kind of question; of statements and rows the most."""
    times = sorted(each.milliseconds for each in answers)
    shares = [fmean(each.is_found for each in answers), fmean(each.is_found_unbounded for each in answers)]
    return [
        *("" if kind == COMMONEST else f"{share:.3f}" for share in shares),
        *(f"{times[int(share * (len(times) - 1))]:.1f} ms" for share in (0.5, 0.95)),
        str(max(each.statements for each in answers)),
        str(max(each.rows for each in answers)),
    ]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
