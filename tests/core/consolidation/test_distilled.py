"""The text of a pattern over given sources."""

from __future__ import annotations

from hippo.core.consolidation.distilled import distilled_text
from hippo.core.memory import Memory
from tests.support import NOON


def source(number: int, text: str) -> Memory:
    return Memory(id=f"mem_{number:012x}", text=text, created_at=NOON, updated_at=NOON, last_used_at=NOON)


SOURCES = (
    source(1, "The kiln controller lost its program after a power cut"),
    source(2, "After a power cut the kiln controller starts without its program"),
    source(3, "The kiln controller lost its program; reloaded it from slot 4"),
)


def test_the_text_is_made_of_the_sources_own_words_and_keeps_their_facts() -> None:
    text = distilled_text(SOURCES)
    own = {word.strip(".;,").lower() for each in SOURCES for word in each.text.split()}
    assert {word.strip(".;,").lower() for word in text.split()} <= own
    assert "slot 4" in text


def test_the_order_of_the_sources_does_not_matter() -> None:
    assert distilled_text(reversed(SOURCES)) == distilled_text(SOURCES)


def test_of_one_source_it_is_the_source() -> None:
    assert distilled_text(SOURCES[:1]) == SOURCES[0].text
