"""What is taken of what people say: labelled sentences, real rules, casual talk, speed; beside a list of words."""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, BinaryIO

from hippo.adapters.long_lines import numbered_lines
from hippo.core.capture.lessons import Lesson, lessons
from hippo.core.capture.turn import Speaker, Turn, Unread
from hippo.importers.transcripts import read
from scripts.benchmarks.scores import Counts, Row, table
from scripts.tools import ROOT

SETS = {
    "sentences that shaped the rules": ROOT / "tests" / "data" / "said.txt",
    "sentences written afterwards": ROOT / "tests" / "data" / "said_unseen.txt",
    "whole turns that shaped the rules": ROOT / "tests" / "data" / "said_wild.txt",
    "whole turns written afterwards": ROOT / "tests" / "data" / "said_wild_unseen.txt",
}
OTHER_LANGUAGES = ROOT / "tests" / "data" / "said_elsewhere.txt"
NO_LESSON = "-"
LESSON = "lesson"
#: The reference: what tools without a model look for.
WORDS = re.compile(
    r"\b(?:always|never|must|should|avoid|don't|do not|make sure|prefer|decided|let's use|because|fix|fixed|cause)\b",
    re.IGNORECASE,
)
#: A transcript of this size is read in less than SPEED_SECONDS.
SPEED_BYTES = 5_000_000
SPEED_SECONDS = 2.0
#: A transcript of this size is read in no more memory than one of a tenth of it, and within MEMORY_MB.
MEMORY_BYTES = 20_000_000
MEMORY_MB = 8.0

Listener = Callable[[Turn], str]


def main(argv: Sequence[str]) -> int:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(prog="scripts/bench capture", description=__doc__)
    parser.add_argument("--rules", type=Path, metavar="FILE", help="JSON lines with the rules of one file each")
    parser.add_argument("--talk", type=Path, metavar="FILE", help="JSON lines with text: talk without a lesson")
    given = parser.parse_args(argv)
    print("\n".join(table(list(measured(given)))))
    return 0


def measured(given: argparse.Namespace) -> Iterator[Row]:
    """The rows for the labelled sets, and for all that was given."""
    for name, path in SETS.items():
        yield of_listeners(f"{name}, P / R / F1", partial(scores, labelled(path)), "≥ .95 / .90")
    elsewhere = f"other languages ({len(labelled(OTHER_LANGUAGES))}), P / R / F1"
    yield of_listeners(elsewhere, partial(scores, labelled(OTHER_LANGUAGES)), "≥ .95 / –")
    yield of_listeners("kind right, of those taken", kinds, "≥ .95")
    if given.rules:
        rules = [Turn(text=rule) for line in lines(given.rules) for rule in line["rules"] if WORDS.search(rule)]
        yield of_listeners("real rules with such a word, taken", partial(share, rules), "≥ .75")
    if given.talk:
        talk = [Turn(text=line["text"].partition(": ")[2]) for line in lines(given.talk)]
        yield of_listeners("turns of casual talk, taken", partial(share, talk), "≤ .02")
    seconds = speed()
    yield Row(
        name="5 MB of transcript, CPU seconds",
        figures={"hippo": f"{seconds:.2f}", "words": ""},
        goal=f"≤ {SPEED_SECONDS:g}",
    )
    small, large = memory(MEMORY_BYTES // 10), memory(MEMORY_BYTES)
    yield Row(
        name="peak memory in MB of reading 2 MB / 20 MB of transcript",
        figures={"hippo": f"{small:.1f} / {large:.1f}", "words": ""},
        goal=f"≤ {MEMORY_MB:g}",
    )


def of_listeners(name: str, figure: Callable[[Listener], str], goal: str) -> Row:
    """One figure of hippo and of the list of words."""
    return Row(name=name, figures={"hippo": figure(hippo), "words": figure(words)}, goal=goal)


def hippo(turn: Turn) -> str:
    """The kind of the first lesson that hippo takes."""
    return next((str(each.kind) for each in lessons(turn) if isinstance(each, Lesson)), NO_LESSON)


def words(turn: Turn) -> str:
    """Whether a turn holds one of the words."""
    return LESSON if WORDS.search(turn.text) else NO_LESSON


def scores(sentences: Sequence[tuple[str, Turn]], listener: Listener) -> str:
    """Precision, recall and F1 of lessons of any kind."""
    gold = [kind for kind, _ in sentences]
    said = [listener(turn) for _, turn in sentences]
    kinds_said, kinds_meant = {*said} - {NO_LESSON}, {*gold} - {NO_LESSON}
    return str(Counts.of(gold, said, kinds_meant, kinds_said))


def kinds(listener: Listener) -> str:
    """The share of the lessons taken whose kind is right."""
    taken = [(kind, listener(turn)) for path in SETS.values() for kind, turn in labelled(path) if kind != NO_LESSON]
    found = [(kind, said) for kind, said in taken if said != NO_LESSON]
    return f"{sum(kind == said for kind, said in found) / len(found):.2f}" if listener is hippo else ""


def share(turns: Sequence[Turn], listener: Listener) -> str:
    """The share of turns of which something is taken."""
    return f"{sum(listener(turn) != NO_LESSON for turn in turns) / len(turns):.3f}"


def speed() -> float:
    """CPU seconds of taking the lessons of a transcript."""
    file = BytesIO(b"".join(transcript(SPEED_BYTES)))
    start = time.process_time()
    take(file)
    return time.process_time() - start


def memory(size: int) -> float:
    """The most memory, in MB, that taking the lessons of a transcript holds at once, the file itself left out."""
    with TemporaryFile() as file:
        file.writelines(transcript(size))
        file.seek(0)
        tracemalloc.start()
        try:
            take(file)
            return tracemalloc.get_traced_memory()[1] / 1e6
        finally:
            tracemalloc.stop()


def take(file: BinaryIO) -> None:
    """Take the lessons of a transcript, and let each go."""
    for turn in read(numbered_lines(file))[1]:
        if not isinstance(turn, Unread):
            for _ in lessons(turn):
                pass


def transcript(least: int) -> Iterator[bytes]:
    """A transcript of at least so many bytes in which the labelled sentences are said again and again.

    Three quarters of it are output of tools, as in real ones.
    """
    texts = [turn.text for path in SETS.values() for _, turn in labelled(path)]
    size = number = 0
    while size < least:
        said = " ".join(texts[(number * 7 + each) % len(texts)] for each in range(7))
        kind = "user" if number % 2 else "assistant"
        output = [{"type": "tool_result", "tool_use_id": "t", "content": said * 3}]
        for content in (said, output):
            line = json.dumps({"type": kind, "sessionId": "s", "message": {"content": content}}).encode() + b"\n"
            yield line
            size += len(line)
        number += 1


def labelled(path: Path) -> list[tuple[str, Turn]]:
    """The labelled sentences of a file, as turns."""
    rows = (line for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#"))
    parts = ([part.strip() for part in row.split("|", 2)] for row in rows)
    return [(kind, Turn(text=text.replace("\\n", "\n"), speaker=Speaker(speaker))) for kind, speaker, text in parts]


def lines(path: Path) -> list[dict[str, Any]]:
    """The objects of a file of JSON lines."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
