"""The record of every sleep."""

from __future__ import annotations

import json

from hippo.core.value import value
from hippo.store.rows import milliseconds, moment_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime
    from typing import Any

    from hippo.store.connection import Connection

_ADD = "INSERT INTO sleep (at, duration_ms, report) VALUES (:at, :duration_ms, :report)"
_LAST = "SELECT at, duration_ms, report FROM sleep ORDER BY at DESC, number DESC LIMIT 1"
_LAST_UNTIL = "SELECT max(at) AS at FROM sleep WHERE at <= :until"


@value
class Sleep:
    """When a sleep was, how long it took, and what it did."""

    at: datetime
    duration_ms: int
    report: dict[str, Any]


class Sleeps:
    """The sleeps of one store. Callers hold the transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, report: Mapping[str, Any], *, now: datetime, duration_ms: int) -> None:
        """Note a sleep."""
        values = {"at": milliseconds(now), "duration_ms": duration_ms, "report": json.dumps(report, ensure_ascii=False)}
        self._connection.run(_ADD, values)

    def last(self) -> Sleep | None:
        """The latest sleep, if there was one."""
        row = self._connection.row(_LAST)
        if row is None:
            return None
        return Sleep(at=moment_of(row["at"]), duration_ms=row["duration_ms"], report=json.loads(row["report"]))

    def last_until(self, moment: datetime) -> datetime | None:
        """When the latest sleep was that began by then, if there was one."""
        found = self._connection.row(_LAST_UNTIL, {"until": milliseconds(moment)})
        return moment_of(found["at"]) if found and found["at"] is not None else None
