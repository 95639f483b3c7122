"""The names of the full-text tables, and user text as FTS5 takes it."""

from __future__ import annotations

#: The word indexes: what is live, and what is archived or superseded.
LIVE_WORDS = "live_words"
GONE_WORDS = "gone_words"
INDEXES = (LIVE_WORDS, GONE_WORDS)
#: How often each term stands in an index. They hold nothing, so every connection makes its own.
VOCABULARIES = (
    "PRAGMA temp_store = MEMORY",
    "CREATE VIRTUAL TABLE temp.live_terms USING fts5vocab (main, live_words, col)",
    "CREATE VIRTUAL TABLE temp.gone_terms USING fts5vocab (main, gone_words, col)",
)


def quoted(term: str) -> str:
    """A term as an FTS5 string: nothing in it is syntax."""
    doubled = term.replace('"', '""')
    return f'"{doubled}"'
