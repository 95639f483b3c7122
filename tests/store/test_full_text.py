"""User text as FTS5 takes it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo.store.full_text import quoted


@pytest.fixture(scope="module")
def index() -> Iterator[sqlite3.Connection]:
    """An empty index."""
    opened = sqlite3.connect(":memory:")
    opened.execute("CREATE VIRTUAL TABLE thing USING fts5 (text)")
    yield opened
    opened.close()


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")))
def test_no_text_is_syntax(index: sqlite3.Connection, text: str) -> None:
    expression = f"{quoted(text)} OR text : {quoted(text)}"
    assert index.execute("SELECT * FROM thing WHERE thing MATCH ?", (expression,)).fetchall() == []


def test_a_quote_is_doubled() -> None:
    assert quoted('a"b') == '"a""b"'
