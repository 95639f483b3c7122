"""scripts/new-migration: start the next numbered migration of the store."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from scripts.tools import ROOT

FOLDER = ROOT / "hippo" / "store" / "migrations"
FILE = re.compile(r"(?P<number>\d{4})_(?P<name>[a-z][a-z0-9]*(?:_[a-z0-9]+)*)\.sql")
HEAD = """\
-- {number:04}: {words}.
-- Say here what changes and why. It runs statement by statement in one transaction with its user_version, so it
-- has no BEGIN, COMMIT or PRAGMA of its own. Once landed it is never edited; a mistake gets the next number.
"""


def main(argv: Sequence[str]) -> int:
    """Write the file and print where it is."""
    parser = argparse.ArgumentParser(prog="scripts/new-migration", description="Start the next migration.")
    parser.add_argument("name", metavar="NAME", help="lower case words joined by underscores")
    name = parser.parse_args(argv).name
    if not FILE.fullmatch(f"0001_{name}.sql"):
        parser.error(f"{name!r} is no name for a migration: write lower case words joined by underscores")
    if wrong := problems(FOLDER):
        parser.error("; ".join(wrong))
    print(new(FOLDER, name))
    return 0


def problems(folder: Path) -> list[str]:
    """What is wrong with the files: one has a name that is none, or the numbers have a gap."""
    found, numbers = [], []
    for name in sorted(path.name for path in folder.glob("*.sql")):
        if match := FILE.fullmatch(name):
            numbers.append(int(match["number"]))
        else:
            found.append(f"{name}: name it like 0002_two_words.sql")
    if numbers != list(range(1, len(numbers) + 1)):
        found.append(f"the migrations are numbered {numbers}, not 1, 2, 3 …")
    return found


def new(folder: Path, name: str) -> Path:
    """The next migration, empty but for its head."""
    number = 1 + sum(1 for _ in folder.glob("*.sql"))
    path = folder / f"{number:04}_{name}.sql"
    path.write_text(HEAD.format(number=number, words=name.replace("_", " ")), encoding="utf-8")
    return path


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
