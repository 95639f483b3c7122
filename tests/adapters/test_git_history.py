from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo.adapters import git_log
from hippo.adapters.git_history import GitMissing, GitPythonMissing, open_repository
from hippo.errors import HippoError, NotFound, Refused
from tests.adapters.repositories import NOON, Checkout, checkout, surroundings

__all__ = ["checkout", "surroundings"]


def subjects(folder: Path, since: datetime | None = None) -> list[str]:
    return [commit.subject for commit in open_repository(folder).commits(since)]


def program(path: Path, script: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


# --- what a commit says ----------------------------------------------------------------------


def test_a_commit_comes_with_all_that_was_said_about_it(checkout: Checkout) -> None:
    first = checkout.commit("start", when=NOON)
    sha = checkout.commit(
        "fix: close the valve\n\nThe pump ran dry.\n\nSecond paragraph.",
        "src/valve.py",
        "src/a b.py",
        when=NOON + timedelta(hours=1),
        author="Grace <grace@example.invalid>",
    )
    newest, oldest = open_repository(checkout.folder).commits()
    assert (newest.sha, oldest.sha) == (sha, first)
    assert newest.subject == "fix: close the valve"
    assert newest.body == "The pump ran dry.\n\nSecond paragraph."
    assert (newest.author, newest.author_email) == ("Grace", "grace@example.invalid")
    assert newest.authored_at == NOON + timedelta(hours=1)
    assert (newest.parents, oldest.parents) == (1, 0)
    assert newest.files == ("src/a b.py", "src/valve.py")


def test_a_merge_has_two_parents(checkout: Checkout) -> None:
    checkout.commit("start")
    checkout.git("checkout", "-q", "-b", "side")
    checkout.commit("side", "side")
    checkout.git("checkout", "-q", "main")
    checkout.commit("main", "main")
    checkout.git("merge", "-q", "--no-edit", "side")
    assert sorted(commit.parents for commit in open_repository(checkout.folder).commits()) == [0, 1, 1, 2]


def test_odd_file_names_arrive_as_they_are(checkout: Checkout) -> None:
    names = ("-rf", "\nline", "tab\there", "ö/ü.py", '"quoted"', "trailing ")
    checkout.commit("names", *names)
    checkout.commit("next")
    assert sorted(list(open_repository(checkout.folder).commits())[1].files) == sorted(names)


def test_commits_without_files_or_message_are_commits(checkout: Checkout) -> None:
    checkout.commit("start")
    checkout.git("commit", "-q", "--allow-empty", "--allow-empty-message", "-m", "")
    newest, oldest = open_repository(checkout.folder).commits()
    assert (newest.subject, newest.body, newest.files) == ("", "", ())
    assert oldest.subject == "start"


def test_a_message_that_is_no_utf_8_is_read_with_replacement(checkout: Checkout) -> None:
    checkout.commit("start")
    checkout.raw_commit(b"fix: caf\xe9 menu printed \xff twice\n\nbecause \xfe\n")
    newest, oldest = open_repository(checkout.folder).commits()
    assert newest.subject == "fix: caf� menu printed � twice"
    assert newest.body == "because �"
    assert oldest.subject == "start"


def test_a_message_in_another_encoding_is_translated(checkout: Checkout) -> None:
    checkout.commit("start")
    checkout.raw_commit("fix: café".encode("latin-1"), b"encoding ISO-8859-1")
    assert subjects(checkout.folder)[0] == "fix: café"


def test_control_characters_and_nul_in_a_message_end_no_record(checkout: Checkout) -> None:
    checkout.commit("start")
    checkout.raw_commit(b"fix: \x01\x1e\x1f bell \x07\n\nbody\x00hidden")
    checkout.commit("after")
    commits = list(open_repository(checkout.folder).commits())
    assert sorted(commit.subject for commit in commits) == ["after", "fix: \x01\x1e\x1f bell \x07", "start"]


def test_a_huge_message_is_cut_and_the_next_commit_is_whole(checkout: Checkout) -> None:
    checkout.commit("start", "first")
    checkout.raw_commit(b"fix: much\n\n" + b"word " * 100_000)
    newest, oldest = open_repository(checkout.folder).commits()
    assert len(newest.body) == git_log.FIELD_LIMIT_BYTES
    assert oldest.files == ("first",)


def test_the_paths_of_a_whole_tree_are_bounded(checkout: Checkout) -> None:
    checkout.commit("start", *(f"f{number}" for number in range(3)))
    for number in range(git_log.FILES_LIMIT + 5):
        (checkout.folder / f"g{number}").touch()
    checkout.git("add", ".")
    checkout.git("commit", "-q", "-m", "many")
    commits = list(open_repository(checkout.folder).commits())
    assert [len(commit.files) for commit in commits] == [git_log.FILES_LIMIT, 3]


@pytest.mark.parametrize(("seconds", "year"), [(b"0", 1970), (b"4102444800", 2100), (b"9999999999999999", 1970)])
def test_any_date_is_a_date(checkout: Checkout, seconds: bytes, year: int) -> None:
    checkout.commit("start")
    checkout.raw_commit(b"fix: odd clock", seconds=seconds)
    dates = {commit.subject: commit.authored_at.year for commit in open_repository(checkout.folder).commits()}
    assert dates == {"fix: odd clock": year, "start": 2026}


# --- which commits ---------------------------------------------------------------------------


def test_since_leaves_out_what_was_committed_before(checkout: Checkout) -> None:
    for days in range(4):
        checkout.commit(f"day {days}", when=NOON + timedelta(days=days))
    since = NOON + timedelta(days=2)
    assert subjects(checkout.folder, since) == ["day 3", "day 2"]
    assert open_repository(checkout.folder).count(since) == 2
    assert open_repository(checkout.folder).count() == 4


def test_since_looks_past_a_commit_with_a_wrong_clock(checkout: Checkout) -> None:
    checkout.commit("below", when=NOON)
    checkout.commit("clock of 1970", when=datetime(1970, 1, 2, tzinfo=UTC))
    checkout.commit("above", when=NOON)
    assert subjects(checkout.folder, NOON - timedelta(days=1)) == ["above", "below"]


@pytest.mark.parametrize("since", [datetime(1, 1, 1, tzinfo=UTC), datetime(1970, 1, 1, tzinfo=UTC)])
def test_since_the_beginning_of_time_is_everything(checkout: Checkout, since: datetime) -> None:
    checkout.commit("start")
    assert subjects(checkout.folder, since) == ["start"]


def test_since_the_far_future_is_nothing(checkout: Checkout) -> None:
    checkout.commit("start")
    assert subjects(checkout.folder, datetime(9999, 1, 1, tzinfo=UTC)) == []


def test_a_replaced_commit_is_read_as_git_shows_it(checkout: Checkout) -> None:
    checkout.commit("start")
    wrong = checkout.commit("wrong words")
    checkout.git("commit", "-q", "--amend", "-m", "right words")
    right = checkout.git("rev-parse", "HEAD")
    checkout.git("reset", "-q", "--hard", wrong)
    checkout.git("replace", wrong, right)
    assert subjects(checkout.folder) == ["right words", "start"]


def test_grafts_shorten_the_history_without_a_complaint(checkout: Checkout) -> None:
    checkout.commit("start")
    sha = checkout.commit("end")
    (checkout.folder / ".git/info").mkdir(exist_ok=True)
    (checkout.folder / ".git/info/grafts").write_text(f"{sha}\n")
    assert subjects(checkout.folder) == ["end"]


# --- which repository ------------------------------------------------------------------------


def test_the_repository_is_found_from_a_folder_below_its_top(checkout: Checkout) -> None:
    checkout.commit("start")
    deep = checkout.folder / "plain/folder"
    deep.mkdir(parents=True)
    found = open_repository(deep)
    assert (found.root, found.name, found.partial) == (str(checkout.folder), "project", False)


def test_an_unborn_head_has_no_commits(checkout: Checkout) -> None:
    found = open_repository(checkout.folder)
    assert (found.head, found.count(), list(found.commits())) == ("", 0, [])


def test_a_detached_head_is_read_from_where_it_is(checkout: Checkout) -> None:
    first = checkout.commit("first")
    checkout.commit("second")
    checkout.git("checkout", "-q", "--detach", first)
    assert subjects(checkout.folder) == ["first"]


def test_a_bare_repository_and_its_worktree_are_read(checkout: Checkout, tmp_path: Path) -> None:
    checkout.commit("start")
    checkout.git("clone", "-q", "--bare", ".", str(tmp_path / "store.git"))
    bare = open_repository(tmp_path / "store.git")
    assert (bare.root, bare.name, bare.count()) == (str(tmp_path / "store.git"), "store", 1)
    Checkout(tmp_path / "store.git").git("worktree", "add", "-q", str(tmp_path / "tree"), "-b", "side")
    tree = open_repository(tmp_path / "tree")
    assert (tree.root, tree.name, tree.count()) == (str(tmp_path / "tree"), "store", 1)


def test_the_git_folder_itself_leads_to_its_project(checkout: Checkout) -> None:
    checkout.commit("start")
    found = open_repository(checkout.folder / ".git")
    assert (found.root, found.name) == (str(checkout.folder), "project")


@pytest.mark.parametrize("name", ["-c", "--upload-pack=x", "a b", "$HOME", "~", "ö", "new\nline", "quote'\""])
def test_no_name_of_a_folder_is_taken_for_something_else(
    surroundings: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    Checkout(tmp_path / name, "init", "-q").commit("start")
    monkeypatch.chdir(tmp_path)
    found = open_repository(name)
    assert (found.root, found.name, found.count()) == (str(tmp_path / name), name, 1)


def test_a_shallow_clone_is_partial_and_its_last_commit_claims_no_files(checkout: Checkout, tmp_path: Path) -> None:
    for number in range(4):
        checkout.commit(f"commit {number}", f"f{number}")
    checkout.git("clone", "-q", "--depth", "2", checkout.folder.as_uri(), str(tmp_path / "clone"))
    found = open_repository(tmp_path / "clone")
    assert found.partial
    assert [(commit.subject, commit.files) for commit in found.commits()] == [("commit 3", ("f3",)), ("commit 2", ())]


def test_a_clone_without_trees_is_read_without_files_and_without_a_network(checkout: Checkout, tmp_path: Path) -> None:
    checkout.commit("start", "first")
    checkout.git("config", "uploadpack.allowFilter", "true")
    checkout.git("clone", "-q", "--bare", "--filter=tree:0", checkout.folder.as_uri(), str(tmp_path / "clone"))
    (checkout.folder / ".git").rename(tmp_path / "unreachable")
    assert [(commit.subject, commit.files) for commit in open_repository(tmp_path / "clone").commits()] == [
        ("start", ())
    ]


# --- what goes wrong -------------------------------------------------------------------------


def test_a_folder_that_is_in_no_repository_is_named(surroundings: None, tmp_path: Path) -> None:
    with pytest.raises(NotFound, match=f"{tmp_path} is in no git repository"):
        open_repository(tmp_path)


def test_a_folder_that_does_not_exist_is_named(surroundings: None, tmp_path: Path) -> None:
    with pytest.raises(NotFound, match="there is no folder"):
        open_repository(tmp_path / "nowhere")


def test_a_missing_git_program_is_refused_with_one_line(
    checkout: Checkout, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_repository(checkout.folder)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(GitMissing, match="the program git was not found") as caught:
        open_repository(checkout.folder)
    assert caught.value.exit_code == Refused.exit_code


def test_a_missing_git_program_is_noticed_when_gitpython_is_imported(tmp_path: Path) -> None:
    code = (
        "from hippo.adapters.git_history import *\ntry: open_repository('.')\nexcept GitMissing as e: print(e.message)"
    )
    env = {"PATH": str(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("the program git was not found\n", "")


def test_missing_gitpython_names_the_install_line(checkout: Checkout, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "git", None)
    with pytest.raises(GitPythonMissing) as caught:
        open_repository(checkout.folder)
    assert "pip install GitPython" in caught.value.hint


def test_the_folder_of_another_user_is_refused_with_the_line_that_trusts_it(
    checkout: Checkout, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(tmp_path / "bin/git", f'GIT_TEST_ASSUME_DIFFERENT_OWNER=1 exec {shutil.which("git")} "$@"')
    monkeypatch.setenv("PATH", str(tmp_path / "bin"), prepend=os.pathsep)
    with pytest.raises(Refused, match="belongs to another user") as caught:
        open_repository(checkout.folder)
    assert f"git config --global --add safe.directory {checkout.folder}" in caught.value.hint


def test_a_damaged_history_gives_what_can_be_read_and_then_one_line(checkout: Checkout) -> None:
    lost = checkout.commit("lost")
    checkout.commit("kept")
    (checkout.folder / ".git/objects" / lost[:2] / lost[2:]).unlink()
    with pytest.raises(Refused, match="git cannot read the history of") as caught:
        list(open_repository(checkout.folder).commits())
    assert "\n" not in caught.value.message
    with pytest.raises(HippoError, match="git cannot read the history of"):
        open_repository(checkout.folder).count()


# --- manners ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "variable", ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_COMMON_DIR"]
)
def test_a_hook_of_another_repository_does_not_redirect_the_reading(
    checkout: Checkout, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    checkout.commit("ours")
    Checkout(tmp_path / "other", "init", "-q").commit("theirs")
    monkeypatch.setenv(variable, str(tmp_path / "other/.git"))
    assert subjects(checkout.folder) == ["ours"]
    assert os.environ[variable] == str(tmp_path / "other/.git")


def test_configuration_in_variables_is_kept(checkout: Checkout, monkeypatch: pytest.MonkeyPatch) -> None:
    checkout.commit("start")
    for name, text in (("COUNT", "1"), ("KEY_0", "core.bare"), ("VALUE_0", "nonsense")):
        monkeypatch.setenv(f"GIT_CONFIG_{name}", text)
    with pytest.raises(Refused, match="bad boolean config value"):
        open_repository(checkout.folder)


def test_no_setting_of_the_repository_starts_a_program_or_changes_the_output(
    checkout: Checkout, tmp_path: Path
) -> None:
    checkout.commit("start", "src/a.py")
    mark = tmp_path / "started"
    program(tmp_path / "spy", f"touch {mark}; cat")
    spy = str(tmp_path / "spy")
    for key in (
        "core.fsmonitor",
        "core.pager",
        "pager.log",
        "diff.external",
        "gpg.program",
        "diff.x.textconv",
        "core.askPass",
    ):
        checkout.git("config", key, spy)
    for key, text in (
        ("log.showSignature", "true"),
        ("log.showRoot", "false"),
        ("color.ui", "always"),
        ("diff.relative", "true"),
        ("diff.renames", "copies"),
        ("diff.orderFile", "missing"),
        ("format.pretty", "oneline"),
        ("i18n.logOutputEncoding", "UTF-16"),
    ):
        checkout.git("config", key, text)
    (commit,) = open_repository(checkout.folder / "src").commits()
    assert (commit.subject, commit.files) == ("start", ("src/a.py",))
    assert not mark.exists()


def open_files() -> int:
    return len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0


def children() -> set[str]:
    """Processes this one began that are not gone or not yet waited for; other tests may have left helpers."""
    lists = Path("/proc/self/task").glob("*/children")
    return {number for each in lists for number in each.read_text().split()}


def test_a_reader_that_stops_early_leaves_no_child_and_no_file_open(checkout: Checkout) -> None:
    checkout.import_commits([f"fix: number {number}\n\n{'why ' * 200}" for number in range(1000)])
    found, before, began = open_repository(checkout.folder), open_files(), children()
    for _ in range(3):
        commits = found.commits()
        next(commits)
        commits.close()
    assert children() <= began
    assert (open_files(), threading.active_count()) == (before, 1)


def test_a_whole_reading_leaves_no_child_and_no_file_open(checkout: Checkout) -> None:
    checkout.import_commits([f"fix: number {number}" for number in range(500)])
    before, began = open_files(), children()
    assert len(subjects(checkout.folder)) == open_repository(checkout.folder).count() == 500
    assert children() <= began
    assert (open_files(), threading.active_count()) == (before, 1)


@given(st.lists(st.binary(max_size=20).map(lambda field: field.replace(b"\0", b"")), max_size=20), st.data())
def test_fields_are_the_same_wherever_the_output_is_cut(fields: list[bytes], data: st.DataObject) -> None:
    output = b"".join(field + b"\0" for field in fields)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(output)), max_size=5)))
    chunks = [output[start:end] for start, end in zip([0, *cuts], [*cuts, len(output)], strict=True)]
    assert list(git_log.fields_of(chunks)) == fields
