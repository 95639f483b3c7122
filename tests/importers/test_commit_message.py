from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo.importers.commit_message import bounded, says_why, telling

PROSE = "The pump ran dry because the valve was closed."


# --- what is kept ----------------------------------------------------------------------------


def test_prose_is_kept_whole_and_unwrapped() -> None:
    assert telling("The pump ran dry because\nthe valve was closed.\n\nNow both wait.\nOne second each.\n") == (
        "The pump ran dry because the valve was closed.\n\nNow both wait. One second each."
    )


def test_a_list_that_says_why_is_kept_item_by_item() -> None:
    body = "What changed in the pump:\n\n- the valve is no longer ignored\n  when it is warm\n- a test"
    assert telling(body) == "What changed in the pump:\n\n- the valve is no longer ignored when it is warm\n- a test"


def test_the_error_of_a_traceback_is_kept_and_the_rest_of_it_is_not() -> None:
    body = (
        'Starting the pump failed:\n\n    Traceback (most recent call last):\n      File "pump.py", line 3\n'
        "    ValueError: valve is closed\n\nNow it opens first."
    )
    assert telling(body) == "Starting the pump failed:\n\nValueError: valve is closed\n\nNow it opens first."


def test_a_quoted_error_is_kept() -> None:
    body = "It stopped:\n\n> Unable to open valve 3\n\nNow it waits for the valve."
    assert telling(body) == "It stopped:\n\nUnable to open valve 3\n\nNow it waits for the valve."


def test_the_line_that_names_a_reverted_commit_says_nothing_new_in_a_revert() -> None:
    body = f"This reverts commit 1234567890abcdef.\n\n{PROSE}"
    assert telling(body, is_revert=True) == PROSE
    assert telling(body) == f"This reverts commit 1234567890abcdef.\n\n{PROSE}"


# --- what is not -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "block",
    [
        "Signed-off-by: Ada <ada@example.invalid>\nReviewed-by: Grace\nChange-Id: I123",
        "Co-authored-by: Grace <grace@example.invalid>",
        "Fixes #12",
        "Closes: https://example.invalid/12, #13 and GH-14.",
        "PROJ-12",
        "https://example.invalid/a/b",
        "[skip ci]",
        "(cherry picked from commit 1234567890abcdef1234567890abcdef12345678)",
        "🤖 Generated with [a tool](https://example.invalid)",
        "for more information, see https://pre-commit.ci",
        "- [x] I have read the rules\n- [ ] I have not",
        "## Description",
        "---------",
        "<!-- say what you did -->",
        "Test plan: started the pump",
        "Thanks to Grace for the report!",
        "more tests",
        "diff --git a/x b/x\nindex 123..456\n--- a/x\n+++ b/x\n@@ -1 +1 @@",
        "| a | b |\n| - | - |",
    ],
)
def test_paperwork_is_dropped(block: str) -> None:
    assert telling(f"{PROSE}\n\n{block}") == PROSE
    assert telling(f"{block}\n\n{PROSE}") == PROSE
    assert telling(block) == ""


def test_of_a_squash_the_first_commit_speaks() -> None:
    body = f"* fix: close the valve\n\n{PROSE}\n\n* lint\n\n* again\n\nSomething else, which was wrong.\n\n---------"
    assert telling(body) == PROSE
    assert telling(f"* fix: close the valve\n{PROSE}\n\n* lint") == PROSE
    assert telling("* fix: close the valve\n\n* lint\n\n* more lint") == ""


def test_code_is_dropped_with_the_words_that_lead_to_it_and_away() -> None:
    body = (
        f"{PROSE} For example this:\n\n```python\npump.start()\n\nvalve.open()\n```\n\nwould never end. That is over."
    )
    assert telling(body) == f"{PROSE}\n\nThat is over."
    assert telling("Like this:\n\n    pump.start()\n\nas it should.") == ""


def test_a_list_of_chores_is_dropped_with_the_words_that_lead_to_it() -> None:
    assert telling(f"{PROSE}\n\nAlso:\n\n- move the lamp\n- paint the door") == PROSE


# --- the length ------------------------------------------------------------------------------


def test_a_short_text_is_left_alone() -> None:
    assert bounded(PROSE, len(PROSE)) == PROSE


def test_a_long_text_ends_after_a_sentence() -> None:
    assert bounded("First one. Second one. Third one.", 25) == "First one. Second one. …"
    assert bounded("subject\n\nA body without an end", 15) == "subject …"
    assert bounded("一つ目。二つ目。三つ目。", 10) == "一つ目。二つ目。 …"


@pytest.mark.parametrize(
    "turn", ["But not on Windows.", "However, it is wrong.", "Except for pumps.", "That is wrong."]
)
def test_a_sentence_that_is_taken_back_is_not_the_last(turn: str) -> None:
    assert bounded(f"The pump is blue. Always open it first. {turn} More.", 45) == "The pump is blue. …"


def test_the_first_sentence_is_kept_whatever_follows() -> None:
    assert bounded("close the valve\n\nUnless the pump is on, which takes a while", 30) == "close the valve …"


def test_an_abbreviation_is_no_end() -> None:
    assert bounded("Open it. Some valves, e.g. Blue ones, are stuck. More.", 35) == "Open it. …"


def test_a_sentence_that_is_too_long_is_cut_at_a_word() -> None:
    assert bounded("close the valve before the pump starts", 20) == "close the valve …"


@given(st.text(alphabet="ab .!?\n。\"'-", min_size=1, max_size=200), st.integers(10, 100))
def test_no_text_passes_its_limit(text: str, limit: int) -> None:
    assert len(bounded(f"x {text}", limit)) <= limit


# --- why -------------------------------------------------------------------------------------


def test_causes_failures_and_duties_say_why() -> None:
    assert says_why("It hung because of the lock.")
    assert says_why("never call it twice")
    assert not says_why("Move the lamp to the left.")
