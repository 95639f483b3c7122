"""Where stores are."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hippo.adapters import places
from hippo.errors import NoStore, UsageError
from tests.adapters.repositories import Checkout, surroundings

__all__ = ["surroundings"]


class Computer:
    """A home, and projects beside it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.environ = {"HOME": str(self.folder("home"))}

    def folder(self, name: str) -> Path:
        made = self.root / name
        made.mkdir(parents=True, exist_ok=True)
        return made

    def store(self, name: str) -> Path:
        return self.folder(f"{name}/.hippo")

    def found(self, name: str, named: str = "", **environ: str) -> Path:
        start = str(self.root / name)
        return Path(places.local_folder(start, {**self.environ, **environ}, named=named))

    def new(self, name: str, named: str = "", **environ: str) -> Path:
        start = str(self.root / name)
        return Path(places.new_local_folder(start, {**self.environ, **environ}, named=named))


@pytest.fixture
def computer(tmp_path: Path) -> Computer:
    return Computer(tmp_path)


@pytest.fixture
def repository(computer: Computer, surroundings: None) -> Checkout:
    """A repository with one commit in `main`."""
    made = Checkout(computer.folder("main"), "init", "-q")
    made.commit("first")
    return made


# --- the user's store ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("home", "place"),
    [("", "home/.hippo"), ("{root}/mine", "mine"), ("~/mine", "home/mine"), ("~", "home"), ("{root}/a/../b/", "b")],
)
def test_the_users_store_is_in_the_home_or_where_a_variable_says(home: str, place: str, computer: Computer) -> None:
    environ = {**computer.environ, "HIPPO_HOME": home.format(root=computer.root)}
    assert places.global_folder(environ) == str(computer.root / place)


def test_without_any_home_in_the_environment_the_system_is_asked() -> None:
    assert places.global_folder({}) == os.path.join(os.path.expanduser("~"), ".hippo")


# --- the project's store ---------------------------------------------------------------------


def test_the_nearest_store_upwards_is_the_projects(computer: Computer) -> None:
    outer, inner = computer.store("work"), computer.store("work/app")
    computer.folder("work/app/src/deep")
    assert [computer.found(name) for name in ("work/app/src/deep", "work/app", "work")] == [inner, inner, outer]


def test_no_store_upwards_is_told_with_the_folder(computer: Computer) -> None:
    computer.folder("work").joinpath(".hippo").write_text("a file")
    with pytest.raises(NoStore, match=rf"^no hippo store in {computer.root}/work or above it$"):
        computer.found("work")


def test_the_users_store_is_nobodys_project(computer: Computer) -> None:
    computer.store("home")
    computer.folder("home/notes")
    computer.folder("mine")
    for environ in ({}, {"HIPPO_HOME": str(computer.root / "mine")}):
        for name in ("home", "home/notes"):
            with pytest.raises(NoStore):
                computer.found(name, **environ)


def test_a_home_inside_a_project_hides_nothing_of_the_project(computer: Computer) -> None:
    project, inside = computer.store("work"), computer.store("work/tools")
    assert computer.found("work/tools", HIPPO_HOME=str(inside)) == project
    assert computer.found("work", HIPPO_HOME=str(inside)) == project


def test_the_users_store_is_known_through_links(computer: Computer) -> None:
    store = computer.store("home")
    (computer.root / "link").symlink_to(computer.root / "home")
    for start, home in (("home", "link"), ("link", "home")):
        with pytest.raises(NoStore):
            computer.found(start, HOME=str(computer.root / home))
    assert places.same_folder(str(store), str(computer.root / "link" / ".hippo"))
    assert not places.same_folder(str(store), str(computer.root / "main" / ".hippo"))


def test_a_store_that_is_a_link_to_a_folder_is_a_store(computer: Computer) -> None:
    (computer.folder("work") / ".hippo").symlink_to(computer.folder("elsewhere"))
    assert computer.found("work") == computer.root / "work" / ".hippo"


# --- a store that is named -------------------------------------------------------------------


def test_an_option_comes_before_a_variable_and_both_before_what_is_found(computer: Computer) -> None:
    computer.store("work")
    one, other = computer.folder("one"), computer.folder("other")
    for place in (one, other):
        (place / "config.toml").touch()
    assert computer.found("work", HIPPO_DIR=str(one)) == one
    assert computer.found("work", str(other), HIPPO_DIR=str(one)) == other
    assert computer.new("work", str(other)) == other
    assert computer.new("work", HIPPO_DIR="fresh") == computer.root / "work" / "fresh"


def test_a_named_folder_that_is_no_store_does_not_become_one(computer: Computer) -> None:
    somewhere = computer.folder("somewhere")
    with pytest.raises(NoStore):
        computer.found("somewhere", str(somewhere))
    assert computer.new("somewhere", str(somewhere)) == somewhere


@pytest.mark.parametrize("named", ["../app/.hippo", "../app", "../app/.", "~/../app"])
def test_a_name_is_a_store_or_the_project_that_has_one(named: str, computer: Computer) -> None:
    store = computer.store("app")
    computer.folder("work")
    assert computer.found("work", named) == store
    assert computer.new("work", named) == store


@pytest.mark.parametrize("named", ["gone", "~", "~nobody", "home/../file"])
def test_a_named_store_that_is_not_there_is_told_and_nothing_else_taken(named: str, computer: Computer) -> None:
    computer.store("work")
    (computer.root / "home").rmdir()
    with pytest.raises(NoStore, match=r"^no hippo store in .* or above it$"):
        computer.found("work", named)


@pytest.mark.parametrize("named", ["a\0b", "x" * 5000])
def test_a_name_that_no_path_can_have_is_a_usage_error(named: str, computer: Computer) -> None:
    for way in (computer.found, computer.new):
        with pytest.raises(UsageError, match=r"^the path of the store is not usable"):
            way("home", named)


# --- where a new store goes ------------------------------------------------------------------


def test_a_new_store_goes_to_the_top_of_the_repository_else_where_one_is(computer: Computer) -> None:
    computer.folder("repository/.git")
    computer.folder("repository/src/deep")
    computer.folder("plain/src")
    assert computer.new("repository/src/deep") == computer.root / "repository" / ".hippo"
    assert computer.new("plain/src") == computer.root / "plain" / "src" / ".hippo"


def test_a_projects_store_is_not_made_in_the_place_of_the_users(computer: Computer) -> None:
    for environ in ({}, {"HIPPO_HOME": str(computer.root / "work" / ".hippo")}):
        with pytest.raises(UsageError, match=r"is where your own store is$") as refused:
            computer.new("work" if environ else "home", **environ)
        assert refused.value.hint == "`hippo init --global` makes that one"


def test_below_a_home_under_version_control_a_new_store_goes_where_one_is(computer: Computer) -> None:
    computer.folder("home/.git")
    computer.folder("home/notes")
    assert computer.new("home/notes") == computer.root / "home" / "notes" / ".hippo"


# --- repositories ----------------------------------------------------------------------------


def test_a_linked_worktree_shares_the_store_of_the_main_checkout(computer: Computer, repository: Checkout) -> None:
    repository.git("worktree", "add", "-q", "../side", "-b", "side")
    computer.folder("side/src")
    assert computer.new("side/src") == computer.root / "main" / ".hippo"
    computer.store("side")
    assert computer.found("side") == computer.root / "side" / ".hippo"
    store = computer.store("main")
    assert [computer.found(name) for name in ("side", "side/src", "main")] == [store] * 3


def test_worktrees_of_a_bare_repository_share_a_store_inside_it(computer: Computer, repository: Checkout) -> None:
    repository.git("clone", "-q", "--bare", ".", "../bare.git")
    bare = Checkout(computer.root / "bare.git")
    for name in ("one", "two"):
        bare.git("worktree", "add", "-q", f"../{name}", "-b", name)
        assert computer.new(name) == computer.root / "bare.git" / ".hippo"
    store = computer.store("bare.git")
    assert [computer.found(name) for name in ("one", "two")] == [store] * 2


def test_a_submodule_and_its_worktrees_have_a_store_of_their_own(computer: Computer, repository: Checkout) -> None:
    outer = Checkout(computer.folder("outer"), "init", "-q")
    outer.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(repository.folder), "library")
    module = Checkout(computer.root / "outer" / "library")
    module.git("worktree", "add", "-q", "../../side", "-b", "side")
    store = computer.root / "outer" / "library" / ".hippo"
    assert [computer.new(name) for name in ("outer/library", "side")] == [store] * 2
    store.mkdir()
    assert [computer.found(name) for name in ("outer/library", "side")] == [store] * 2


def test_a_repository_that_is_kept_elsewhere_is_a_checkout_like_any_other(
    computer: Computer, surroundings: None
) -> None:
    Checkout(computer.folder("app"), "init", "-q", "--separate-git-dir", "../kept")
    assert computer.new("app") == computer.root / "app" / ".hippo"


def test_a_worktree_whose_main_checkout_is_gone_stands_alone(computer: Computer, repository: Checkout) -> None:
    repository.git("worktree", "add", "-q", "../side", "-b", "side")
    shutil.rmtree(repository.folder)
    assert computer.new("side") == computer.root / "side" / ".hippo"


@pytest.mark.parametrize("common", ["/nowhere/at/all/.git", "../../nothing.git", "a\0b", "\n", ""])
def test_a_worktree_that_points_nowhere_stands_alone(common: str, computer: Computer) -> None:
    (computer.folder("side") / ".git").write_text("gitdir: kept\n")
    (computer.folder("side/kept") / "commondir").write_text(common)
    assert computer.new("side") == computer.root / "side" / ".hippo"


@given(content=st.one_of(st.binary(max_size=60), st.binary(max_size=60).map(lambda end: b"gitdir: " + end)))
def test_an_odd_git_file_is_no_obstacle(content: bytes, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("odd")
    (folder / ".git").write_bytes(content)
    (folder / ".hippo").mkdir()
    environ = {"HOME": "/nonexistent"}
    assert places.local_folder(str(folder), environ) == str(folder / ".hippo")
    assert places.new_local_folder(str(folder), environ) == str(folder / ".hippo")


def test_a_pipe_named_like_a_git_file_is_not_waited_for(computer: Computer) -> None:
    os.mkfifo(computer.folder("work") / ".git")
    assert computer.new("work") == computer.root / "work" / ".hippo"


def test_a_huge_git_file_is_not_read_to_its_end(computer: Computer) -> None:
    (computer.folder("work") / ".git").write_bytes(b"gitdir: " + b"x" * 5_000_000)
    assert computer.new("work") == computer.root / "work" / ".hippo"


def test_a_git_file_that_cannot_be_read_is_no_obstacle(computer: Computer, monkeypatch: pytest.MonkeyPatch) -> None:
    (computer.folder("work") / ".git").write_text("gitdir: x")

    def refused(*_: object, **__: object) -> None:
        raise PermissionError

    monkeypatch.setattr("builtins.open", refused)
    assert computer.new("work") == computer.root / "work" / ".hippo"


@pytest.mark.skipif(os.name == "nt", reason="HOME is what POSIX systems have")
def test_an_empty_home_is_not_the_root_of_the_file_system(monkeypatch: pytest.MonkeyPatch) -> None:
    from pwd import getpwuid

    monkeypatch.setenv("HOME", "")
    assert places.home_folder({"HOME": ""}) == places.home_folder({}) == getpwuid(os.getuid()).pw_dir
