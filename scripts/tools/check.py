"""scripts/check: everything that can be checked without running a test."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from scripts.tools import ROOT, changelog, commands, migrations, readme

#: What ruff's message for a banned import cannot say.
INSTEAD = "TID253: import it inside the function that needs it; pyproject.toml says beside each module what else to use"


@dataclass(frozen=True)
class Check:
    """One thing that must hold; `mend` says what to do when it does not."""

    name: str
    mend: str
    problems: Callable[[], Sequence[str]]


def checks() -> list[Check]:
    """All of them, the slowest first."""
    return [
        Check("types", "change the code until mypy --strict agrees", lambda: _run("-m", "mypy")),
        Check("imports", "move the code to the layer it belongs to, see STYLE's map", _import_contracts),
        Check("lint", "run scripts/fix, then mend what is left by hand", _lint),
        Check("format", "run scripts/fix", lambda: _run("-m", "ruff", "format", "--check", "--quiet", ".")),
        Check("README", "run scripts/fix", lambda: readme.problems(ROOT / "README.md", commands.root())),
        Check("help lines", "let hippo/cli/table.py and the command say the same", commands.problems),
        Check("migrations", "make them with scripts/new-migration", lambda: migrations.problems(migrations.FOLDER)),
        Check("release notes", "see scripts/changes/README.md", lambda: changelog.problems(changelog.FOLDER)),
    ]


def main(argv: Sequence[str] = ()) -> int:
    """Run the checks, two at a time; 0 if all hold."""
    if argv:
        print(f"scripts/check takes no arguments, not {' '.join(argv)}", file=sys.stderr)
        return 2
    with ThreadPoolExecutor(max_workers=2) as pool:
        outcomes = list(pool.map(outcome, checks()))
    for check, problems in outcomes:
        report(check, problems)
    return int(any(problems for _, problems in outcomes))


def outcome(check: Check) -> tuple[Check, Sequence[str]]:
    """A check with what it found; one that breaks has found that."""
    try:
        return check, check.problems()
    except Exception as error:  # noqa: BLE001 - the other checks still have something to say
        return check, [f"{type(error).__name__}: {error}"]


def report(check: Check, problems: Sequence[str]) -> None:
    """Print how a check went: one line, and what is wrong below it."""
    if not problems:
        print(f"ok      {check.name}")
        return
    print(f"FAILED  {check.name}: {check.mend}")
    for line in problems:
        print(f"        {line}")


def _lint() -> Sequence[str]:
    found = list(_run("-m", "ruff", "check", "--quiet", "--output-format", "concise", "."))
    return [*found, INSTEAD] if any("TID253" in line for line in found) else found


def _import_contracts() -> Sequence[str]:
    return _run(str(Path(sys.executable).with_name("lint-imports")))


def _run(*words: str) -> Sequence[str]:
    """What a tool prints if it is not content, else nothing. Words that begin with `-` go to this Python."""
    command = [sys.executable, *words] if words[0].startswith("-") else list(words)
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return ()
    return (done.stdout + done.stderr).strip().splitlines() or [f"{' '.join(words)}: exit status {done.returncode}"]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
