"""Every word that was ever stored, as it was written: what a word typed wrong, or in part, is looked up in.

The table is ordered, so any number of spellings are asked for in one statement, and what begins alike stands together.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from hippo.store.connection import Connection

#: Words with one beginning that are looked at for the shortest (chosen: a beginning of so many words says nothing).
_MOST_BEGINNINGS = 2_000
_LAST_CHARACTER = "\U0010ffff"

_AMONG = "SELECT word FROM word WHERE word IN ({marks})"
_BEGINNINGS = """
SELECT word FROM (SELECT word FROM word WHERE word BETWEEN ? AND ? ORDER BY word LIMIT ?)
ORDER BY length(word), word LIMIT ?
"""


class Vocabulary:
    """The words of one store."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def among(self, spellings: Sequence[str]) -> list[str]:
        """Which of these are words of the store. SQLite takes 32,766 of them at most."""
        if not spellings:
            return []
        marks = ", ".join("?" * len(spellings))
        return [row["word"] for row in self._connection.rows(_AMONG.format(marks=marks), spellings)]

    def beginning_with(self, letters: str, limit: int) -> list[str]:
        """The shortest words with a beginning, itself not counted."""
        values = (letters, letters + _LAST_CHARACTER, _MOST_BEGINNINGS, limit + 1)
        found = [row["word"] for row in self._connection.rows(_BEGINNINGS, values)]
        return [word for word in found if word != letters][:limit]
