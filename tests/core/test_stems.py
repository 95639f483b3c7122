"""English words under their stems."""

from __future__ import annotations

import pytest

from hippo.core.stems import stem, uncontracted


@pytest.mark.parametrize(
    "words",
    [
        ("deploy", "deploying", "deployed", "deploys"),
        ("go", "went", "gone", "going"),
        ("write", "wrote", "written", "writing"),
        ("child", "children"),
        ("cache", "caching", "cached"),
        ("override", "overrode", "overridden", "overriding"),
    ],
)
def test_the_forms_of_a_word_share_a_stem(words: tuple[str, ...]) -> None:
    assert len({stem(word) for word in words}) == 1


@pytest.mark.parametrize("name", ["build_all.py", "v2.1.3", "fox-7731", "c++", "sessions/"])
def test_names_are_their_own_stem(name: str) -> None:
    assert stem(name) == name


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("it doesn't work", "it does not work"),
        ("Ann's dog", "Ann dog"),
        ("we've seen", "we seen"),
        ("d['s'] and 'true'", "d['s'] and 'true'"),
        ("DON'T", "DO not"),
    ],
)
def test_contractions_become_words(text: str, plain: str) -> None:
    assert uncontracted(text) == plain
