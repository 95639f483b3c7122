from __future__ import annotations

import pytest

from hippo.importers.commit_paperwork import cleaned, is_aside, is_paperwork


@pytest.mark.parametrize(
    "line",
    [
        "Note: the valve must be open.",
        "Cause: the lock was held twice.",
        "The bug: rows came twice.",
        "This fixes the order of the rows, see #12.",
        "#12 was about the order of rows",
        "fixes the order of rows",
        "- the valve is open",
        "generated files are left out now",
        "It is faster by 40% - see below",
        "WARNING the valve is hot",
        "deadbeef is what the reader returned",
    ],
)
def test_prose_is_no_paperwork(line: str) -> None:
    assert not is_paperwork(line)


@pytest.mark.parametrize(
    "line",
    [
        "Reported-and-tested-by: Ada",
        "BUG=1234",
        "Refs: #1, #2",
        "see also owner/project#12",
        "- fixes #12",
        "(refs #12)",
        "Related to https://example.invalid/1",
        "Bumps pump from 1.0 to 2.0.",
        "[1]: https://example.invalid",
        "Apply suggestions from code review",
    ],
)
def test_trailers_and_references_are(line: str) -> None:
    assert is_paperwork(line)


def test_asides_are_about_the_work_and_not_the_change() -> None:
    assert is_aside("Test plan: start the pump")
    assert is_aside("Thanks to Ada")
    assert not is_aside("Tests failed because the pump was dry.")


def test_a_cleaned_message_has_no_controls_and_one_empty_line_between_paragraphs() -> None:
    assert cleaned("\r\na\x07\r\n \t \r\n\r\nb\x1b[1mc ***NO_CI***<!-- d\n -->\n") == "a\n\nbc "
