"""Collections of documents, questions with the documents that answer them, and how well an answer does."""

from __future__ import annotations

import json
import math
import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from hippo.core.stopwords import STOP_WORDS

#: Hits that count.
DEPTH = 10
#: The adversarial questions of LoCoMo have no answer in the talk; they are left out, as is usual.
UNANSWERABLE = "5"
_SEED = 1
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_MISTYPABLE = re.compile(r"[A-Za-z]{4,}")


@dataclass(frozen=True)
class Text:
    """One document; what is not known of it is empty."""

    key: str
    text: str
    author: str = ""
    happened_at: datetime | None = None
    series: str = ""
    position: int = 0


@dataclass(frozen=True)
class Question:
    """A query and the keys of the documents that answer it."""

    key: str
    text: str
    answers: frozenset[str]
    kind: str


@dataclass(frozen=True)
class Collection:
    """What one store holds, and what it is asked."""

    name: str
    texts: tuple[Text, ...]
    questions: tuple[Question, ...]


@dataclass(frozen=True)
class Quality:
    """nDCG and recall at DEPTH, means over some questions."""

    ndcg: float
    recall: float
    count: int


def collections(folder: Path, *, text_only: bool = False, limit: int | None = None) -> list[Collection]:
    """The collections of a data set: `docs.jsonl` and `queries.jsonl`, one store for each `coll`.

    `text_only` takes speaker, date and session away; `limit` keeps so many questions of each collection.
    """
    texts: dict[str, list[Text]] = {}
    for row in _rows(folder / "docs.jsonl"):
        texts.setdefault(row["coll"], []).append(_text(row, text_only=text_only))
    questions: dict[str, list[Question]] = {}
    for row in _rows(folder / "queries.jsonl"):
        if row.get("type") != UNANSWERABLE:
            questions.setdefault(row["coll"], []).append(_question(row))
    return [
        Collection(name=name, texts=tuple(texts[name]), questions=tuple(questions.get(name, ())[:limit]))
        for name in sorted(texts)
    ]


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def _text(row: Mapping[str, Any], *, text_only: bool) -> Text:
    if text_only:
        return Text(key=row["id"], text=row["text"])
    return Text(
        key=row["id"],
        text=row["text"],
        author=row.get("speaker", ""),
        happened_at=datetime.fromtimestamp(row["ts"], UTC) if "ts" in row else None,
        series=row.get("group", ""),
        position=row.get("seq", 0),
    )


def _question(row: Mapping[str, Any]) -> Question:
    return Question(key=row["id"], text=row["text"], answers=frozenset(row["rel"]), kind=row.get("type", ""))


def mistyped(collection: Collection) -> Collection:
    """The same with one slip of the finger in one telling word of every question; the same slips at every run."""
    chance = random.Random(f"{_SEED} {collection.name}")
    questions = (replace(question, text=_mistyped(question.text, chance)) for question in collection.questions)
    return replace(collection, questions=tuple(questions))


def _mistyped(text: str, chance: random.Random) -> str:
    words = [found for found in _MISTYPABLE.finditer(text) if found[0].lower() not in STOP_WORDS]
    if not words:
        return text
    word = chance.choice(words)
    typed = word[0]
    while typed.lower() == word[0].lower():
        typed = _slip(word[0], chance)
    return text[: word.start()] + typed + text[word.end() :]


def _slip(word: str, chance: random.Random) -> str:
    at = chance.randrange(len(word))
    before, letter, after = word[:at], word[at], word[at + 1 :]
    extra = chance.choice(_LETTERS)
    return chance.choice(
        (
            before + extra + letter + after,
            before + after,
            before + extra + after,
            before + after[:1] + letter + after[1:],
        )
    )


def quality(found: Sequence[str], answers: frozenset[str]) -> Quality:
    """How well a ranked list of keys answers one question, with relevance 0 or 1.

    nDCG@k = sum of 1 / log2(1 + place) over the answers found, divided by that of a perfect list.
    """
    gain = sum(_discount(place) for place, key in enumerate(found[:DEPTH]) if key in answers)
    perfect = sum(_discount(place) for place in range(min(DEPTH, len(answers))))
    return Quality(ndcg=gain / perfect, recall=len(answers.intersection(found[:DEPTH])) / len(answers), count=1)


def _discount(place: int) -> float:
    return 1.0 / math.log2(place + 2)


def mean(qualities: Iterable[Quality]) -> Quality:
    """The mean, every part counting the same."""
    parts = list(qualities)
    return Quality(
        ndcg=sum(part.ndcg for part in parts) / len(parts),
        recall=sum(part.recall for part in parts) / len(parts),
        count=sum(part.count for part in parts),
    )
