"""Every word that was ever stored, as it was written: what a word typed wrong, or in part, is looked up in.

The table is ordered, so any number of spellings are asked for in one statement, and what begins alike stands together.
"""

from __future__ import annotations

from hippo.store.full_text import INDEXES, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hippo.store.connection import Connection

#: Words with one beginning that are looked at for the shortest (chosen: a beginning of so many words says nothing).
_MOST_BEGINNINGS = 2_000
_LAST_CHARACTER = "\U0010ffff"

_AMONG = "SELECT word FROM word WHERE word IN ({marks})"
_BEGINNINGS = """
SELECT word FROM (SELECT word FROM word WHERE word BETWEEN ? AND ? ORDER BY word LIMIT ?)
ORDER BY length(word), word LIMIT ?
"""
_ADD = "INSERT INTO word (word) VALUES (?) ON CONFLICT (word) DO NOTHING"
_REMOVE = "DELETE FROM word WHERE word = ?"
#: Memories with the term of a word that hold it letter by letter, and those whose letters are folded before they are
#: compared (SQLite's `lower` knows ASCII alone).
_SPELT = """
SELECT 1 FROM {words} JOIN memory ON memory.number = {words}.rowid
WHERE {words} MATCH :term AND instr(lower(memory.text), :word) LIMIT 1
"""
_FOLDED = """
SELECT memory.text AS text FROM {words} JOIN memory ON memory.number = {words}.rowid
WHERE {words} MATCH :term AND length(memory.text) < length(CAST(memory.text AS BLOB))
"""


class Vocabulary:
    """The words of one store."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, words: Iterable[str]) -> None:
        """Take in the words of some texts, each once and in the order in which they stand in the table."""
        self._connection.run_many(_ADD, ((word,) for word in sorted(set(words))))

    def remove_unused(self, words: Iterable[str]) -> list[str]:
        """Take out the words that no memory holds any more, and return them."""
        gone = [word for word in words if not self._is_held(word)]
        self._connection.run_many(_REMOVE, ((word,) for word in gone))
        return gone

    def _is_held(self, word: str) -> bool:
        from hippo.core.analysis import analyse
        from hippo.core.stems import stem

        values = {"term": quoted(stem(word)), "word": word}
        for index in INDEXES:
            if self._connection.row(_SPELT.format(words=index), values):
                return True
            if any(
                word in analyse(row["text"]).words for row in self._connection.rows(_FOLDED.format(words=index), values)
            ):
                return True
        return False

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
