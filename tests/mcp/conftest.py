"""A server's calls in this process: no transport, the same store as the command line's."""

from __future__ import annotations

import itertools
from datetime import datetime
from typing import Any

import pytest

from hippo.core.value import replace
from hippo.mcp.calls import Outcome, call
from hippo.mcp.desk import Surroundings
from hippo.mcp.table import TOOLS
from tests.support import NOON, Hippo


class Served:
    """Calls of tools over the project of a `Hippo`; `served("recall", query="valve")` gives the data of a success."""

    def __init__(self, hippo: Hippo) -> None:
        self.hippo = hippo
        self.surroundings = Surroundings(
            environ=hippo.environ,
            folder=str(hippo.project),
            own_session="mcp-test",
            clock=lambda: NOON,
            new_id=(f"mem_{number:04x}ffffffff" for number in itertools.count(1)).__next__,
        )

    def outcome(self, tool: str, *, now: datetime = NOON, client: str = "", **arguments: Any) -> Outcome:
        surroundings = replace(self.surroundings, clock=lambda: now)
        return call(TOOLS[tool], arguments, surroundings, folder=surroundings.folder, client=client)

    def document(self, tool: str, **how: Any) -> dict[str, Any]:
        outcome = self.outcome(tool, **how)
        assert outcome.document is not None, outcome.text
        return outcome.document

    def __call__(self, tool: str, **how: Any) -> Any:
        return self.document(tool, **how)["data"]

    def refused(self, tool: str, **how: Any) -> str:
        """What a call that fails says."""
        outcome = self.outcome(tool, **how)
        assert outcome.document is None, outcome.text
        return outcome.text


@pytest.fixture
def served(hippo: Hippo) -> Served:
    """The tools over a project with an empty store."""
    return Served(hippo)
