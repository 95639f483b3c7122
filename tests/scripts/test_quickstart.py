"""The quickstart asks for what the store holds."""

from __future__ import annotations

import pytest

from scripts.tools.quickstart import lesson, question


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("fix(parser)!: keep the last line of a file\n\nIt was lost.", "keep last line file"),
        ('Revert "Cache tokens between requests"', "cache tokens between requests"),
        ("Deploys need the VPN", "deploys need"),
        ("fix: it\n\nThe lock was held twice.", "lock held twice"),
        ("9 + 9", "9 + 9"),
        ("Größe der Fenster stimmt nicht", "größe fenster stimmt nicht"),
    ],
)
def test_a_question_is_a_few_telling_words_of_the_lesson(text, asked):
    assert question(text) == asked


def test_a_lesson_from_git_is_preferred_to_other_memories():
    memories = [
        {"text": "a", "tags": ["example"]},
        {"text": "b", "tags": ["git", "fix"]},
        {"text": "c", "tags": ["git"]},
    ]
    assert lesson(memories)["text"] == "b"
    assert lesson(memories[:1])["text"] == "a"
