"""What a person types and reads, compared whole with a file in tests/golden/.

`HIPPO_GOLDEN=write pytest …` writes the files anew; look at the difference before it is committed.
"""

from __future__ import annotations

import os
import re
import shlex
from datetime import datetime
from pathlib import Path
from typing import Any

from hippo.errors import shortened
from tests.support import NOON, Hippo, Ran

GOLDEN = Path(__file__).resolve().parents[2] / "golden"


class Transcript:
    """A session at a terminal: calls go through to hippo and are written down with what they print.

    Notes and errors are marked with `! `, a status other than 0 stands at the end.
    """

    def __init__(self, hippo: Hippo) -> None:
        self._hippo = hippo
        self._lines: list[str] = []

    def __call__(self, *arguments: str, now: datetime = NOON, **how: Any) -> Ran:
        ran = self._hippo(*arguments, now=now, **how)
        self._lines.append(f"$ hippo {shlex.join(map(_typed, arguments))}")
        self._lines += ran.out.splitlines()
        self._lines += [f"! {line}" for line in ran.err.splitlines()]
        self._lines += [f"[{ran.status}]"] * bool(ran.status) + [""]
        return ran

    def say(self, text: str) -> None:
        """A line that tells a reader what happens in between."""
        self._lines.append(f"# {text}")

    def matches(self, name: str) -> None:
        """Compare with tests/golden/NAME.txt, whole, but for places, sizes, the schema and the numbers of a score."""
        told = "\n".join(self._lines).replace(str(self._hippo.root), "/home/ana")
        told = re.sub(r"\d[\d.]* (?:kB|MB)\b", "# kB", told)
        told = re.sub(r"schema \d+", "schema #", told)
        told = re.sub(r"\d\.\d{3}\b", "#.###", told)
        path = GOLDEN / f"{name}.txt"
        if os.environ.get("HIPPO_GOLDEN") == "write":
            path.parent.mkdir(exist_ok=True)
            path.write_text(told, encoding="utf-8")
        assert told == path.read_text(encoding="utf-8")


def _typed(argument: str) -> str:
    """An argument that can stand in a file: cut if it is long, with escapes for what cannot be seen."""
    seen = (each if each.isprintable() or each == "\n" else each.encode("unicode_escape").decode() for each in argument)
    return shortened("".join(seen))
