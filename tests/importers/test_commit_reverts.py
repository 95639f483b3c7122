"""What a revert takes back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo.importers.commit_reverts import named, taken_back

SHA = "9b65d72a3b7e9b7ae9ada77b47edb0c8754d266c"
BODY = f"This reverts commit {SHA}."
TITLES = {SHA[:10]: "Cache the table", SHA: "Cache the table"}


def titled(sha: str) -> str:
    return TITLES.get(sha, "")


@pytest.mark.parametrize(
    ("subject", "body", "told"),
    [
        ('Revert "Cache the table"', BODY, 'Revert "Cache the table"'),
        ('Revert "Cache the table"', "This reverts commit 0000aaaa.", 'Revert "Cache the table"'),
        ('Revert "Revert "Cache the table""', "", 'Reapply "Cache the table"'),
        ('Revert "Revert "Cache the table"" (#12)', "", 'Reapply "Cache the table"'),
        ('Revert "Reapply "Cache the table""', "", 'Revert "Cache the table"'),
        ('Revert "Revert "Revert "Cache the table"""', "", 'Revert "Cache the table"'),
        ('Reapply "Cache the table"', "", 'Reapply "Cache the table"'),
        (f"Revert {SHA[:10]}", "", 'Revert "Cache the table"'),
        (f"Revert commit {SHA} because of a leak", "", 'Revert "Cache the table" because of a leak'),
        ("Back out caching", BODY, 'Back out caching (takes back "Cache the table")'),
        ("Revert: cache the table", BODY, "Revert: cache the table"),
        ("Revert 1234567890", "", "Revert 1234567890"),
        ("Back out caching", "This reverts commit 0000aaaa.", "Back out caching"),
    ],
)
def test_a_revert_is_told_by_the_subject_of_what_it_takes_back(subject: str, body: str, told: str) -> None:
    assert named(subject, body, titled) == told


def test_a_commit_is_known_by_its_subject_or_by_its_hash() -> None:
    by_title = taken_back('Revert "Cache the table"', "")
    assert by_title.is_of("Cache the table", "0" * 40)
    assert not by_title.is_of("Cache", SHA)
    assert taken_back("Back out caching", BODY).is_of("Cache the table", SHA)
    assert not taken_back("Undo the last one", "").is_of("Cache the table", SHA)


def test_what_is_put_back_is_not_taken_back() -> None:
    assert not taken_back('Revert "A table"', "").again
    assert taken_back('Revert "Revert "A table""', "").again
    assert taken_back('Reapply "A table"', "").again


@given(st.text(), st.text())
def test_any_revert_has_a_name(subject: str, body: str) -> None:
    assert isinstance(named(f"Revert {subject}", body, lambda _: "x"), str)
    taken_back(subject, body)
