"""What the memory of a failed command says."""

from __future__ import annotations

import pytest

from hippo.core.failure_text import ending_of, failed_again, failed_again_at, failure_text, fixed, with_ending

OLD, NEW = "1a2b3c4d5e6f", "5e6f7a8b9c0d"


def test_a_failure_tells_the_command_the_code_the_place_and_the_lines() -> None:
    text = failure_text("npm test", 1, ["TypeError: x"], folder="api", commit=OLD)
    assert text == "`npm test` failed with exit code 1 (in api, commit 1a2b3c4d5e)\nTypeError: x"
    assert failure_text("make", 2, [], folder="", commit="") == "`make` failed with exit code 2"
    assert failure_text("x" * 500, 2, [], folder="", commit="").startswith(f"`{'x' * 159}…` failed")


@pytest.mark.parametrize(("status", "told"), [(139, "139, by SIGSEGV"), (255, "255"), (128, "128"), (127, "127")])
def test_a_signal_is_named(status: int, told: str) -> None:
    assert failure_text("a", status, [], folder="", commit="") == f"`a` failed with exit code {told}"


@pytest.mark.parametrize(
    ("before", "after", "subjects", "files", "told"),
    [
        (OLD, NEW, ["Fill it"], [], "Fixed by 5e6f7a8b9c: Fill it"),
        (OLD, NEW, ["Fill it", "Heat it"], [], "Fixed by 5e6f7a8b9c, or by another commit since 1a2b3c4d5e: Fill it"),
        ("", NEW, [], [], "Fixed by 5e6f7a8b9c"),
        (OLD, OLD, [], ["a.c", "b.c"], "Fixed by uncommitted changes to a.c, b.c (on 1a2b3c4d5e)"),
        (OLD[:10], OLD, [], [], "Passed again at the same commit 1a2b3c4d5e, without a change"),
        ("", "", [], [], "Fixed on 2031-03-03, by no commit"),
    ],
)
def test_how_it_was_fixed(before: str, after: str, subjects: list[str], files: list[str], told: str) -> None:
    assert fixed(before, after, subjects=subjects, changed_files=files, day="2031-03-03") == told


def test_how_it_went_on_is_one_line_that_is_replaced() -> None:
    text = failure_text("make", 2, ["error: dry"], folder="", commit=OLD)
    assert ending_of(text) == ""
    mended = with_ending(text, "Fixed by 5e6f7a8b9c: Fill it")
    assert ending_of(mended) == "Fixed by 5e6f7a8b9c: Fill it"
    back = with_ending(mended, failed_again(ending_of(mended), NEW, day="2031-03-03"))
    assert back == f"{text}\nFailed again at 5e6f7a8b9c. Before: fixed by 5e6f7a8b9c: Fill it"
    assert (failed_again_at(back), failed_again_at(mended)) == ("5e6f7a8b9c", "")
    assert with_ending(back, "Fixed on 2031-03-04, by no commit").count("\n") == text.count("\n") + 1
    assert failed_again("Fixed by a", "", day="2031-03-03") == "Failed again on 2031-03-03. Before: fixed by a"
