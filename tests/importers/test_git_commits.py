from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo.core.commit import Commit
from hippo.core.memory import Draft
from hippo.core.settings import MemorySettings, Settings
from hippo.core.value import replace
from hippo.importers import git_commits
from hippo.importers.git_commits import Reason, Skipped, lesson

NOON = datetime(2026, 5, 4, 12, 0, tzinfo=UTC)
FIX = Commit(
    sha="1234567890abcdef1234567890abcdef12345678",
    subject="fix: close the valve before the pump starts",
    body="The pump ran dry for three seconds.",
    author="Ada",
    author_email="ada@example.invalid",
    authored_at=NOON,
    files=("src/valve.py", "tests/test_valve.py"),
)


def learnt(commit: Commit) -> Draft:
    found = lesson(commit, Settings())
    assert isinstance(found, Draft), found
    return found


def reason(commit: Commit) -> Reason:
    found = lesson(commit, Settings())
    assert isinstance(found, Skipped), found
    return found.reason


# --- what becomes of a fix -------------------------------------------------------------------


def test_a_fix_is_a_lesson_with_subject_body_and_source() -> None:
    found = learnt(FIX)
    assert found.text == "fix: close the valve before the pump starts\n\nThe pump ran dry for three seconds."
    assert found.tags == ("git", "fix", "error")
    assert found.origin.kind == "git"
    assert found.origin.reference == FIX.sha
    assert found.origin.author == "Ada"
    assert found.origin.happened_at == NOON
    assert found.origin.files == FIX.files


def test_a_failure_lives_as_long_as_an_error_and_a_gain_as_long_as_any_memory() -> None:
    settings = Settings(memory=MemorySettings(half_life_days=3.0, error_half_life_days=30.0))
    found = lesson(FIX, settings)
    faster = lesson(replace(FIX, subject="perf: read the index once"), settings)
    assert isinstance(found, Draft)
    assert isinstance(faster, Draft)
    assert (found.half_life_days, faster.half_life_days) == (30.0, 3.0)
    assert faster.tags == ("git", "perf")


def test_a_revert_is_a_failure_and_the_revert_of_a_revert_is_none() -> None:
    revert = replace(
        FIX, subject='Revert "Use the wide belt"', body="This reverts commit 1234567.\n\nIt slips when wet."
    )
    assert learnt(revert).text == 'Revert "Use the wide belt"\n\nIt slips when wet.'
    assert learnt(revert).tags == ("git", "revert", "error")
    again = replace(revert, subject='Revert "Revert "Use the wide belt""')
    assert learnt(again).tags == ("git", "revert")
    assert learnt(replace(revert, subject='Reapply "Use the wide belt"', body="Because it does not slip.")).tags == (
        "git",
        "revert",
    )


def test_a_subject_that_was_broken_off_is_put_together() -> None:
    broken = replace(
        FIX, subject="fix: close the valve before the pump st… (#12)", body="…arts\n\nThe pump ran dry before."
    )
    assert learnt(broken).text == "fix: close the valve before the pump starts (#12)\n\nThe pump ran dry before."


def test_the_paths_of_a_sweep_are_bounded() -> None:
    many = replace(FIX, files=tuple(f"src/f{number}.py" for number in range(100)))
    assert len(learnt(many).origin.files) == git_commits.FILES_LIMIT


def test_control_characters_reach_neither_text_nor_author() -> None:
    found = learnt(replace(FIX, subject="fix: \x1b[31mred\x1b[0m lamp\x07 stays on", author="A\x07da\n"))
    assert found.text.startswith("fix: red lamp stays on")
    assert found.origin.author == "Ada"


def test_markers_for_a_build_server_are_no_part_of_a_lesson() -> None:
    assert (
        learnt(replace(FIX, subject="fix: close the valve early [skip ci]", body="")).text
        == "fix: close the valve early"
    )


# --- identity --------------------------------------------------------------------------------


def test_a_rebased_or_picked_commit_is_the_same_lesson() -> None:
    picked = replace(FIX, sha="f" * 40, body=f"{FIX.body}\n\n(cherry picked from commit {FIX.sha})", files=())
    assert learnt(picked).origin.key == learnt(FIX).origin.key
    assert learnt(picked).text == learnt(FIX).text


@pytest.mark.parametrize(
    "other",
    [
        replace(FIX, subject="fix: close the valve after the pump starts"),
        replace(FIX, author_email="grace@example.invalid"),
        replace(FIX, authored_at=NOON + timedelta(seconds=1)),
    ],
)
def test_another_author_time_or_subject_is_another_lesson(other: Commit) -> None:
    assert learnt(other).origin.key != learnt(FIX).origin.key


def test_the_same_moment_in_another_zone_is_the_same_lesson() -> None:
    elsewhere = NOON.astimezone(tz=(NOON + timedelta(0)).astimezone().tzinfo)
    assert learnt(replace(FIX, authored_at=elsewhere)).origin.key == learnt(FIX).origin.key


# --- who is out of the question --------------------------------------------------------------


def test_merges_teach_nothing_that_their_commits_do_not() -> None:
    assert reason(replace(FIX, parents=2)) is Reason.MERGE
    for subject in (
        "Merge branch 'fix/valve' into main",
        "Merge pull request #12 from ada/fix-valve",
        "Merge remote-tracking branch 'origin/main'",
        "Merged in fix/valve (pull request #3)",
    ):
        assert reason(replace(FIX, subject=subject)) is Reason.MERGE


@pytest.mark.parametrize(
    ("author", "email"),
    [
        ("dependabot[bot]", "49699333+dependabot[bot]@users.noreply.github.com"),
        ("Renovate Bot", "bot@renovateapp.com"),
        ("github-actions", "github-actions@github.com"),
        ("pre-commit-ci[bot]", "66853113+pre-commit-ci[bot]@users.noreply.github.com"),
        ("semantic-release-bot", "semantic-release-bot@martynus.net"),
        ("Weblate", "noreply@weblate.org"),
    ],
)
def test_bots_have_no_lessons(author: str, email: str) -> None:
    assert reason(replace(FIX, author=author, author_email=email)) is Reason.BOT


@pytest.mark.parametrize("author", ["Abbott", "Robotnik", "copilot-swe-agent[bot]", "claude[bot]", "Ada Bothwell"])
def test_people_with_odd_names_and_agents_that_write_code_do(author: str) -> None:
    learnt(replace(FIX, author=author))


def test_a_fix_of_documents_alone_is_none() -> None:
    assert reason(replace(FIX, files=("README.md", "docs/valve.py", "CHANGES"))) is Reason.DOCUMENTATION


def test_a_fix_of_tests_alone_needs_a_reason() -> None:
    tests = replace(FIX, files=("tests/valve.py", "web/pump.spec.ts", ".github/workflows/ci.yml"), body="")
    assert reason(tests) is Reason.TESTS
    learnt(replace(tests, body="The clock stood still because the fixture froze it."))


def test_a_place_in_the_subject_counts_unless_the_program_is_known_to_have_changed() -> None:
    named = replace(FIX, subject="fix: valve stays open in tests", body="", files=())
    assert reason(named) is Reason.TESTS
    learnt(replace(named, files=("src/valve.py",)))


# --- laws ------------------------------------------------------------------------------------


@given(st.text(), st.text())
def test_any_message_gives_a_bounded_lesson_or_a_reason(subject: str, body: str) -> None:
    found = lesson(replace(FIX, subject=f"fix: valve and pump {subject}", body=body), Settings())
    if isinstance(found, Draft):
        assert 0 < len(found.text) <= git_commits.TEXT_LIMIT
    else:
        assert found.reason in Reason
