"""What is learnt of commits: how many pass the gate, why the others do not, and false alarms of migrations."""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from hippo.core.commit import Commit
from hippo.core.consolidation.kinds import STANDING
from hippo.core.consolidation.statement import read
from hippo.core.retirement import Retirement, relied_on, words_of
from hippo.core.settings import Settings
from hippo.importers.commit_retirements import retirements
from hippo.importers.git_commits import Skipped, lesson
from scripts.benchmarks.scores import Row, table

#: Memories that one commit may contest, as in the product.
MOST = 10


def main(argv: Sequence[str]) -> int:
    """Measure, print a table, and on demand lessons to judge by eye."""
    parser = argparse.ArgumentParser(prog="scripts/bench learn", description=__doc__)
    parser.add_argument(
        "commits", type=Path, metavar="COMMITS", help="JSON lines with text: subject, body; ts: seconds"
    )
    parser.add_argument("--rules", type=Path, metavar="FILE", help="JSON lines with the rules of one file each")
    parser.add_argument("--show", type=int, default=0, metavar="N", help="print so many lessons, chosen by chance")
    parser.add_argument("--seed", type=int, default=7, metavar="N", help="which ones")
    given = parser.parse_args(argv)
    commits = [commit_of(line) for line in lines(given.commits)]
    print("\n".join(table(list(measured(commits, given.rules)))))
    if given.show:
        found = [
            each.text for each in (lesson(commit, Settings()) for commit in commits) if not isinstance(each, Skipped)
        ]
        print("\n".join(text.replace("\n", " / ") for text in random.Random(given.seed).sample(found, given.show)))
    return 0


def measured(commits: Sequence[Commit], rules: Path | None) -> Iterator[Row]:
    """The rows: lessons by kind, refusals by reason, false alarms."""
    kinds: Counter[str] = Counter()
    for commit in commits:
        found = lesson(commit, Settings())
        kinds[f"left out: {found.reason}" if isinstance(found, Skipped) else f"lesson: {found.tags[1]}"] += 1
    for name, count in sorted(kinds.items(), key=lambda each: (not each[0].startswith("lesson"), -each[1])):
        yield Row(name=name, figures={"commits": f"{count:,}"}, goal="")
    if rules:
        foreign = list(dict.fromkeys(rule for line in lines(rules) for rule in line["rules"]))
        rate = 1000 * sum(is_alarm(commit.subject, foreign) for commit in commits) / len(commits)
        yield Row(name="false alarms in 1,000 commits", figures={"commits": f"{rate:.1f}"}, goal="≤ 15")


def is_alarm(subject: str, rules: Sequence[str]) -> bool:
    """Whether a commit would be held against a rule of projects that it knows nothing of."""
    gone = retirements(subject)
    return bool(gone) and 0 < sum(any(contests(each, rule) for each in gone) for rule in rules) <= MOST


def contests(retirement: Retirement, rule: str) -> bool:
    """Whether a rule relies on what is retired."""
    lowered = rule.lower()
    if not any(words_of(name)[0][:4] in lowered for name in retirement.gone if words_of(name)):
        return False
    statement = read(rule) if relied_on(rule, retirement) else None
    return statement is not None and statement.whole and statement.kind in STANDING


def commit_of(line: dict[str, Any]) -> Commit:
    """A commit as far as it is given: without author and files."""
    subject, _, body = line["text"].partition("\n")
    return Commit(sha="", subject=subject, body=body.strip("\n"), authored_at=datetime.fromtimestamp(line["ts"], UTC))


def lines(path: Path) -> list[dict[str, Any]]:
    """The objects of a file of JSON lines."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
