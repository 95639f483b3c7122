"""What the door masks and flags: labelled texts with secrets and without, orders and notes; beside detect-secrets."""

from __future__ import annotations

import argparse
import importlib.util
import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hippo.core.order_doubts import DOUBTS
from hippo.core.orders import gives_orders, may_give_orders
from hippo.core.secrets import mask_secrets
from scripts.benchmarks.door_samples import Sample, leaks, samples
from scripts.benchmarks.scores import Counts, Row, table

SECRETS = {
    "texts that shaped the rules": ("door_secrets", "door_harmless"),
    "texts written before the rules were looked at": ("door_secrets_unseen", "door_harmless_unseen"),
}
ORDERS = {
    "texts that shaped the rules": ("door_orders", "door_innocent"),
    "texts written before the rules were looked at": ("door_orders_unseen", "door_innocent_unseen"),
}
#: Files whose lines have a label.
LABELLED = frozenset({"door_secrets", "door_orders"})
REFERENCE = "detect-secrets"
_DOUBTS = frozenset(name for name, _, _ in DOUBTS)
_IMPORT_SECONDS = "import time; begin = time.process_time(); import {module}; print(time.process_time() - begin)"

#: What a finder leaves of a text.
Masker = Callable[[str], str]


def main(argv: Sequence[str]) -> int:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(prog="scripts/bench door", description=__doc__)
    parser.add_argument("--rules", type=Path, metavar="FILE", help="JSON lines with the rules of one file each")
    parser.add_argument("--missed", action="store_true", help="also print what was missed and what was a false alarm")
    given = parser.parse_args(argv)
    print("\n".join(table(list(measured(given)))))
    if given.missed:
        print("\n".join(mistakes()))
    return 0


def measured(given: argparse.Namespace) -> Iterator[Row]:
    """The rows for secrets and for orders."""
    for name, (secret, harmless) in SECRETS.items():
        wanted, others = read(secret), read(harmless)
        yield Row(
            name=f"secrets, {name} ({len(wanted)} + {len(others)}), P / R / F1",
            figures={each: str(of_secrets(wanted, others, mask)) for each, mask in maskers().items()},
            goal="≥ .95 / .90",
        )
    for name, (order, innocent) in ORDERS.items():
        wanted, others = read(order), read(innocent)
        yield Row(
            name=f"orders, {name} ({len(wanted)} + {len(others)}), P / R / F1",
            figures={"hippo": str(of_orders(wanted, others))},
            goal="≥ .95 / .80",
        )
    if given.rules:
        rules = [rule for line in lines(given.rules) for rule in line["rules"]]
        yield Row(
            name=f"real rules of agents ({len(rules):,}) flagged / waiting / masked",
            figures={"hippo": " / ".join(map(str, alarms(rules)))},
            goal="0 / 0 / 0",
        )
    modules = {"hippo": "hippo.core.secrets", REFERENCE: "detect_secrets"}
    yield Row(
        name="import, CPU milliseconds",
        figures={each: f"{1000 * import_seconds(modules[each]):.0f}" for each in maskers()},
        goal="≤ 40",
    )


def read(name: str) -> list[Sample]:
    """The texts of a file."""
    return samples(name, labelled=name in LABELLED)


def maskers() -> dict[str, Masker]:
    """hippo, and the reference where it is installed."""
    found: dict[str, Masker] = {"hippo": lambda text: mask_secrets(text)[0]}
    if importlib.util.find_spec("detect_secrets"):
        found[REFERENCE] = reference
    return found


def of_secrets(wanted: Sequence[Sample], others: Sequence[Sample], mask: Masker) -> Counts:
    """A secret is found when nothing of it is left; an alarm is a text that is changed."""
    right = sum(not any(leaks(each, mask(each.text))) for each in wanted)
    alarms = sum(mask(each.text) != each.text for each in others)
    return Counts(right=right, found=right + alarms, wanted=len(wanted))


def of_orders(wanted: Sequence[Sample], others: Sequence[Sample]) -> Counts:
    """Found is what is flagged or waits."""
    right, alarms = (sum(bool(rule_of(each.text)) for each in texts) for texts in (wanted, others))
    return Counts(right=right, found=right + alarms, wanted=len(wanted))


def rule_of(text: str) -> str:
    """The rule or the doubt by which a text is kept away from agents."""
    return gives_orders(text) or may_give_orders(text)


def alarms(texts: Sequence[str]) -> tuple[int, int, int]:
    """How many texts are flagged, would wait, and are masked."""
    rules = [rule_of(text) for text in texts]
    waiting = sum(rule in _DOUBTS for rule in rules)
    return sum(map(bool, rules)) - waiting, waiting, sum(bool(mask_secrets(text)[1]) for text in texts)


def mistakes() -> Iterator[str]:
    """What hippo missed, and where it raised an alarm for nothing."""
    for secret, harmless in SECRETS.values():
        yield from (f"missed in {secret}: {each.text!r}" for each in read(secret) if any(leaks(each, masked(each))))
        yield from (f"alarm in {harmless}: {each.text!r}" for each in read(harmless) if masked(each) != each.text)
    for order, innocent in ORDERS.values():
        yield from (f"missed in {order}: {each.text!r}" for each in read(order) if not rule_of(each.text))
        yield from (f"alarm in {innocent}: {each.text!r}" for each in read(innocent) if rule_of(each.text))


def masked(sample: Sample) -> str:
    """What hippo leaves of a text."""
    return mask_secrets(sample.text)[0]


def reference(text: str) -> str:
    """The text without the secrets that detect-secrets finds with all that is on by default."""
    for found in _of_reference(text):
        text = text.replace(found, "[masked]")
    return text


@cache
def _of_reference(text: str) -> tuple[str, ...]:
    """What it finds in a file of this text; asked for a line alone, it takes any string for a secret."""
    from detect_secrets import SecretsCollection  # type: ignore[import-not-found,unused-ignore]
    from detect_secrets.settings import default_settings  # type: ignore[import-not-found,unused-ignore]

    with TemporaryDirectory() as folder, default_settings():
        path = Path(folder) / "text.txt"
        path.write_text(text, encoding="utf-8")
        secrets = SecretsCollection()
        secrets.scan_file(str(path))
        found = {each.secret_value for _, each in secrets if each.secret_value}
    return tuple(sorted(found, key=len, reverse=True))


def import_seconds(module: str) -> float:
    """CPU seconds that an import takes in a fresh process; the least of five."""
    command = [sys.executable, "-c", _IMPORT_SECONDS.format(module=module)]
    return min(float(subprocess.run(command, capture_output=True, check=True, text=True).stdout) for _ in range(5))


def lines(path: Path) -> Iterator[dict[str, Any]]:
    """The objects of a file of JSON lines."""
    with path.open(encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)
