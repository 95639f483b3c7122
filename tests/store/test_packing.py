"""Terms are stored as what they add to their text."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given

from hippo.core.analysis import analyse
from hippo.store.packing import packed, unpacked
from hippo.store.store import Store
from scripts.benchmarks.generated import memories
from tests.store.adding import add
from tests.store.strategies import texts


@given(texts, texts)
def test_any_terms_come_back_with_the_text_they_were_packed_with(terms: str, text: str) -> None:
    assert unpacked(packed(terms, text), text) == terms


@given(texts)
def test_the_terms_of_any_text_come_back(text: str) -> None:
    terms = analyse(text).terms
    assert unpacked(packed(terms, text), text) == terms


@pytest.mark.parametrize("text", ["valve " * 10_000, "ａ左" * 20_000, "".join(map(chr, range(97, 20_000)))], ids=len)
def test_long_texts_are_no_exception(text: str) -> None:
    assert unpacked(packed(text, text), text) == text


def test_no_terms_take_no_room() -> None:
    assert (packed("", "the"), unpacked(b"", "the")) == (b"", "")


def test_packed_terms_take_a_quarter_of_the_room_of_their_texts_at_most() -> None:
    found = list(islice(memories(), 200))
    assert sum(len(packed(analyse(text).terms, text)) for text in found) < sum(map(len, found)) / 4


def test_sql_can_unpack_them(store: Store) -> None:
    add(store, 1, text="Valves of getLeftPump")
    row = store.facts._connection.row("SELECT unpacked(terms, text) AS terms, typeof(terms) AS kind FROM memory")
    assert row is not None
    assert (row["terms"], row["kind"]) == ("valv getleftpump get left pump", "blob")
