"""scripts/fix: mend what a program can mend."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence

from scripts.tools import ROOT, commands, readme


def main(argv: Sequence[str] = ()) -> int:
    """Format, mend lints, make README's command reference anew. What ruff cannot mend, scripts/check shows."""
    if argv:
        print(f"scripts/fix takes no arguments, not {' '.join(argv)}", file=sys.stderr)
        return 2
    subprocess.run([sys.executable, "-m", "ruff", "check", "--fix-only", "--quiet", "."], cwd=ROOT, check=True)
    subprocess.run([sys.executable, "-m", "ruff", "format", "--quiet", "."], cwd=ROOT, check=True)
    try:
        changed = readme.write(ROOT / "README.md", commands.root())
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    if changed:
        print("README.md: the command reference is made anew")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
