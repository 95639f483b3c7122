"""What sleep understands: contradictions, updates, duplicates, patterns and false alarms, beside plain references."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from itertools import combinations, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hippo.core.consolidation.outcome import Consolidation
from hippo.core.encode import encode
from hippo.core.settings import BackupSettings, Settings
from hippo.services.door import admit
from hippo.services.keeping import keep
from hippo.services.occasion import Occasion
from hippo.services.sleep import sleep
from hippo.store.store import Store
from scripts.benchmarks import consolidation_reference as reference
from scripts.benchmarks.generated import memories
from scripts.benchmarks.scores import Counts, Row, table

#: The first memory of a store, and how long after it each next one is made.
START = datetime(2024, 1, 1, tzinfo=UTC)
STEP = timedelta(seconds=1)
#: No backups of stores that live for a moment.
SETTINGS = Settings(backup=BackupSettings(every_days=0))
CLASHING = ("contradiction", "update")
#: Goals of texts that are public and of those held back.
CONFLICT_GOAL = "P ≥ .85, F1 ≥ .95; held back .80"
TWIN_GOAL = "P ≥ .90, F1 ≥ .95; held back .78"


def main(argv: Sequence[str]) -> int:
    """Measure what files are given for, and print."""
    parser = argparse.ArgumentParser(prog="scripts/bench consolidation", description=__doc__)
    parser.add_argument("--pairs", type=Path, metavar="FILE", help="JSON lines with a, b and label")
    parser.add_argument("--negations", type=Path, metavar="FILE", help="the same form, sentences of other fields")
    parser.add_argument("--clusters", type=Path, metavar="FILE", help="JSON lines with members, distractors, rival")
    parser.add_argument("--rules", type=Path, metavar="FILE", help="JSON lines with the rules of one file each")
    parser.add_argument("--commits", type=Path, metavar="PATH", help="a repository, or JSON lines with text")
    parser.add_argument("--speed", type=int, nargs="+", metavar="N", default=[], help="sizes of generated stores")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    given = parser.parse_args(argv)
    rows = list(measured(given))
    if not rows:
        parser.error("give a file or a size to measure")
    print(json.dumps([row.fields() for row in rows], indent=2) if given.json else "\n".join(table(rows)))
    return 0


def measured(given: argparse.Namespace) -> Iterator[Row]:
    """The rows for all that was asked for."""
    if given.pairs:
        yield from pair_rows(lines(given.pairs), "")
    if given.negations:
        yield from pair_rows(lines(given.negations), "negations: ", goals=False)
    if given.clusters:
        yield from cluster_rows(lines(given.clusters))
    if given.rules:
        yield from alarm_rows("rules of one file", [each["rules"] for each in lines(given.rules)], goal="≤ 20 in 5,766")
    if given.commits:
        yield from alarm_rows("1,000 commit subjects", [list(islice(subjects(given.commits), 1_000))], goal="≤ 15")
    for size in given.speed:
        yield from speed_rows(size)


def slept(texts: Sequence[str]) -> Consolidation:
    """What the product makes of texts that were remembered one after the other, and slept over once."""
    with TemporaryDirectory() as folder, Store.open(folder) as store:
        remember_all(store, texts)
        return sleep(store, occasion=night(len(texts))).consolidation


def remember_all(store: Store, texts: Sequence[str]) -> None:
    """Store the texts through the door; `place_of` gives the place of an id."""
    with store.transaction():
        for place, text in enumerate(texts):
            admitted = admit(text, mask=True, settings=SETTINGS.memory)
            keep(store, encode(admitted.text, flag=admitted.flag, settings=SETTINGS.memory), occasion(place))


def occasion(place: int) -> Occasion:
    """The moment at which the text of a place is remembered, and the id it gets."""
    return Occasion(now=START + place * STEP, settings=SETTINGS, new_id=lambda: f"mem_{place:012x}")


def night(place: int) -> Occasion:
    """The moment at which a store is slept over, after the text of a place."""
    return Occasion(now=START + place * STEP, settings=SETTINGS)


def place_of(memory_id: str) -> int:
    """The place of a text among those remembered."""
    return int(memory_id.removeprefix("mem_"), 16)


# --- pairs ---------------------------------------------------------------------------------


def label_of(one: str, other: str) -> str:
    """What sleep says of two texts."""
    done = slept([one, other])
    if done.updates:
        return "update"
    if done.conflicts:
        return "contradiction"
    return "duplicate" if done.duplicates else "other"


def pair_rows(pairs: Sequence[dict[str, str]], name: str, *, goals: bool = True) -> Iterator[Row]:
    """How well two texts are judged, each pair a store of its own. Texts of other fields have no goals."""
    gold = [each["label"] for each in pairs]
    said = {
        "hippo": [label_of(each["a"], each["b"]) for each in pairs],
        "jaccard": [reference.jaccard_label(each["a"], each["b"]) for each in pairs],
        "bm25": reference.bm25_labels([(each["a"], each["b"]) for each in pairs]),
    }
    rows = [
        ("conflict P / R / F1", {who: scores(gold, labels, CLASHING) for who, labels in said.items()}, CONFLICT_GOAL),
        ("update told from contradiction", {who: told(gold, labels) for who, labels in said.items()}, "≥ .90"),
        (
            "duplicate P / R / F1",
            {who: scores(gold, labels, ("duplicate",)) for who, labels in said.items()},
            TWIN_GOAL,
        ),
        ("texts folded that clash", {who: folded(gold, labels) for who, labels in said.items()}, "0"),
        ("clashing pairs in one pattern", {"hippo": f"{blended_pairs(pairs):.2f}"}, "≤ .04"),
    ]
    yield from (Row(name + title, figures, goal if goals else "") for title, figures, goal in rows)


def scores(gold: Sequence[str], said: Sequence[str], labels: Sequence[str]) -> str:
    """Precision, recall and F1 of some labels taken as one."""
    return str(Counts.of(gold, said, labels, labels))


def folded(gold: Sequence[str], said: Sequence[str]) -> str:
    """How many pairs that clash are called duplicates."""
    return str(sum(g in CLASHING and s == "duplicate" for g, s in zip(gold, said, strict=True)))


def told(gold: Sequence[str], said: Sequence[str]) -> str:
    """Of the clashes that were found, how many are called what they are."""
    found = [(g, s) for g, s in zip(gold, said, strict=True) if g in CLASHING and s in CLASHING]
    return f"{sum(g == s for g, s in found) / len(found):.2f}" if found else "–"


def blended_pairs(pairs: Sequence[dict[str, str]]) -> float:
    """Share of the clashing pairs whose two sides stand in one pattern, all texts in one store."""
    texts = [text for each in pairs for text in (each["a"], each["b"])]
    groups = [{place_of(each) for each in pattern.member_ids} for pattern in slept(texts).patterns]
    clashing = [at for at, each in enumerate(pairs) if each["label"] in CLASHING]
    return sum(any({2 * at, 2 * at + 1} <= group for group in groups) for at in clashing) / max(1, len(clashing))


# --- clusters ------------------------------------------------------------------------------


def cluster_rows(groups: Sequence[dict[str, Any]]) -> Iterator[Row]:
    """How well episodes are grouped: all groups in one store, and each group a store of its own."""
    texts, gold = [], []
    for number, group in enumerate(groups):
        texts += group["members"]
        gold += [number] * len(group["members"])
        others = group["distractors"] + [text for text in (group.get("rival"),) if isinstance(text, str)]
        texts += others
        gold += [-1] * len(others)
    done = slept(texts)
    wanted = {pair for pair in combinations(range(len(texts)), 2) if gold[pair[0]] == gold[pair[1]] >= 0}
    found = [tuple(place_of(each) for each in pattern.member_ids) for pattern in done.patterns]
    said = {"hippo": found, "jaccard": reference.jaccard_groups(texts), "bm25": reference.bm25_groups(texts)}
    scores = {who: str(Counts.of_pairs(wanted, each)) for who, each in said.items()}
    yield Row("patterns: pairwise P / R / F1", scores, "P ≥ .90, F1 ≥ .78")
    yield Row("patterns: the same, a store for each group", {"hippo": str(own_stores(groups))}, "P ≥ .90, F1 ≥ .78")
    rivals = [place for place, text in enumerate(texts) if text in {group.get("rival") for group in groups}]
    yield Row(
        "rivals in the pattern they contradict", {"hippo": str(blended_rivals(rivals, gold, found, texts, groups))}, "0"
    )
    facts, length = pattern_scores(done, texts, gold, groups)
    yield Row("key facts in the pattern", {"hippo": f"{facts:.2f}"}, "≥ .80")
    yield Row("length of the pattern ÷ its sources", {"hippo": f"{length:.2f}"}, "≤ .50")


def own_stores(groups: Sequence[dict[str, Any]]) -> Counts:
    """Pairwise scores where each group is a store."""
    right = found = wanted = 0
    for group in groups:
        rival = group.get("rival")
        texts = group["members"] + group["distractors"] + ([rival] if isinstance(rival, str) else [])
        members = set(combinations(range(len(group["members"])), 2))
        pairs = {
            pair
            for pattern in slept(texts).patterns
            for pair in combinations(sorted(place_of(each) for each in pattern.member_ids), 2)
        }
        right, found, wanted = right + len(pairs & members), found + len(pairs), wanted + len(members)
    return Counts(right=right, found=found, wanted=wanted)


def blended_rivals(
    rivals: Sequence[int],
    gold: Sequence[int],
    found: Sequence[tuple[int, ...]],
    texts: Sequence[str],
    groups: Sequence[dict[str, Any]],
) -> int:
    """How many rivals stand in one pattern with members of the group they contradict."""
    number = {group.get("rival"): at for at, group in enumerate(groups)}
    return sum(
        any(rival in places and any(gold[each] == number[texts[rival]] for each in places) for places in found)
        for rival in rivals
    )


def pattern_scores(
    done: Consolidation, texts: Sequence[str], gold: Sequence[int], groups: Sequence[dict[str, Any]]
) -> tuple[float, float]:
    """Share of the key facts that reach the patterns of their groups, and the length of these against their sources."""
    kept = facts = length = sources = 0
    for pattern in done.patterns:
        places = [place_of(each) for each in pattern.member_ids]
        numbers = [gold[place] for place in places if gold[place] >= 0]
        if not numbers:
            continue
        group = groups[max(sorted(set(numbers)), key=numbers.count)]
        text = pattern.text.lower()
        kept += sum(fact.lower() in text for fact in group["key_facts"])
        facts += len(group["key_facts"])
        length += len(pattern.text)
        sources += sum(len(texts[place]) for place in places)
    return kept / max(1, facts), length / max(1, sources)


# --- false alarms --------------------------------------------------------------------------


def alarm_rows(name: str, stores: Iterable[Sequence[str]], *, goal: str) -> Iterator[Row]:
    """How many conflicts and updates are raised where there are (nearly) none."""
    said = {"hippo": 0, "jaccard": 0}
    for texts in stores:
        done = slept(texts)
        said["hippo"] += len(done.conflicts) + len(done.updates)
        said["jaccard"] += sum(reference.jaccard_label(*pair) in CLASHING for pair in combinations(texts, 2))
    yield Row(f"false alarms: {name}", {who: str(count) for who, count in said.items()}, goal)


def subjects(path: Path) -> Iterator[str]:
    """The subjects of a repository's commits, or the first lines of the texts in a file."""
    if path.is_file():
        yield from dict.fromkeys(each["text"].partition("\n")[0] for each in lines(path))
        return
    log = ["git", "-C", str(path), "log", "--no-merges", "--format=%s"]
    yield from dict.fromkeys(subprocess.run(log, capture_output=True, text=True, check=True).stdout.splitlines())


# --- speed ---------------------------------------------------------------------------------


def speed_rows(size: int) -> Iterator[Row]:
    """CPU time of the first sleep over generated memories and of one after twenty more, and the writer's lock."""
    with TemporaryDirectory() as folder, Store.open(folder) as store:
        remember_all(store, list(islice(memories(), size)))
        first, held = timed_sleep(store, size + 1)
        remember_all_after(store, list(islice(memories(1), 20)), size + 2)
        next_night, _ = timed_sleep(store, size + 30)
    goal = {3_000: "≤ 6 s", 10_000: "≤ 25 s"}.get(size, "")
    yield Row(f"first sleep over {size:,} memories, CPU", {"hippo": f"{first:.1f} s"}, goal)
    yield Row(f"next sleep, 20 new among {size:,}, CPU", {"hippo": f"{next_night:.1f} s"}, "")
    yield Row(f"writer's lock of the first sleep, {size:,}", {"hippo": f"{held:.2f} s"}, "≤ .5 s")


def remember_all_after(store: Store, texts: Sequence[str], place: int) -> None:
    """Store more texts, with ids and moments that go on from a place."""
    with store.transaction():
        for step, text in enumerate(texts):
            keep(store, encode(text, settings=SETTINGS.memory), occasion(place + step))


def timed_sleep(store: Store, place: int) -> tuple[float, float]:
    """CPU seconds of one sleep, and the seconds for which it held the writer's lock the longest."""
    held: list[float] = []
    taken = store.transaction

    @contextmanager
    def timed(*, wait_seconds: float | None = None) -> Iterator[None]:
        with taken(wait_seconds=wait_seconds):
            began = time.perf_counter()
            yield
        held.append(time.perf_counter() - began)

    store.transaction = timed  # type: ignore[method-assign]
    started = time.process_time()
    sleep(store, occasion=night(place))
    store.transaction = taken  # type: ignore[method-assign]
    return time.process_time() - started, max(held)


def lines(path: Path) -> list[Any]:
    """The objects of a file of JSON lines."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
