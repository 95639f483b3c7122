"""A connection that counts what a search asks of SQLite."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any

from hippo.store.connection import Connection


class Counting(Connection):
    """Counts the statements that read, and the rows they give."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.statements = self.fetched = 0

    def rows(self, sql: str, parameters: Mapping[str, Any] | Sequence[Any] = ()) -> list[sqlite3.Row]:
        """All rows of a query, counted."""
        found = super().rows(sql, parameters)
        self._count(len(found))
        return found

    def row(self, sql: str, parameters: Mapping[str, Any] | Sequence[Any] = ()) -> sqlite3.Row | None:
        """The first row of a query, counted."""
        found = super().row(sql, parameters)
        self._count(int(found is not None))
        return found

    def counted(self) -> tuple[int, int]:
        """Statements and rows since the last time."""
        found = self.statements, self.fetched
        self.statements = self.fetched = 0
        return found

    def _count(self, rows: int) -> None:
        self.statements += 1
        self.fetched += rows
