"""Damaging a database as disks and people do."""

from __future__ import annotations

import sqlite3
from pathlib import Path

PAGE = 4096


def pages_of(database: Path, table: str) -> list[int]:
    """The pages of a table or index, from 1, its root first; afterwards nothing is in the log alone."""
    connection = sqlite3.connect(database)
    try:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        statement = "SELECT pageno FROM dbstat WHERE name = ? ORDER BY path"
        return [row[0] for row in connection.execute(statement, (table,))]
    finally:
        connection.close()


def zero(database: Path, page: int) -> None:
    """Overwrite a page with zeroes."""
    with database.open("r+b") as file:
        file.seek((page - 1) * PAGE)
        file.write(b"\0" * PAGE)
