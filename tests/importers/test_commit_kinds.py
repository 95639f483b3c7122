from __future__ import annotations

import pytest

from hippo.importers.commit_kinds import Kind, is_reapplied, is_revert, judged
from hippo.importers.commit_trifles import Reason

WHY = "It failed because the lock was never released."


def verdict(subject: str, prose: str = "") -> Kind | Reason:
    return judged(subject, prose, touches_program=None)


@pytest.mark.parametrize(
    ("subject", "kind"),
    [
        ("fix: close the valve early", Kind.FIX),
        ("fix(parser)!: accept a comma inside quotes", Kind.FIX),
        ("Fix crash on empty input", Kind.FIX),
        ("fixed the order of the rows", Kind.FIX),
        ("Fixes #12: rows come in order", Kind.FIX),
        ("Fix GH-12 - rows come in order", Kind.FIX),
        ("[3.12] gh-123456: Fix leak in the row reader (GH-123457)", Kind.FIX),
        ("net/ipv4: fix refcount of the route cache", Kind.FIX),
        ("PROJ-17 Fix login for two accounts", Kind.FIX),
        ("[FIX] don't fail on binary files", Kind.FIX),
        (":bug: rows come in order", Kind.FIX),
        ("🐛 rows come in order", Kind.FIX),
        ("bug: report counted the last row twice", Kind.FIX),
        ("bugfix: report counted the last row twice", Kind.FIX),
        ("Work around a bug in the row reader", Kind.FIX),
        ("Avoid crashing when the user has no home", Kind.FIX),
        ("Don't fail on a file that is no UTF-8", Kind.FIX),
        ("Long names crash the row reader", Kind.FIX),
        ("修复登录页面的超时问题", Kind.FIX),
        ("hotfix: rows come in order", Kind.HOTFIX),
        ("18.4 hotfix: rows come in order", Kind.HOTFIX),
        ("Fix regression in the row reader", Kind.REGRESSION),
        ("regression: rows come in order", Kind.REGRESSION),
        ("perf: read the index once", Kind.PERF),
        ("perf(store): read the index once", Kind.PERF),
        ('Revert "Use the wide belt"', Kind.REVERT),
        ('Revert "Revert "Use the wide belt""', Kind.REVERT),
        ("revert: feat(belt): use the wide belt", Kind.REVERT),
        ("Back out the wide belt of yesterday", Kind.REVERT),
    ],
)
def test_a_repair_is_known_by_its_subject(subject: str, kind: Kind) -> None:
    assert verdict(subject) is kind


@pytest.mark.parametrize(
    ("subject", "prose", "kind"),
    [
        ("Rows come in order", "The root cause was a set where a list belongs.", Kind.FIX),
        ("Rows come in order", "This fixes a bug where rows came twice.", Kind.FIX),
        ("Wait for the writer", "Waiting prevents a deadlock between reader and writer.", Kind.FIX),
        ("Rows come in order again", "That was a regression from 3.x.", Kind.REGRESSION),
        ("Go back to the narrow belt", "This reverts commit 1234567.", Kind.REVERT),
        ("Speed up the row reader", "Reading in blocks takes a third of the time.", Kind.PERF),
    ],
)
def test_a_repair_is_known_by_its_body_where_the_subject_is_silent(subject: str, prose: str, kind: Kind) -> None:
    assert verdict(subject, prose) is kind


@pytest.mark.parametrize(
    ("subject", "reason"),
    [
        ("Add the row reader", Reason.OTHER),
        ("Add --quiet, fixes #78", Reason.OTHER),
        ("feat: prefix the rows", Reason.OTHER),
        ("Speed up the row reader", Reason.OTHER),
        ("Report crash counts in the status", Reason.OTHER),
        ("fixate the row reader", Reason.OTHER),
        ("chore: bump the version of the linter", Reason.UPKEEP),
        ("refactor: fix the shape of the row reader", Reason.OTHER),
        ("docs: describe the lamp", Reason.DOCUMENTATION),
        ("fix(docs): describe the lamp", Reason.DOCUMENTATION),
        ("fix(deps): update dependency x to v2", Reason.DEPENDENCIES),
        ("fix(ci): run on the right branch", Reason.TESTS),
        ("style: fix the braces", Reason.FORMATTING),
        ('Revert "chore: bump the version of the linter"', Reason.UPKEEP),
        ('Revert "Release 2.0"', Reason.RELEASE),
        ('Revert "fix typo"', Reason.TYPO),
        ("Fix #12", Reason.VAGUE),
        ("fix it", Reason.VAGUE),
        ("", Reason.OTHER),
    ],
)
def test_what_is_no_repair_is_left_with_a_reason(subject: str, reason: Reason) -> None:
    assert verdict(subject) is reason


def test_a_vague_subject_is_made_good_by_its_body() -> None:
    assert verdict("fix it", WHY) is Kind.FIX


def test_a_fix_of_the_build_is_a_lesson_if_it_says_why() -> None:
    assert verdict("Fix the build on Windows", WHY) is Kind.FIX
    assert verdict("Fix the build on Windows", "Now it works again on Monday.") is Reason.TESTS
    assert verdict("perf: run tests at once", WHY) is Reason.TESTS


def test_a_revert_of_an_upgrade_is_a_lesson_if_it_says_why() -> None:
    subject = 'Revert "Update pump to v2.0"'
    assert verdict(subject) is Reason.DEPENDENCIES
    assert verdict(subject, "It broke the valve.") is Kind.REVERT


def test_a_reference_alone_is_judged_by_the_first_words_of_its_body() -> None:
    assert verdict("Fix #12", "Minor but confusing typo in the tutorial.") is Reason.TYPO


def test_a_failure_outweighs_the_place_it_was_seen_at() -> None:
    assert verdict("Fix crash when a row of the docs is empty") is Kind.FIX


def test_reverts_and_their_reverts_are_told_apart() -> None:
    assert is_revert('Revert "x"')
    assert is_revert("revert: x")
    assert not is_revert("Reverse the rows")
    assert is_reapplied('Revert "Revert "x""')
    assert is_reapplied('Reapply "x"')
    assert not is_reapplied('Revert "x"')


def test_that_reverts_are_spoken_of_is_no_revert() -> None:
    assert isinstance(judged("Lessons: reverts of features, and short sentences", "", touches_program=True), Reason)
    assert judged("Reverts the cache of the parser", "It kept stale rows.", touches_program=True) is Kind.REVERT
