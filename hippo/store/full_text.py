"""The names of the full-text tables, and user text as FTS5 takes it."""

from __future__ import annotations

from hippo.core.value import value


@value
class Side:
    """One of the two halves that a store is searched in: its index, its vocabulary, and which memories it holds."""

    words: str
    terms: str
    live: bool
    condition: str


LIVE = Side(words="live_words", terms="live_terms", live=True, condition="memory.state = 'live'")
GONE = Side(words="gone_words", terms="gone_terms", live=False, condition="memory.state <> 'live'")
#: The word indexes: what is live, and what is archived or superseded.
INDEXES = (LIVE.words, GONE.words)
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
