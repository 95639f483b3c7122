from __future__ import annotations

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo.core.consolidation import kinds
from hippo.core.consolidation.kinds import Kind
from hippo.core.consolidation.statement import read

SORTS = {
    Kind.CLAIM: [
        "The cache is shared",
        "Use tabs",
        "Passwords are hashed",
        "Celery retries failed tasks 3 times",
        "Merge requests need two reviewers",
        "Webpack is used to bundle the app",
        "Feature flags older than 90 days must be removed",
    ],
    Kind.CHANGE: [
        "The limit was raised from 5 to 10",
        "We moved to pnpm",
        "Tests now need Docker",
        "We no longer support IE",
        "Fixed: no crash on start",
        "foo() is deprecated",
        "yarn has been replaced by pnpm",
        "Support for v1 ended",
        "The team stopped signing tags",
        "bar replaces foo",
    ],
    Kind.EVENT: [
        "feat(api): add paging",
        "Bump lodash to 4.1.2",
        "Fix typo in docs",
        "Prepare release 3.1.2",
        "Remove unused import (#12)",
    ],
    Kind.LOG: [
        "TypeError: x is undefined",
        "2024-05-01T10:00 worker died",
        "[ERROR] disk full",
        "ERROR: disk full",
        "Traceback (most recent call last)",
        "exit code 2",
    ],
    Kind.NARRATED: [
        "Redis timed out at 02:00",
        "Yesterday the build took 40 minutes",
        "The deploy failed with a timeout",
        "I found a leak in the pool",
        "The report was wrong",
    ],
    Kind.OPEN: [
        "Should we use tabs?",
        "TODO: try Go",
        "Maybe move to Postgres",
        "Is the cache shared",
        "If we had time it would work",
    ],
    Kind.PAST: ["The limit used to be 10", "Previously we ran Solr", "It was slow until 2023"],
}


@pytest.mark.parametrize(("text", "kind"), [(text, kind) for kind, texts in SORTS.items() for text in texts])
def test_a_text_is_of_its_sort(text, kind):
    assert read(text).kind is kind


@pytest.mark.parametrize(
    "text",
    ["raise an error on a bad name", "the parser may be replaced", "never move the lock file", "`now` is a name"],
)
def test_a_change_that_is_asked_for_is_not_reported(text):
    assert not read(text).changed


@pytest.mark.parametrize("name", ["LOG", "COMMIT", "OPEN", "PAST", "NARRATED"])
@given(data=st.data())
def test_a_pattern_matches_nothing_without_its_clues(name: str, data: st.DataObject) -> None:
    pattern, clues = getattr(kinds, f"_{name}")(), getattr(kinds, f"_{name}_CLUES")
    text = data.draw(st.from_regex(pattern, alphabet=string.printable))
    assert kinds._may_match(text, clues, ignoring_case=name != "LOG")
