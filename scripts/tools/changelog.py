"""scripts/release-notes: fragments in scripts/changes become a section of CHANGELOG.md.

Why fragments: two changes that add a line to one place of one file conflict; two files do not.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path

from scripts.tools import ROOT

FOLDER = ROOT / "scripts" / "changes"
CHANGELOG = ROOT / "CHANGELOG.md"
KINDS = ("added", "changed", "fixed")
NAME = re.compile(rf"(?P<name>[a-z0-9]+(?:-[a-z0-9]+)*)\.(?P<kind>{'|'.join(KINDS)})\.md")


@dataclass(frozen=True)
class Fragment:
    """What one change means to a user."""

    kind: str
    text: str


def main(argv: Sequence[str]) -> int:
    """Print the section of this version, or write it."""
    parser = argparse.ArgumentParser(prog="scripts/release-notes", description="Collect scripts/changes.")
    parser.add_argument("--write", action="store_true", help="add the section to CHANGELOG.md, delete the fragments")
    write = parser.parse_args(argv).write
    from hippo import __version__

    wrong = problems(FOLDER)
    found = [] if wrong else fragments(FOLDER)
    if not found:
        print("\n".join(wrong) or f"{FOLDER.name}: no fragments to collect", file=sys.stderr)
        return 1
    added = section(__version__, datetime.now(UTC).date(), found)
    if not write:
        print(added, end="")
        return 0
    try:
        changed = inserted(CHANGELOG.read_text(encoding="utf-8"), __version__, added)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    CHANGELOG.write_text(changed, encoding="utf-8")
    for path in fragment_paths(FOLDER):
        path.unlink()
    return 0


def fragment_paths(folder: Path) -> list[Path]:
    """The files of the folder that are fragments or should be."""
    return sorted(path for path in folder.iterdir() if path.name != "README.md")


def problems(folder: Path) -> list[str]:
    """What is wrong with the fragments: their names or their texts."""
    return [problem for path in fragment_paths(folder) for problem in fragment_problems(path)]


def fragment_problems(path: Path) -> Iterator[str]:
    """One line for each thing that is wrong with a fragment."""
    if not NAME.fullmatch(path.name):
        yield f"{path.name}: name it like two-words.{'|'.join(KINDS)}.md"
        return
    text = path.read_text(encoding="utf-8").strip()
    if not text:
        yield f"{path.name}: it is empty"
    elif "\n\n" in text or text.startswith(("-", "*", "#")):
        yield f"{path.name}: write one paragraph without a bullet or heading"
    elif not text.endswith("."):
        yield f"{path.name}: end it with a full stop"


def fragments(folder: Path) -> list[Fragment]:
    """All fragments, by file name; lines that were wrapped are joined."""
    return [
        Fragment(kind=match["kind"], text=" ".join(path.read_text(encoding="utf-8").split()))
        for path in fragment_paths(folder)
        if (match := NAME.fullmatch(path.name))
    ]


def section(version: str, day: date, found: Sequence[Fragment]) -> str:
    """The section of one version, a heading for each kind of change."""
    lines = [f"## {version} ({day.isoformat()})", ""]
    for kind in KINDS:
        texts = [fragment.text for fragment in found if fragment.kind == kind]
        if texts:
            lines += [f"### {kind.capitalize()}", "", *(f"- {text}" for text in texts), ""]
    return "\n".join(lines)


def inserted(changelog: str, version: str, added: str) -> str:
    """The change log with a section above the older ones. Raises ValueError if it has this version already."""
    if re.search(rf"^## {re.escape(version)}( |$)", changelog, re.MULTILINE):
        raise ValueError(f"CHANGELOG.md has {version} already: raise __version__ in hippo/__init__.py")
    older = re.search(r"^## ", changelog, re.MULTILINE)
    place = older.start() if older else len(changelog)
    return f"{changelog[:place].rstrip()}\n\n{added}" + (f"\n{changelog[place:]}" if older else "")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
