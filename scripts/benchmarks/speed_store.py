"""What speed.py does inside a store, in a process of its own: fill it through hippo's write path, ask it.

Why a process of its own: the peak memory that the kernel reports for a command is never below that of the
process that starts it, so the one that measures must not hold a vocabulary.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import islice, pairwise
from statistics import quantiles
from typing import Any

from hippo.core.encode import encode
from hippo.services.door import admit
from hippo.services.keeping import keep
from hippo.services.occasion import Occasion
from hippo.services.recall import recall
from hippo.store.mirrors import write_mirrors
from hippo.store.store import Store
from scripts.benchmarks.generated import COMMON, memories

#: Memories written in one transaction, as many as `learn` writes.
BATCH = 200
#: Questions asked within one process, and words of one.
QUESTIONS = 100
QUESTION_WORDS = 4


def measure(folder: str, count: int) -> None:
    """Fill the store in a folder with so many memories, ask it, and print what was measured as JSON."""
    print(json.dumps(filled(folder, count) | asked(folder, count)))


def filled(folder: str, count: int) -> dict[str, Any]:
    """Import so many memories: how fast, and how large the closed database is against the texts."""
    occasion = Occasion(now=datetime.now(UTC))
    texts, text_bytes, seconds = memories(), 0, 0.0
    with Store.open(folder) as store:
        for done in range(0, count, BATCH):
            batch = list(islice(texts, min(BATCH, count - done)))
            text_bytes += sum(len(text.encode()) for text in batch)
            start = time.perf_counter()
            import_batch(store, batch, occasion)
            seconds += time.perf_counter() - start
    with Store.open(folder) as store:
        return {"imports_per_second": count / seconds, "database_to_text": store.size_bytes() / text_bytes}


def import_batch(store: Store, texts: Sequence[str], occasion: Occasion) -> None:
    """Store texts as an importer does: through the door, in one transaction, then their mirrors."""
    settings = occasion.settings.memory
    with store.transaction():
        admitted = (admit(text, mask=True, settings=settings) for text in texts)
        drafts = (encode(each.text, flag=each.flag, settings=settings) for each in admitted)
        numbers = [keep(store, draft, occasion).number for draft in drafts]
    write_mirrors(store, numbers)


def asked(folder: str, count: int) -> dict[str, Any]:
    """Ask for known memories and for the commonest words: what one recall costs."""
    words = COMMON.split()
    known = questions(count)
    common = [f"{one} {two}" for one, two in pairwise(words)]
    with Store.open(folder) as store:
        return {"questions": known, "recall_ms": recall_times(store, known), "common_ms": recall_times(store, common)}


def recall_times(store: Store, texts: Sequence[str]) -> dict[str, float]:
    """The median and the 95th percentile of the CPU time of a recall, in milliseconds."""
    return percentiles([ask(store, text) for text in texts])


def ask(store: Store, text: str) -> float:
    """The CPU time of one recall with its bookkeeping, in milliseconds."""
    occasion = Occasion(now=datetime.now(UTC))
    settings = occasion.settings.recall
    start = time.process_time()
    recall([store], text, occasion=occasion, budget_tokens=settings.budget_tokens, limit=settings.limit)
    return 1000 * (time.process_time() - start)


def questions(count: int) -> list[str]:
    """A few words of each of some memories."""
    chance = random.Random(count)
    places = {chance.randrange(count) for _ in range(QUESTIONS)}
    chosen = [text.replace(".", "").split() for place, text in enumerate(islice(memories(), count)) if place in places]
    return [" ".join(chance.sample(words, QUESTION_WORDS)) for words in chosen]


def percentiles(values: Sequence[float]) -> dict[str, float]:
    """The median and the 95th percentile; of a single value both are it."""
    marks = quantiles([*values, *values[:1]], n=20, method="inclusive")
    return {"p50": marks[9], "p95": marks[18]}
