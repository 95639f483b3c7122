"""Which commit is checked out, and what changed since another."""

from __future__ import annotations

from pathlib import Path

from hippo.adapters.git_head import changed_files, read_head, subjects_between
from tests.adapters.repositories import Checkout, checkout, surroundings

__all__ = ["checkout", "surroundings"]


def test_the_commit_and_the_folder_below_the_top_are_read(checkout: Checkout) -> None:
    sha = checkout.commit("one", "api/v2/a.c")
    for folder, below in ((checkout.folder, ""), (checkout.folder / "api" / "v2", "api/v2")):
        head = read_head(str(folder))
        assert head is not None
        assert (head.commit, head.folder) == (sha, below)


def test_outside_of_a_repository_and_before_the_first_commit_there_is_none(checkout: Checkout, tmp_path: Path) -> None:
    assert read_head(str(tmp_path)) is None
    assert read_head(str(tmp_path / "missing")) is None
    assert read_head(str(checkout.folder)) is None


def test_subjects_between_two_commits_are_the_latest_two(checkout: Checkout) -> None:
    shas = [checkout.commit(subject) for subject in ("one", "two", "three", "four")]
    folder = str(checkout.folder)
    assert subjects_between(folder, shas[0], shas[1]) == ("two",)
    assert subjects_between(folder, shas[0], shas[3]) == ("four", "three")
    assert subjects_between(folder, shas[3], shas[3]) == ()
    assert subjects_between(folder, "f" * 40, shas[3]) == ()


def test_changed_files_are_named_but_for_our_own(checkout: Checkout) -> None:
    checkout.commit("one", "a.c", "b.c", ".hippo/note.md")
    assert changed_files(str(checkout.folder)) == ()
    for name in ("b.c", ".hippo/note.md"):
        (checkout.folder / name).write_text("2", encoding="utf-8")
    assert changed_files(str(checkout.folder)) == ("b.c",)
