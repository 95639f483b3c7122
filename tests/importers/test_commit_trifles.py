from __future__ import annotations

import pytest

from hippo.importers.commit_trifles import Reason, is_vague, labelled, mention, trifle


@pytest.mark.parametrize(
    ("subject", "reason"),
    [
        ("fixup! close the valve", Reason.UNFINISHED),
        ("WIP valve", Reason.UNFINISHED),
        ("Fix bad merge of the valve", Reason.UNFINISHED),
        ("Bump pump from 1.0 to 2.0", Reason.RELEASE),
        ("Release 2.0", Reason.RELEASE),
        ("v2.0.1", Reason.RELEASE),
        ("Prepare for release", Reason.RELEASE),
        ("Fix version number", Reason.RELEASE),
        ("Update pump to v2.0", Reason.DEPENDENCIES),
        ("Fix lock file", Reason.DEPENDENCIES),
        ("Fix typo", Reason.TYPO),
        ("fix small typos in the valve", Reason.TYPO),
        ("Fixed some spelling mistakes", Reason.TYPO),
        ("Fix grammar", Reason.TYPO),
        ("fix var name", Reason.TYPO),
        ("Fix formatting", Reason.FORMATTING),
        ("fix flake8 and mypy errors", Reason.FORMATTING),
        ("Fix trailing whitespace in the valve", Reason.FORMATTING),
        ("Fix import order", Reason.FORMATTING),
        ("fix pytest 7 warnings", Reason.FORMATTING),
        ("Fix docs", Reason.DOCUMENTATION),
        ("Fix the broken link to the manual", Reason.DOCUMENTATION),
        ("Fix project links", Reason.DOCUMENTATION),
        ("Fixed the installation section of README.md", Reason.DOCUMENTATION),
        ("Correct copyright year", Reason.DOCUMENTATION),
        ("fix comment", Reason.DOCUMENTATION),
        ("Fix usage example", Reason.DOCUMENTATION),
        ("Fix tests", Reason.TESTS),
        ("Fix failing valve test on Windows", Reason.TESTS),
        ("attempt to fix Docker build failures", Reason.TESTS),
        ("Fix CI", Reason.TESTS),
    ],
)
def test_a_trifle_is_known_by_what_was_fixed(subject: str, reason: Reason) -> None:
    assert (trifle(subject) or mention(subject)) is reason


@pytest.mark.parametrize(
    "subject",
    [
        "Fix formatting of trailing commas",
        "Fix crash on an invalid comment",
        "Fix link counting of the inode table",
        "Fix style inheritance of nested tables",
        "Fix text overflow",
        "Fix typo tolerance of the search",
        "Fix version comparison of pre-releases",
        "Fix example parser",
        "Fix whitespace handling in the tokenizer",
        "Fix import cycles between pump and valve",
        "Fix testimonials page",
        "Fix symbolic links on Windows",
        "Fix urls of nested routes",
        "Fix comments on posts",
        "Fix authors in the feed",
        "Fix pipelines with two owners",
    ],
)
def test_a_trifle_is_none_as_a_part_of_another_matter(subject: str) -> None:
    assert trifle(subject) is None


def test_a_label_may_have_a_tail() -> None:
    assert labelled(("fix", "docs-next")) is Reason.DOCUMENTATION
    assert labelled(("test/reporters/base.js",)) is Reason.TESTS
    assert labelled(("fix", "parser")) is None


def test_a_mention_is_a_word_of_its_own() -> None:
    assert mention("Fix row order in the docs") is Reason.DOCUMENTATION
    assert mention("Fix row order of docs_url and /docs") is None


@pytest.mark.parametrize(
    "subject", ["fix", "fix it", "Fixed the last bug", "fix unicode", "Fix #12", "fix issue 1234", "fix 2 issues", "…"]
)
def test_a_subject_that_names_nothing_is_vague(subject: str) -> None:
    assert is_vague(subject)


@pytest.mark.parametrize(
    "subject", ["fix login timeout", "fix: valve leaks", "retry on 503", "修复登录页面", "исправить сбой входа"]
)
def test_a_subject_that_names_two_things_is_not(subject: str) -> None:
    assert not is_vague(subject)


@pytest.mark.parametrize(
    ("summary", "reason"),
    [
        ("document the relative require", Reason.DOCUMENTATION),
        ("remove obsolete zip_safe", Reason.UPKEEP),
        ("fix mocha.css whitespace", Reason.FORMATTING),
        ("fix casing nits", Reason.FORMATTING),
    ],
)
def test_a_fix_of_what_nobody_trips_over_is_a_trifle(summary: str, reason: Reason) -> None:
    assert trifle(summary) is reason


@pytest.mark.parametrize(
    ("summary", "reason"),
    [
        ("fix python_version markers in Pipfile.lock", Reason.DEPENDENCIES),
        ("fixing growl version", Reason.DEPENDENCIES),
        ("fix js code block format error", Reason.DOCUMENTATION),
        ("temporarily disable broken badges", Reason.DOCUMENTATION),
        ("fix error in static_folder docstring", Reason.DOCUMENTATION),
        ("fix SuperAgent site URL", Reason.DOCUMENTATION),
        ("fix version parsing of tags", None),
    ],
)
def test_a_place_where_nothing_breaks_is_named(summary: str, reason: Reason | None) -> None:
    assert mention(summary) is reason
