"""scripts/quickstart after the installation: hippo's main job, through its command line alone.

Run by the Python of .venv, with nothing but the standard library.
"""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

EXAMPLES = (
    ("Deploys need the VPN; without it the upload stops at 99 % and nothing says why.",),
    ("--error", "The test suite hangs when the database is not up: start it with `docker compose up -d db`."),
    ("We took SQLite and not PostgreSQL, because the tool must work on a train.",),
)
#: What a commit subject says about itself before it says anything: `fix(parser)!: `, `Revert "`.
PREFIX = re.compile(r'^(?:\w+(?:\([^)]*\))?!?: *|Revert ")+')
WORD = re.compile(r"[^\W\d_][\w-]{3,}")


@dataclass(frozen=True)
class Hippo:
    """The command, run in one folder."""

    command: tuple[str, ...]
    folder: Path

    def show(self, *arguments: str) -> int:
        """Run it before the user's eyes; its exit status."""
        print(f"\n$ {shlex.join(['hippo', *arguments])}", flush=True)
        return subprocess.run([*self.command, *arguments], cwd=self.folder, check=False).returncode

    def memories(self) -> list[dict[str, Any]]:
        """The live memories of the store, newest first."""
        words = [*self.command, "list", "--json"]
        done = subprocess.run(words, cwd=self.folder, check=True, stdout=subprocess.PIPE)
        return [entry["memory"] for entry in json.loads(done.stdout)["data"]]


def main(argv: Sequence[str]) -> int:
    """Try hippo on the repository that is named."""
    program = Path(sys.executable).with_name("hippo")
    status = tour(Hippo(command=(str(program),), folder=Path(argv[0])))
    if status == 0:
        print("\n".join(farewell(program, Path(argv[0]))))
    return status


def tour(hippo: Hippo) -> int:
    """Learn, recall one lesson, see what sleep would do; the exit status of the first command that fails."""
    if status := hippo.show("init", "--no-hooks", "--no-schedule"):
        return status
    if hippo.show("learn", "--git", "--days", "3650"):
        print("(no history to learn from)")
    if not hippo.memories():
        print("\nNo lessons in this history, so here are three examples to play with (tag: example).")
        for words in EXAMPLES:
            hippo.show("remember", "--tag", "example", *words)
    chosen = lesson(hippo.memories())
    return (
        hippo.show("recall", question(chosen["text"]), "--why")
        or hippo.show("sleep", "--dry-run")
        or hippo.show("status")
    )


def lesson(memories: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The newest memory learnt from git, else the newest."""
    return next((memory for memory in memories if "git" in memory["tags"]), memories[0])


def question(text: str) -> str:
    """A few words of a memory, as somebody would ask for it."""
    first_line = text.strip().partition("\n")[0]
    words = WORD.findall(PREFIX.sub("", first_line)) or WORD.findall(text)
    return " ".join(words[:4]).lower() or first_line


def farewell(program: Path, folder: Path) -> list[str]:
    """What to type next."""
    return [
        "",
        "Next:",
        f"  source {shlex.quote(str(program.with_name('activate')))}    # so that `hippo` is found",
        f"  cd {shlex.quote(str(folder))}",
        '  hippo remember "what you learnt today"',
        '  hippo recall "what you want to know"',
        "  hippo context --auto      # what an agent reads at its start",
        "  hippo --help",
    ]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
