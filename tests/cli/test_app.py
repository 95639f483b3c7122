"""What a command is given."""

from __future__ import annotations

import os
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from hippo.cli.app import App, take_common
from hippo.cli.output import Output
from hippo.core.settings import Settings
from hippo.errors import NoStore, StoreError, UsageError
from tests.support import NOON, Hippo, at

COMMON: dict[str, Any] = dict.fromkeys(("json", "quiet", "use_global", "no_color"), False) | {
    "store": "",
    "session": "",
}


def app(hippo: Hippo, folder: Path | None = None, **environ: str) -> App:
    return App(
        environ={**hippo.environ, **environ},
        folder=str(folder or hippo.project),
        now=lambda: NOON,
        output=Output(stdout=StringIO(), stderr=StringIO()),
    )


@pytest.fixture
def everywhere(hippo: Hippo) -> Hippo:
    """A project with a store, and a store of the user with one memory."""
    hippo.remember("the spare key hangs in the shed", "--global")
    return hippo


def folders(run: App) -> list[str]:
    try:
        return [store.folder for store in run.stores()]
    finally:
        run.close()


def test_an_app_of_a_process_has_its_environment_its_folder_and_its_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HIPPO_NOW", "2031-03-03T12:00:00Z")
    run = App()
    assert (run.environ, run.folder, run.occasion().now) == (os.environ, os.getcwd(), NOON)


def test_a_folder_that_is_gone_is_a_store_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    with pytest.raises(StoreError, match=r"^the working directory is gone$"):
        _ = App(environ={}).folder


def test_one_run_sees_one_moment(hippo: Hippo) -> None:
    moments = iter([NOON, at(days=1)])
    run = App(environ=hippo.environ, folder=str(hippo.project), now=lambda: next(moments))
    assert (run.occasion().now, run.occasion().now) == (NOON, NOON)


def test_an_occasion_knows_who_acts_in_which_session(hippo: Hippo) -> None:
    run = app(hippo, CLAUDECODE="1", CLAUDE_CODE_SESSION_ID="abc")
    actor = run.occasion().actor
    assert (actor.name, actor.session) == ("claude-code", "abc")
    run.session = "mine"
    assert run.occasion().actor.session == "mine"


def test_settings_are_those_of_the_store_that_is_written_to(everywhere: Hippo) -> None:
    everywhere("config", "recall.limit", "20")
    everywhere("config", "recall.limit", "30", "--global")
    run = app(everywhere)
    assert run.occasion().settings == Settings()
    assert (run.settings().recall.limit, run.occasion().settings.recall.limit) == (20, 20)
    run.close()
    run.use_global = True
    assert run.settings().recall.limit == 30
    run.close()


# --- which stores ----------------------------------------------------------------------------


def test_the_stores_of_the_project_and_of_the_user_are_read_together(everywhere: Hippo) -> None:
    assert folders(app(everywhere)) == [str(everywhere.store_folder), everywhere.environ["HIPPO_HOME"]]


def test_without_a_store_of_the_user_the_project_stands_alone(hippo: Hippo) -> None:
    assert folders(app(hippo)) == [str(hippo.store_folder)]
    Path(hippo.environ["HIPPO_HOME"]).mkdir(parents=True)
    assert folders(app(hippo)) == [str(hippo.store_folder)]


def test_outside_a_project_the_users_store_stands_alone(everywhere: Hippo) -> None:
    assert folders(app(everywhere, everywhere.root)) == [everywhere.environ["HIPPO_HOME"]]


def test_outside_a_project_without_a_store_of_the_user_there_is_none(hippo: Hippo) -> None:
    with pytest.raises(NoStore):
        folders(app(hippo, hippo.root))


@pytest.mark.parametrize("by_variable", [True, False])
def test_a_store_that_was_named_but_is_not_there_is_not_replaced_by_the_users(
    by_variable: bool, everywhere: Hippo
) -> None:
    run = app(everywhere, HIPPO_DIR="gone" if by_variable else "")
    run.store_path = "" if by_variable else "gone"
    with pytest.raises(NoStore, match=r"gone or above it$"):
        run.stores()


def test_with_global_the_users_store_is_read_alone_and_made_by_writing_only(hippo: Hippo) -> None:
    run = app(hippo)
    run.use_global = True
    with pytest.raises(NoStore) as refused:
        run.stores()
    assert refused.value.hint == "`hippo init --global` makes it"
    assert not Path(hippo.environ["HIPPO_HOME"]).exists()
    run.store()
    assert folders(run) == [hippo.environ["HIPPO_HOME"]]


def test_one_store_by_two_paths_is_read_once(everywhere: Hippo) -> None:
    (everywhere.root / "link").symlink_to(everywhere.environ["HIPPO_HOME"])
    run = app(everywhere)
    run.store_path = str(everywhere.root / "link")
    assert folders(run) == [str(everywhere.root / "link")]
    everywhere.remember("the fuse box is in the cellar", "--global")
    assert len(everywhere.json("recall", "fuse", HIPPO_DIR=str(everywhere.root / "link"))) == 1


def test_a_store_of_the_user_that_cannot_be_used_is_left_out_with_a_note(everywhere: Hippo) -> None:
    (Path(everywhere.environ["HIPPO_HOME"]) / "hippo.db").write_bytes(b"no database at all" * 100)
    memory_id = everywhere.remember("the valve opens to the left")
    ran = everywhere("recall", "valve", "--json")
    assert [hit["memory"]["id"] for hit in ran.data] == [memory_id]
    assert any(note.startswith("your own store was left out: ") for note in ran.document["notes"])
    assert everywhere("recall", "valve", folder=everywhere.root).status == 5


def test_a_store_is_opened_once(everywhere: Hippo) -> None:
    run = app(everywhere)
    first = run.stores()
    assert [one is other for one, other in zip(first, run.stores(), strict=True)] == [True, True]
    assert run.store() is first[0]
    run.close()
    run.close()


def test_the_folder_of_a_store_is_known_without_opening_it(everywhere: Hippo) -> None:
    run = app(everywhere)
    assert run.store_folder() == str(everywhere.store_folder)
    run.use_global = True
    assert run.store_folder() == everywhere.environ["HIPPO_HOME"]
    assert run.occasion().settings == Settings()


def test_what_is_wrong_with_the_settings_is_noted_once(hippo: Hippo) -> None:
    (hippo.store_folder / "config.toml").write_text("[recall]\nlimit = 0\n")
    ran = hippo("recall", "valve")
    assert ran.err == "note: config.toml: recall.limit must be a number from 1 to 1,000, not 0; the default holds\n"


# --- common options --------------------------------------------------------------------------


def test_common_options_leave_the_values_and_stand_in_the_app(hippo: Hippo) -> None:
    run = app(hippo)
    values = {**COMMON, "json": True, "store": "x", "session": "s", "quiet": True, "no_color": True, "budget": 7}
    take_common(run, values)
    assert values == {"budget": 7}
    assert (run.output.json, run.output.quiet, run.output.color) == (True, True, False)
    assert (run.store_path, run.use_global, run.session) == ("x", False, "s")


def test_what_was_given_before_the_verb_holds_after_it(hippo: Hippo) -> None:
    run = app(hippo)
    take_common(run, {**COMMON, "json": True, "quiet": True, "store": "x", "session": "s"})
    take_common(run, {**COMMON, "store": "y"})
    assert (run.output.json, run.output.quiet, run.store_path, run.session) == (True, True, "y", "s")


@pytest.mark.parametrize(
    ("environ", "color"), [({}, None), ({"NO_COLOR": ""}, None), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)]
)
def test_the_environment_may_want_no_colour(environ: dict[str, str], color: bool | None, hippo: Hippo) -> None:
    run = app(hippo, **environ)
    take_common(run, {**COMMON})
    assert run.output.color is color


def test_the_users_store_and_a_named_one_exclude_each_other(hippo: Hippo) -> None:
    with pytest.raises(UsageError, match=r"^--global and --store exclude each other$"):
        take_common(app(hippo), {**COMMON, "use_global": True, "store": "x"})
    assert hippo("--global", "status", "--store", "x").status == 2
