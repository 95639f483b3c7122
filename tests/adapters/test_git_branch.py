"""The branch, read from git's own files."""

from __future__ import annotations

import subprocess
from pathlib import Path

from hippo.adapters.git_branch import branch_of


def git(folder: Path, *words: str) -> None:
    who = ("-c", "user.name=ana", "-c", "user.email=ana@example.org", "-c", "init.defaultBranch=main")
    subprocess.run(["git", "-C", str(folder), *who, *words], check=True, capture_output=True)


def test_the_branch_is_the_one_that_is_checked_out_also_in_a_folder_and_in_a_worktree(tmp_path: Path) -> None:
    project = tmp_path / "project"
    (project / "a" / "b").mkdir(parents=True)
    git(project, "init")
    assert branch_of(str(project / "a" / "b")) == "main"
    git(project, "commit", "--allow-empty", "-m", "first")
    git(project, "worktree", "add", "-b", "fix/valve", str(tmp_path / "other"))
    assert branch_of(str(tmp_path / "other")) == "fix/valve"
    git(project, "checkout", "--detach")
    assert branch_of(str(project)) == ""


def test_outside_of_a_repository_and_beside_broken_files_there_is_no_branch(tmp_path: Path) -> None:
    assert branch_of(str(tmp_path)) == ""
    (tmp_path / ".git").write_text("no pointer\n", encoding="utf-8")
    assert branch_of(str(tmp_path)) == ""
    (tmp_path / ".git").write_text("gitdir: nowhere\n", encoding="utf-8")
    assert branch_of(str(tmp_path)) == ""
    inside = tmp_path / "inside"
    (inside / ".git").mkdir(parents=True)
    (inside / ".git" / "HEAD").write_text("ref: refs/heads/.invalid\n", encoding="utf-8")
    assert branch_of(str(inside)) == ""
