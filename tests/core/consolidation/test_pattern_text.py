from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hippo.core.consolidation.features import features_of, frequencies, vectors
from hippo.core.consolidation.pattern_text import clauses_of, pattern_text
from hippo.core.consolidation.statement import read

SOURCES = (
    "the export ran out of memory at 2 GB, raise --max-heap",
    "export needs --max-heap=4g or it runs out of memory",
    "out of memory in the export again: see export.toml",
    "set heap_size in export.toml before the export",
)


def text_of(texts) -> str:
    statements = [read(text) for text in texts]
    features = [features_of(each) for each in statements]
    return pattern_text(statements, vectors(features, frequencies(features)))


def test_every_value_and_name_of_the_sources_survives():
    text = text_of(SOURCES)
    for fact in ("2 GB", "--max-heap", "export.toml", "heap_size"):
        assert fact in text


def test_every_piece_stands_in_a_source_as_it_is():
    for piece in text_of(SOURCES).split("; "):
        assert any(piece in source for source in SOURCES)


def test_the_pattern_of_one_text_is_that_text():
    assert text_of(["use tabs."]) == "use tabs"
    assert text_of(["use tabs", "use tabs"]) == "use tabs"


def test_what_several_sources_tell_is_told_once():
    hung = "the export hung on the queue"
    tale = "somebody told a long tale of it while the coffee machine hummed along on the upper floor"
    sources = [hung, f"{hung} again", f"{hung} and {tale}", f"{hung}, {tale}"]
    assert text_of(sources).count(tale) <= 1
    assert len(text_of(sources)) <= 0.5 * sum(map(len, sources))


def test_clauses_end_where_a_thought_ends():
    assert [each.text for each in clauses_of("it hung, so restart it; it is old")][:3] == [
        "it hung",
        "restart it",
        "it is old",
    ]
    assert clauses_of(" ") == []


@given(st.permutations(SOURCES))
def test_the_order_of_the_sources_changes_nothing(sources):
    assert text_of(sources) == text_of(SOURCES)
