"""The names of the full-text tables, and user text as FTS5 takes it."""

from __future__ import annotations

#: The word indexes: what is live, and what is archived or superseded.
LIVE_WORDS = "live_words"
GONE_WORDS = "gone_words"
INDEXES = (LIVE_WORDS, GONE_WORDS)
#: The trigram index over all known words.
WORD_PARTS = "word_parts"


def quoted(term: str) -> str:
    """A term as an FTS5 string: nothing in it is syntax."""
    doubled = term.replace('"', '""')
    return f'"{doubled}"'
