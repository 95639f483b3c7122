"""A hippo for tests: the whole command line, run in this process on real SQLite files in a temporary folder."""

from __future__ import annotations

import io
import itertools
import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from hippo.cli.app import App
from hippo.cli.main import run
from hippo.cli.output import Output

NOON = datetime(2031, 3, 3, 12, tzinfo=UTC)


def at(days: float = 0, hours: float = 0, minutes: float = 0) -> datetime:
    """A moment so long after the noon at which tests begin."""
    return NOON + timedelta(days=days, hours=hours, minutes=minutes)


def numbered_ids() -> Callable[[], str]:
    """Ids in order, so that output can be compared whole."""
    numbers = itertools.count(1)
    return lambda: f"mem_{next(numbers):04x}00000000"


class Ran:
    """What a command left: its status, what it printed, and the data of its JSON."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err

    @property
    def document(self) -> dict[str, Any]:
        """The one JSON document on standard output."""
        found = json.loads(self.out)
        assert isinstance(found, dict)
        return found

    @property
    def data(self) -> Any:
        return self.document["data"]

    @property
    def error(self) -> dict[str, Any]:
        found = self.document["error"]
        assert isinstance(found, dict)
        return found


class Hippo:
    """The command line over one project and one home, both in a temporary folder.

    `hippo("recall", "valve", now=NOON)` runs a command; `.json(...)` runs it with --json, expects success and gives
    its data.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.project = root / "project"
        self.project.mkdir()
        self.environ = {"HOME": str(root / "home"), "HIPPO_HOME": str(root / "home" / ".hippo")}
        self._new_id = numbered_ids()
        self.is_terminal = True

    @property
    def store_folder(self) -> Path:
        return self.project / ".hippo"

    def __call__(self, *arguments: str, now: datetime = NOON, folder: Path | None = None, **environ: str) -> Ran:
        out, err = io.StringIO(), io.StringIO()
        app = App(
            environ={**self.environ, **environ},
            folder=str(folder or self.project),
            now=lambda: now,
            new_id=self._new_id,
            output=Output(stdout=out, stderr=err),
            is_terminal=lambda: self.is_terminal,
        )
        return Ran(run(arguments, app), out.getvalue(), err.getvalue())

    def json(self, *arguments: str, **how: Any) -> Any:
        ran = self(*arguments, "--json", **how)
        assert ran.status == 0, ran.out
        return ran.data

    def remember(self, text: str, *options: str, **how: Any) -> str:
        """Store one memory and return its id."""
        ran = self("remember", *options, "--json", "--", text, **how)
        assert ran.status == 0, ran.out
        memory_id: str = ran.data["memory"]["id"]
        return memory_id

    def inspect(self, memory_id: str, **how: Any) -> dict[str, Any]:
        """A memory with what `inspect` adds, flat."""
        shown = self.json("inspect", memory_id, **how)
        return {**shown, **shown["memory"]}
