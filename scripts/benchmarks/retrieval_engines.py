"""What is compared: hippo through its own services, and two references everybody has."""

from __future__ import annotations

import json
import re
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

import numpy as np
from rank_bm25 import BM25Okapi

from hippo.clock import rfc3339
from hippo.core.budget import Allowance
from hippo.core.memory import Origin
from hippo.core.settings import MemorySettings, Settings
from hippo.services.context import context
from hippo.services.embed import embed
from hippo.services.embedding import Embedding
from hippo.services.meaning import nearness
from hippo.services.occasion import Occasion
from hippo.services.recall import recall
from hippo.services.remember import remember
from hippo.store.store import Store
from scripts.benchmarks.installation import environment
from scripts.benchmarks.retrieval_data import DEPTH, Text
from scripts.tools import ROOT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hippo.services.meaning import Meaning
    from hippo.services.nearness import Near

#: All is remembered and asked at one moment, so that age moves nothing.
MOMENT = datetime(2030, 1, 1, tzinfo=UTC)
#: More tokens than any ten memories have: quality is measured without the budget.
BUDGET = 1_000_000
#: Whole talks are longer than what a person may remember at once.
SETTINGS = Settings(memory=MemorySettings(text_limit_bytes=1 << 20))
_WORD = re.compile(r"\w+")


class Engine(Protocol):
    """Something that answers a question with keys of documents, best first."""

    def search(self, question: str) -> list[str]:
        """At most DEPTH keys."""
        ...


class Hippo:
    """A store filled by `remember` and asked by `recall`, in this process."""

    def __init__(self, texts: Sequence[Text], folder: Path) -> None:
        folder.mkdir(mode=0o700)
        self._folder = folder
        self._store = Store.open(str(folder))
        self._occasion = Occasion(now=MOMENT, settings=SETTINGS)
        self._keys: dict[str, str] = {}
        for text in texts:
            kept = remember(self._store, text.text, occasion=self._occasion, redact=True, origin=_origin(text))
            self._keys.setdefault(kept.memory.id, text.key)

    def search(self, question: str) -> list[str]:
        return self._search(question, None)

    def _search(self, question: str, meaning: Meaning | None) -> list[str]:
        recalled = recall(
            [self._store], question, occasion=self._occasion, budget_tokens=BUDGET, limit=DEPTH, meaning=meaning
        )
        return [self._keys[hit.memory.id] for hit in recalled.hits]

    def search_by_command(self, question: str) -> list[str]:
        """The same by the command line, in a process of its own, by words alone as in `search`."""
        options = ("--json", "--lexical", "--limit", str(DEPTH), "--budget", str(BUDGET), "--store", str(self._folder))
        home = self._folder.parent
        done = subprocess.run(
            [sys.executable, "-m", "hippo", "recall", *options, "--", question],
            cwd=home,
            env=environment(home) | {"PYTHONPATH": str(ROOT), "HIPPO_NOW": rfc3339(MOMENT)},
            check=True,
            stdout=subprocess.PIPE,
            text=True,
        )
        return [self._keys[hit["memory"]["id"]] for hit in json.loads(done.stdout)["data"]]

    def context(self, question: str, tokens: int) -> tuple[str, list[str]]:
        """The block that `hippo context` prints for a question, and the keys of the memories in it."""
        return self._context(question, tokens, None)

    def _context(self, question: str, tokens: int, meaning: Meaning | None) -> tuple[str, list[str]]:
        allowance = Allowance(tokens=tokens)
        block = context([self._store], occasion=self._occasion, query=question, allowance=allowance, meaning=meaning)
        return block.text, [self._keys[entry.memory.id] for entry in block.entries]

    def by_meaning(self, embedding: Embedding) -> ByMeaning:
        """The same store, asked for meaning as well; the vectors are made here."""
        embed(self._store, embedding)
        return ByMeaning(self, embedding)

    def close(self) -> None:
        """Let the store go."""
        self._store.close()


class ByMeaning:
    """A store of `Hippo` with vectors."""

    def __init__(self, hippo: Hippo, embedding: Embedding) -> None:
        self._hippo = hippo
        self._embedding = embedding

    def search(self, question: str) -> list[str]:
        return self._hippo._search(question, self._near)  # noqa: SLF001 (two faces of one engine)

    def context(self, question: str, tokens: int) -> tuple[str, list[str]]:
        return self._hippo._context(question, tokens, self._near)  # noqa: SLF001

    def _near(self, stores: Sequence[Store], text: str) -> Near | None:
        return nearness(self._embedding, stores, text, note=_refuse)


def _refuse(note: str) -> None:
    raise RuntimeError(note)


def _origin(text: Text) -> Origin:
    return Origin(
        kind="benchmark",
        author=text.author,
        happened_at=text.happened_at,
        series=text.series,
        position=text.position,
    )


class Okapi:
    """`rank_bm25.BM25Okapi` as it comes, over plain lower-case words."""

    def __init__(self, texts: Sequence[Text]) -> None:
        self._keys = [text.key for text in texts]
        self._index = BM25Okapi([_words(text.text) for text in texts])

    def search(self, question: str) -> list[str]:
        scores = self._index.get_scores(_words(question))
        order = np.argsort(-scores, kind="stable")[:DEPTH]
        return [self._keys[place] for place in order if scores[place] > 0]


class Porter:
    """SQLite's FTS5 with its Porter stemmer: any of the words, ordered by its own bm25()."""

    def __init__(self, texts: Sequence[Text]) -> None:
        self._keys = [text.key for text in texts]
        self._database = sqlite3.connect(":memory:")
        self._database.execute("CREATE VIRTUAL TABLE text USING fts5 (body, tokenize = 'porter unicode61')")
        self._database.executemany("INSERT INTO text (rowid, body) VALUES (?, ?)", enumerate(t.text for t in texts))

    def search(self, question: str) -> list[str]:
        expression = " OR ".join(f'"{word}"' for word in dict.fromkeys(_words(question)))
        if not expression:
            return []
        rows = self._database.execute(
            "SELECT rowid FROM text WHERE text MATCH ? ORDER BY rank, rowid LIMIT ?", (expression, DEPTH)
        )
        return [self._keys[row[0]] for row in rows]


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())
