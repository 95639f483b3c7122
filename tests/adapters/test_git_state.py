from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo.adapters import git_state
from hippo.adapters.git_state import GitState, query_of, read_state
from tests.adapters.repositories import Checkout, checkout, surroundings

__all__ = ["checkout", "surroundings"]


def state_of(folder: Path) -> GitState:
    found = read_state(folder, deadline_seconds=30.0)
    assert found is not None
    return found


# --- the state -------------------------------------------------------------------------------


def test_the_state_is_branch_changed_files_and_last_subjects(checkout: Checkout) -> None:
    checkout.commit("Add the parser", "src/parser.py", "old.py", "renamed.py")
    checkout.commit("fix: close the valve")
    checkout.git("checkout", "-q", "-b", "fix/login-timeout")
    (checkout.folder / "src/parser.py").write_text("changed")
    (checkout.folder / "new file.py").touch()
    checkout.git("rm", "-q", "old.py")
    checkout.git("mv", "renamed.py", "ö.py")
    found = state_of(checkout.folder)
    assert found.branch == "fix/login-timeout"
    assert sorted(found.files) == ["new file.py", "old.py", "renamed.py", "src/parser.py", "ö.py"]
    assert found.subjects == ("fix: close the valve", "Add the parser")


def test_an_unmerged_file_is_a_changed_one(checkout: Checkout) -> None:
    checkout.commit("start", "shared")
    checkout.git("checkout", "-q", "-b", "side")
    checkout.commit("theirs", "shared")
    checkout.git("checkout", "-q", "main")
    checkout.commit("ours", "shared")
    with pytest.raises(subprocess.CalledProcessError):
        checkout.git("merge", "-q", "side")
    assert state_of(checkout.folder).files == ("shared",)


def test_an_unborn_branch_has_a_name_and_no_subjects(checkout: Checkout) -> None:
    (checkout.folder / "new.py").touch()
    assert state_of(checkout.folder) == GitState(branch="main", files=("new.py",))


def test_a_detached_head_is_on_no_branch(checkout: Checkout) -> None:
    checkout.commit("start")
    checkout.git("checkout", "-q", "--detach")
    assert state_of(checkout.folder) == GitState(branch="", subjects=("start",))


def test_the_memories_of_a_project_are_not_what_somebody_is_working_on(checkout: Checkout) -> None:
    checkout.commit("start")
    (checkout.folder / ".hippo").mkdir()
    (checkout.folder / ".hippo/config.toml").touch()
    assert state_of(checkout.folder).files == ()


def test_files_and_subjects_are_bounded(checkout: Checkout) -> None:
    for number in range(git_state.COMMITS_LIMIT + 1):
        checkout.commit(f"commit {number}")
    for number in range(git_state.FILES_LIMIT + 10):
        (checkout.folder / f"f{number}").touch()
    found = state_of(checkout.folder)
    assert (len(found.files), len(found.subjects)) == (git_state.FILES_LIMIT, git_state.COMMITS_LIMIT)


def test_a_subject_that_is_no_utf_8_is_read_with_replacement(checkout: Checkout) -> None:
    checkout.commit("start")
    checkout.raw_commit(b"fix: caf\xe9")
    assert state_of(checkout.folder).subjects[0] == "fix: caf�"


# --- no state --------------------------------------------------------------------------------


def test_there_is_no_state_outside_a_checkout(checkout: Checkout, tmp_path: Path) -> None:
    checkout.git("clone", "-q", "--bare", ".", str(tmp_path / "bare.git"))
    for folder in (tmp_path, tmp_path / "nowhere", tmp_path / "bare.git", "nul\0in it"):
        assert read_state(folder) is None


def test_there_is_no_state_without_git(checkout: Checkout, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(checkout.folder))
    assert read_state(checkout.folder) is None


def test_a_slow_git_is_given_up_at_the_deadline(
    checkout: Checkout, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = tmp_path / "bin/git"
    slow.parent.mkdir()
    pid = tmp_path / "pid"
    slow.write_text(f"#!/bin/sh\necho $$ > '{pid}'\nexec sleep 60\n")
    slow.chmod(0o755)
    monkeypatch.setenv("PATH", str(slow.parent), prepend=os.pathsep)
    assert read_state(checkout.folder, deadline_seconds=1.0) is None
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid.read_text()), 0)


def test_a_deadline_that_is_over_gives_no_state(checkout: Checkout) -> None:
    assert read_state(checkout.folder, deadline_seconds=-1.0) is None


# --- manners ---------------------------------------------------------------------------------


def test_a_hook_of_another_repository_does_not_redirect_the_reading(
    checkout: Checkout, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    checkout.commit("ours")
    Checkout(tmp_path / "other", "init", "-q").commit("theirs")
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "other/.git"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "other/.git/index"))
    assert state_of(checkout.folder) == GitState(branch="main", subjects=("ours",))


def test_reading_writes_nothing_and_starts_nothing(checkout: Checkout, tmp_path: Path) -> None:
    checkout.commit("start", "a.py")
    spy = tmp_path / "spy"
    spy.write_text(f"#!/bin/sh\ntouch {tmp_path}/started\n")
    spy.chmod(0o755)
    shutil.copy(spy, checkout.folder / ".git/hooks/post-index-change")
    checkout.git("config", "core.fsmonitor", str(spy))
    checkout.git("config", "core.pager", str(spy))
    os.utime(checkout.folder / "a.py", (1, 1))
    before = (checkout.folder / ".git/index").stat().st_mtime_ns
    assert state_of(checkout.folder).files == ()
    assert (checkout.folder / ".git/index").stat().st_mtime_ns == before
    assert not (tmp_path / "started").exists()


def test_asking_imports_nothing_slow() -> None:
    code = "import sys, hippo.adapters.git_state; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"subprocess", "git", "typing", "pathlib", "dataclasses", "inspect"} & set(done.stdout.split())


# --- the query -------------------------------------------------------------------------------


def test_the_query_holds_what_branch_files_and_subjects_are_about() -> None:
    state = GitState(
        branch="fix/login-timeout",
        files=("src/sessionStore.py", "pkg/__init__.py", ".github/workflows/release.yml", "web/index.html"),
        subjects=("fix(parser): close the valve", "Merge branch 'main' into side"),
    )
    assert query_of(state) == "login timeout sessionStore pkg web parser close valve side"


def test_a_word_stands_once_in_the_query() -> None:
    state = GitState(branch="parser", files=("parser.py", "Parser.md"), subjects=("parser",))
    assert query_of(state).lower() == "parser"


def test_many_files_do_not_drown_the_branch() -> None:
    state = GitState(branch="login", files=tuple(f"module{number}.py" for number in range(50)))
    assert query_of(state).split()[0] == "login"
    assert len(query_of(state).split()) == 1 + git_state.WORDS_LIMIT


def test_an_empty_state_asks_nothing() -> None:
    assert query_of(GitState(branch="")) == ""


@given(st.text(), st.lists(st.text(), max_size=20), st.lists(st.text(), max_size=5))
def test_any_state_gives_a_bounded_query(branch: str, files: list[str], subjects: list[str]) -> None:
    words = query_of(GitState(branch=branch, files=tuple(files), subjects=tuple(subjects)))
    assert len(words) <= 3 * git_state.WORDS_LIMIT * (git_state.LONGEST_WORD + 1)
