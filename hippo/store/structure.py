"""What a database is made of, against what the migrations make: tables with their columns, indexes, views, triggers.

SQLite calls a file sound from which somebody has dropped a table. A table holds the truth, and nothing here can bring a
missing one back; what is derived from tables can be made anew.
"""

from __future__ import annotations

import re

from hippo.core.value import value
from hippo.store.connection import Connection
from hippo.store.full_text import INDEXES
from hippo.store.migrate import statements_until

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    #: Runs a query and gives its rows, on whichever connection.
    Ask = Callable[[str], Iterable[Sequence[Any]]]

#: Tables that are made anew from others, or are missed by nobody: running totals, the words of all texts, what sleep
#: need not compare again, what talks were shown, vectors.
_DERIVED_TABLES = frozenset({"corpus", "word", "compared", "talk", "shown", "embedding_model", "vector"})
#: The order in which pieces can be made.
_KINDS = ("table", "view", "index", "trigger")

_PIECES = "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite^_%' ESCAPE '^'"
_COLUMNS = """SELECT name, type, "notnull", pk FROM pragma_table_xinfo('{table}')"""
_COMMENT = re.compile(r"--[^\n]*")


@value
class Piece:
    """A table, view, index or trigger: its statement, and, of a table, what makes up each of its columns."""

    kind: str
    name: str
    statement: str
    columns: frozenset[tuple[Any, ...]] = frozenset()

    @property
    def holds_truth(self) -> bool:
        """Whether nothing else in the database says what this holds."""
        return self.kind == "table" and self.name not in _DERIVED_TABLES

    def __str__(self) -> str:
        return f"{self.kind} {self.name}"


def lost_pieces(ask: Ask, schema: int) -> list[Piece]:
    """What a database of this schema lacks, or has otherwise, as the migrations make it, in the order of making.

    The full-text indexes are `Health`'s to look at. What stands there beyond the schema does no harm.
    """
    there = {(each.kind, each.name): each for each in _pieces(ask)}
    lost = [each for each in _expected(schema) if not _is_kept(each, there.get((each.kind, each.name)))]
    return sorted(lost, key=lambda each: (_KINDS.index(each.kind), each.name))


def missing_truth(ask: Ask, schema: int) -> str:
    """What of the truth a database lacks, in a few words; empty for one that is whole."""
    names = [each.name for each in lost_pieces(ask, schema) if each.holds_truth]
    return f"missing or altered {'table' if len(names) == 1 else 'tables'} {', '.join(names)}" if names else ""


def _is_kept(wanted: Piece, found: Piece | None) -> bool:
    """Whether a piece is as it should be; a table may have columns more."""
    if found is None:
        return False
    if wanted.kind == "table":
        return wanted.columns <= found.columns
    return _plain(wanted.statement) == _plain(found.statement)


def _plain(statement: str) -> str:
    return " ".join(_COMMENT.sub("", statement).split())


def _expected(schema: int) -> list[Piece]:
    """What the migrations up to a schema make, found by running them."""
    connection = Connection(":memory:")
    try:
        for statement in statements_until(schema):
            connection.run(statement)
        return _pieces(connection.rows)
    finally:
        connection.close()


def _pieces(ask: Ask) -> list[Piece]:
    return [
        Piece(
            kind=kind,
            name=name,
            statement=statement,
            columns=frozenset(map(tuple, ask(_COLUMNS.format(table=name)))) if kind == "table" else frozenset(),
        )
        for kind, name, statement in list(ask(_PIECES))
        if not name.startswith(INDEXES)
    ]
